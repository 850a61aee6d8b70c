#include <orrery/timeline/detail/box_sweep.hpp>
#include <orrery/timeline/detail/influence.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::time::detail {

void influence::look_at(const history_parts& old, frame_range frames) {
    all_.clear();
    links_.clear();
    are_links_sorted_ = true;
    sources_.clear();
    companions.clear();
    old.each_reach(frames, [&](entity_key key, const reach_box& around) { all_.push_back({key, around}); });
    unite(all_);
    old.each_census(frames, [&](const entity_census& who) { note_census(who); });
}

void influence::note_census(const entity_census& who) {
    for (std::size_t row = 0; row < who.keys.size(); ++row) {
        if (const std::size_t index = index_of(who.keys[row]); index < all_.size()) {
            (who.is_aloof[row] != 0 ? all_[index].was_aloof : all_[index].was_concerned) = true;
        }
    }
    for (const auto& [a, b] : who.links) {
        link(a, b);
    }
    sources_.add_all(who.sources);
}

void influence::link(entity_key a, entity_key b) {
    if (a != entity_key::none && b != entity_key::none) {
        links_.emplace_back(a, b);
        links_.emplace_back(b, a);
        are_links_sorted_ = false;
    }
}

void influence::link_owned(entity_key owned, entity_key owner) {
    link(owned, owner);
    if (const std::size_t index = index_of(owned); index < all_.size()) {
        all_[index].was_concerned = true;
    }
}

void influence::close() {
    sort_links();
    std::vector<entity_key> newest(changed.keys().begin(), changed.keys().end());
    while (!newest.empty()) {
        std::vector<entity_key> joined;
        join_near(newest, joined);
        for (const entity_key key : newest) {
            join_linked(key, joined);
        }
        newest = std::move(joined);
    }
}

bool influence::close_over(std::span<const recorded_frame> records, const world_format& format) {
    new_paths_.clear();
    for (const recorded_frame& each : records) {
        for (std::size_t index = 0; index < each.moved.size(); ++index) {
            const entity_key key = each.who->keys[each.moved[index]];
            if (!companions.contains(key)) {
                new_paths_.push_back(
                    {key, read_box(format, each.reaches.data() + index * format.box_bytes())});
            }
        }
        for (const auto& [key, around] : each.departed) {
            new_paths_.push_back({key, around});
        }
    }
    unite(new_paths_);
    const std::size_t before = changed.keys().size() + companions.keys().size();
    std::vector<entity_key> joined;
    join_met(new_paths_, joined);
    // What one of them hangs on at the beginning of the new course has come with it, wherever it is.
    const entity_census& who = *records.front().who;
    for (std::size_t row = 0; row < who.keys.size(); ++row) {
        const std::size_t index = index_of(who.keys[row]);
        join(who.keys[row], index < all_.size() ? all_[index].is_aloof() : who.is_aloof[row] != 0, joined);
    }
    return changed.keys().size() + companions.keys().size() > before;
}

key_set influence::everyone() const {
    key_set all = changed;
    all.add_all(companions.keys());
    return all;
}

bool influence::has_source() const {
    return std::ranges::any_of(sources_.keys(), [&](entity_key key) { return changed.contains(key); });
}

std::vector<key_set> influence::groups() const {
    const std::span<const entity_key> keys = changed.keys();
    disjoint_sets sets(keys.size());
    unite_near(all_, sets);
    unite_near(new_paths_, sets);
    for (const auto& [a, b] : links_) {
        const std::size_t mine = place_among_changed(a);
        const std::size_t theirs = place_among_changed(b);
        if (mine < keys.size() && theirs < keys.size()) {
            sets.unite(mine, theirs);
        }
    }
    std::vector<std::vector<entity_key>> members(keys.size());
    for (std::size_t place = 0; place < keys.size(); ++place) {
        members[sets.find(place)].push_back(keys[place]);
    }
    std::vector<key_set> result;
    for (const std::vector<entity_key>& each : members) {
        if (!each.empty()) {
            result.emplace_back().add_all(each);
        }
    }
    return result;
}

// One box for each key, by key. What comes from one or two segments needs no sorting.
void influence::unite(path_list& all) {
    const auto second = std::ranges::is_sorted_until(all, {}, &path_box::key);
    if (second != all.end() && std::ranges::is_sorted(second, all.end(), {}, &path_box::key)) {
        path_list merged;
        merged.reserve(all.size());
        std::ranges::merge(std::ranges::subrange(all.begin(), second),
                           std::ranges::subrange(second, all.end()), std::back_inserter(merged), {},
                           &path_box::key, &path_box::key);
        all.swap(merged);
    } else if (second != all.end()) {
        std::ranges::sort(all, {}, &path_box::key); // total order: what has one key becomes one
    }
    std::size_t kept = 0;
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (kept > 0 && all[kept - 1].key == all[index].key) {
            all[kept - 1].around = merge(all[kept - 1].around, all[index].around);
        } else {
            all[kept++] = all[index];
        }
    }
    all.resize(kept);
}

// As many as there are if it was not on the old course.
std::size_t influence::index_of(entity_key key) const {
    const auto place = std::ranges::lower_bound(all_, key, {}, &path_box::key);
    return place != all_.end() && place->key == key ? static_cast<std::size_t>(place - all_.begin())
                                                    : all_.size();
}

bool influence::is_aloof(entity_key key) const {
    const std::size_t index = index_of(key);
    return index < all_.size() && all_[index].is_aloof();
}

// Once for all searches; several censuses tell of the same link.
void influence::sort_links() {
    if (!are_links_sorted_) {
        are_links_sorted_ = true;
        std::ranges::sort(links_); // total order: what is equal becomes one
        const auto repeated = std::ranges::unique(links_);
        links_.erase(repeated.begin(), repeated.end());
    }
}

void influence::join_linked(entity_key key, std::vector<entity_key>& joined) {
    const auto linked = std::ranges::equal_range(links_, key, {}, &std::pair<entity_key, entity_key>::first);
    for (const auto& [_, other] : linked) {
        join(other, is_aloof(other), joined);
    }
}

// As many as there are changed if it is none of them.
std::size_t influence::place_among_changed(entity_key key) const {
    return place_among(changed.keys(), key);
}

// Unites the changed whose boxes meet.
void influence::unite_near(const path_list& paths, disjoint_sets& sets) const {
    std::vector<placed_box> boxes;
    for (const path_box& each : paths) {
        if (const std::size_t place = place_among_changed(each.key); place < changed.keys().size()) {
            boxes.push_back({each.around, place});
        }
    }
    unite_meeting(boxes, sets);
}

// Lets everyone join who was near these on the old course.
void influence::join_near(std::span<const entity_key> keys, std::vector<entity_key>& joined) {
    path_list theirs;
    for (const entity_key key : keys) {
        if (const std::size_t index = index_of(key); index < all_.size()) {
            theirs.push_back(all_[index]);
        }
    }
    join_met(theirs, joined);
}

// One box around them all spares most of the others a closer look.
void influence::join_met(std::span<const path_box> those, std::vector<entity_key>& joined) {
    if (those.empty()) {
        return;
    }
    reach_box everything = those.front().around;
    for (const path_box& each : those) {
        everything = merge(everything, each.around);
    }
    for (const path_box& other : all_) {
        const auto meets = [&](const path_box& each) { return intersects(each.around, other.around); };
        if (intersects(everything, other.around) && !changed.contains(other.key) &&
            std::ranges::any_of(those, meets)) {
            join(other.key, other.is_aloof(), joined);
        }
    }
}

void influence::join(entity_key key, bool takes_no_notice, std::vector<entity_key>& waiting) {
    if (changed.contains(key)) {
        return;
    }
    if (takes_no_notice) {
        companions.add(key);
    } else if (changed.add(key)) {
        waiting.push_back(key);
    }
}

} // namespace orrery::time::detail
