#include "hex/collide/broad_phase.hpp"
#include "hex/world/record_keeper.hpp"

#include <orrery/hex/world.hpp>

#include <algorithm>

namespace orrery::hex::detail {

namespace {

// What of a place says what the object is like.
[[nodiscard]] place looks_of(const frame& in, std::uint32_t index) noexcept {
    const place& from = in.places()[index];
    return {.radius = from.radius,
            .group = from.group,
            .type = from.type,
            .mark = from.mark,
            .extended = in.is_composite(index) ? from.extended : std::uint16_t{0}};
}

[[nodiscard]] object_form form_of(const frame& in, std::uint32_t index) {
    const place& from = in.places()[index];
    object_form made{.type = from.type, .group = from.group, .radius = from.radius, .mark = from.mark};
    if (in.is_composite(index)) {
        read_tiles(in.composite(index), made.tiles);
    }
    return made;
}

} // namespace

void record_keeper::forget() {
    roster_.reset();
    ranks_.clear();
}

void record_keeper::write(const frame& now, std::span<const event> events, const felt& what,
                          frame_record<world>& into) {
    const bool has_other_forms = follow_forms(now);
    const bool has_others = roster_ != now.roster;
    if (has_others) {
        follow_roster(now);
    }
    if (has_other_forms || has_others || census_ == nullptr) {
        take_census();
    }
    into.frame = now.number;
    into.who = census_;
    write_motions(now, what, into);
    into.departed.clear();
    for (const wide_reach& each : what.departed) {
        into.departed.emplace_back(each.key, each.around);
    }
    into.events.assign(events.begin(), events.end());
    into.sources.clear();
}

bool record_keeper::follow_forms(const frame& now) {
    bool has_changed = false;
    const bool are_records_elsewhere = arena_ != now.arena;
    arena_ = now.arena;
    forms_.resize(now.roster->keys.size());
    for (std::uint32_t index = 0; index < now.count; ++index) {
        known_form& known = forms_[now.motions()[index].id()];
        const entity_key key = now.key_of(index);
        const place looks = looks_of(now, index);
        const bool is_known = known.key == key;
        if (is_known && known.looks == looks && !(are_records_elsewhere && now.is_composite(index))) {
            continue;
        }
        object_form form = form_of(now, index);
        known.looks = looks;
        if (!is_known || *known.form != form) {
            known.key = key;
            known.form = std::make_shared<const object_form>(std::move(form));
            has_changed = true;
        }
    }
    return has_changed;
}

// Those who stay are in order already; only those who came are sorted.
void record_keeper::follow_roster(const frame& now) {
    const std::vector<entity_key>& keys = now.roster->keys;
    std::erase_if(ranks_,
                  [&](const ranked_id& each) { return each.id >= keys.size() || keys[each.id] != each.key; });
    is_ranked_.assign(keys.size(), 0);
    for (const ranked_id& each : ranks_) {
        is_ranked_[each.id] = 1;
    }
    newcomers_.clear();
    for (std::uint32_t id = 0; id < keys.size(); ++id) {
        if (keys[id] != entity_key::none && is_ranked_[id] == 0) {
            newcomers_.push_back({keys[id], id});
        }
    }
    std::ranges::sort(newcomers_); // total order: keys differ
    merged_.resize(ranks_.size() + newcomers_.size());
    std::ranges::merge(ranks_, newcomers_, merged_.begin());
    std::swap(ranks_, merged_);
    roster_ = now.roster;
}

void record_keeper::take_census() {
    auto made = std::make_shared<census<object_form>>();
    made->keys.reserve(ranks_.size());
    made->forms.reserve(ranks_.size());
    for (const ranked_id& each : ranks_) {
        made->keys.push_back(each.key);
        made->forms.push_back(forms_[each.id].form);
    }
    made->is_aloof.assign(ranks_.size(), 0);
    census_ = std::move(made);
}

// Everything moves: even what is at rest counts the frames that its motion depends on.
void record_keeper::write_motions(const frame& now, const felt& what, frame_record<world>& into) {
    index_of_id_.resize(now.roster->keys.size());
    for (std::uint32_t index = 0; index < now.count; ++index) {
        index_of_id_[now.motions()[index].id()] = index;
    }
    into.moved.resize(ranks_.size());
    into.motions.resize(ranks_.size());
    into.reaches.resize(ranks_.size());
    for (std::uint32_t row = 0; row < ranks_.size(); ++row) {
        const std::uint32_t index = index_of_id_[ranks_[row].id];
        const object found = now.at(index);
        into.moved[row] = row;
        into.motions[row] = to_recorded(found, now.number, now.is_composite(index));
        into.reaches[row] = what.reaches.empty() ? swept_box(found.place, found.motion) : what.reaches[index];
    }
    for (const wide_reach& each : what.wide) {
        const auto rank = std::ranges::lower_bound(ranks_, each.key, {}, &ranked_id::key);
        if (rank != ranks_.end() && rank->key == each.key) {
            aabb2i& reach = into.reaches[static_cast<std::size_t>(rank - ranks_.begin())];
            reach = merge(reach, each.around);
        }
    }
}

} // namespace orrery::hex::detail
