// Who can have felt a change of the past, over some frames of it. The changed are joined by everyone whose
// box meets one of theirs, on the old course or the new, and by what hangs on them; so are those, and so on.
// What takes no notice of others (a floor, a lift) comes along without passing anything on.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/timeline/detail/disjoint_sets.hpp>
#include <orrery/timeline/detail/key_set.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class influence {
public:
    using box = typename World::box_type;

    // Those that a change has been made to, or that already differ; others join them.
    key_set changed;
    // What takes no notice of others and is near.
    key_set companions;

    // Looks at the old course. The changed of the frames before stay.
    void look_at(const history<World>& old, frame_range frames) {
        all_.clear();
        links_.clear();
        are_links_sorted_ = true;
        sources_.clear();
        companions.clear();
        old.each_reach(frames, [&](entity_key key, const box& around) { all_.push_back({key, around}); });
        unite(all_);
        old.each_census(frames, [&](const auto& who) {
            for (std::size_t row = 0; row < who.keys.size(); ++row) {
                if (course* const known = find(who.keys[row])) {
                    (who.is_aloof[row] != 0 ? known->was_aloof : known->was_concerned) = true;
                }
            }
            for (const auto& [a, b] : who.links) {
                link(a, b);
            }
            sources_.add_all(who.sources);
        });
    }

    void link(entity_key a, entity_key b) {
        if (a != entity_key::none && b != entity_key::none) {
            links_.emplace_back(a, b);
            links_.emplace_back(b, a);
            are_links_sorted_ = false;
        }
    }

    // The same for a key that can be given away only when what its owner has under it is gone. So whether
    // somebody has this key may change with the owner, even one that takes no notice of others.
    void link_owned(entity_key owned, entity_key owner) {
        link(owned, owner);
        if (course* const known = find(owned)) {
            known->was_concerned = true;
        }
    }

    // Lets everyone join who was near the changed on the old course.
    void close() {
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

    // The same for a new course, of which the records tell, the first of them of everyone who was computed;
    // says whether anyone has joined.
    [[nodiscard]] bool close_over(std::span<const frame_record<World>> records) {
        new_courses_.clear();
        for (const frame_record<World>& each : records) {
            for (std::size_t index = 0; index < each.moved.size(); ++index) {
                const entity_key key = each.who->keys[each.moved[index]];
                if (!companions.contains(key)) {
                    new_courses_.push_back({key, each.reaches[index]});
                }
            }
            for (const auto& [key, around] : each.departed) {
                new_courses_.push_back({key, around});
            }
        }
        unite(new_courses_);
        const std::size_t before = changed.keys().size() + companions.keys().size();
        std::vector<entity_key> joined;
        join_met(new_courses_, joined);
        // What one of them hangs on at the beginning of the new course has come with it, wherever it is.
        const auto& who = *records.front().who;
        for (std::size_t row = 0; row < who.keys.size(); ++row) {
            const course* const known = find(who.keys[row]);
            join(who.keys[row], known != nullptr ? known->is_aloof() : who.is_aloof[row] != 0, joined);
        }
        return changed.keys().size() + companions.keys().size() > before;
    }

    // Everyone who is computed again.
    [[nodiscard]] key_set everyone() const {
        key_set all = changed;
        all.add_all(companions.keys());
        return all;
    }

    // Whether one of them is felt by others from afar.
    [[nodiscard]] bool has_source() const {
        return std::ranges::any_of(sources_.keys(), [&](entity_key key) { return changed.contains(key); });
    }

    // Whether anybody is, changed or not.
    [[nodiscard]] bool are_there_sources() const noexcept { return !sources_.is_empty(); }

    // How many there are on the old course.
    [[nodiscard]] std::size_t size_of_all() const noexcept { return all_.size(); }

    // The changed in groups that had nothing to do with each other, neither on the old course nor on the new,
    // by their smallest keys.
    [[nodiscard]] std::vector<key_set> groups() const {
        const std::span<const entity_key> keys = changed.keys();
        disjoint_sets sets(keys.size());
        unite_near(all_, sets);
        unite_near(new_courses_, sets);
        for (const auto& [a, b] : links_) {
            const std::size_t mine = place_among_changed(a);
            const std::size_t theirs = place_among_changed(b);
            if (mine < keys.size() && theirs < keys.size()) {
                sets.unite(mine, theirs);
            }
        }
        std::vector<std::vector<entity_key>> members(keys.size()); // by the smallest of each set
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

private:
    struct course {
        entity_key key = entity_key::none;
        box around{};
        // One key may have two lives in these frames, as a floor and as something that falls.
        bool was_aloof = false;
        bool was_concerned = false;

        [[nodiscard]] bool is_aloof() const noexcept { return was_aloof && !was_concerned; }
    };

    // One box for each key, by key. What comes from one or two segments needs no sorting.
    static void unite(std::vector<course>& all) {
        const auto second = std::ranges::is_sorted_until(all, {}, &course::key);
        if (second != all.end() && std::ranges::is_sorted(second, all.end(), {}, &course::key)) {
            std::vector<course> merged;
            merged.reserve(all.size());
            std::ranges::merge(std::ranges::subrange(all.begin(), second),
                               std::ranges::subrange(second, all.end()), std::back_inserter(merged), {},
                               &course::key, &course::key);
            all.swap(merged);
        } else if (second != all.end()) {
            std::ranges::sort(all, {}, &course::key); // total order: what has one key becomes one
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

    [[nodiscard]] static const course* find_in(const std::vector<course>& all, entity_key key) {
        const auto place = std::ranges::lower_bound(all, key, {}, &course::key);
        return place != all.end() && place->key == key ? &*place : nullptr;
    }

    [[nodiscard]] const course* find(entity_key key) const { return find_in(all_, key); }

    [[nodiscard]] course* find(entity_key key) { return const_cast<course*>(find_in(all_, key)); }

    // Once for all searches; several censuses tell of the same link.
    void sort_links() {
        if (!are_links_sorted_) {
            are_links_sorted_ = true;
            std::ranges::sort(links_); // total order: what is equal becomes one
            const auto repeated = std::ranges::unique(links_);
            links_.erase(repeated.begin(), repeated.end());
        }
    }

    void join_linked(entity_key key, std::vector<entity_key>& joined) {
        const auto linked =
            std::ranges::equal_range(links_, key, {}, &std::pair<entity_key, entity_key>::first);
        for (const auto& [_, other] : linked) {
            const course* const theirs = find(other);
            join(other, theirs != nullptr && theirs->is_aloof(), joined);
        }
    }

    // As many as there are changed if it is none of them.
    [[nodiscard]] std::size_t place_among_changed(entity_key key) const {
        const std::span<const entity_key> keys = changed.keys();
        const auto place = std::ranges::lower_bound(keys, key);
        return place != keys.end() && *place == key ? static_cast<std::size_t>(place - keys.begin())
                                                    : keys.size();
    }

    // Unites the changed whose boxes meet: in order along the axis on which they are farthest apart, each is
    // compared with those that begin before it ends.
    void unite_near(const std::vector<course>& courses, disjoint_sets& sets) const {
        struct placed_box {
            box around;
            std::size_t place;
        };

        std::vector<placed_box> boxes;
        for (const course& each : courses) {
            if (const std::size_t place = place_among_changed(each.key); place < changed.keys().size()) {
                boxes.push_back({each.around, place});
            }
        }
        if (boxes.empty()) {
            return;
        }
        box everything = boxes.front().around;
        for (const placed_box& each : boxes) {
            everything = merge(everything, each.around);
        }
        const auto sides = size(everything);
        int axis = 0;
        for (int other = 1; other < box::dimension; ++other) {
            axis = sides[other] > sides[axis] ? other : axis;
        }
        std::ranges::sort(boxes, {}, [=](const placed_box& each) { // total order: places differ
            return std::pair(each.around.min[axis], each.place);
        });
        for (std::size_t first = 0; first < boxes.size(); ++first) {
            const box& mine = boxes[first].around;
            for (std::size_t next = first + 1;
                 next < boxes.size() && boxes[next].around.min[axis] <= mine.max[axis]; ++next) {
                if (intersects(mine, boxes[next].around)) {
                    sets.unite(boxes[first].place, boxes[next].place);
                }
            }
        }
    }

    // Lets everyone join who was near these on the old course.
    void join_near(std::span<const entity_key> keys, std::vector<entity_key>& joined) {
        std::vector<course> theirs;
        for (const entity_key key : keys) {
            if (const course* const known = find(key)) {
                theirs.push_back(*known);
            }
        }
        join_met(theirs, joined);
    }

    // One box around them all spares most of the others a closer look.
    void join_met(std::span<const course> those, std::vector<entity_key>& joined) {
        if (those.empty()) {
            return;
        }
        box everything = those.front().around;
        for (const course& each : those) {
            everything = merge(everything, each.around);
        }
        for (const course& other : all_) {
            const auto meets = [&](const course& each) { return intersects(each.around, other.around); };
            if (intersects(everything, other.around) && !changed.contains(other.key) &&
                std::ranges::any_of(those, meets)) {
                join(other.key, other.is_aloof(), joined);
            }
        }
    }

    void join(entity_key key, bool is_aloof, std::vector<entity_key>& waiting) {
        if (changed.contains(key)) {
            return;
        }
        if (is_aloof) {
            companions.add(key);
        } else if (changed.add(key)) {
            waiting.push_back(key);
        }
    }

    std::vector<course> all_;                              // on the old course, by key
    std::vector<course> new_courses_;                      // by key
    std::vector<std::pair<entity_key, entity_key>> links_; // both ways
    bool are_links_sorted_ = true;
    key_set sources_;
};

} // namespace orrery::time::detail
