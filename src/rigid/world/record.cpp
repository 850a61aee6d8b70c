// What a time database is told of a frame. Only those that could move in the step are looked at: their rows
// are in the order of keys, and so are the places of the census.
#include "rigid/objects/body_placement.hpp"
#include "rigid/shape/convex_parts.hpp"
#include "rigid/step/pipeline.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <iterator>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] motion read_motion(const registry_state& state, entity id) {
    const auto* velocity = state.try_get<linear_velocity>(id);
    const auto* spin = state.try_get<angular_velocity>(id);
    return {.position = state.get<position>(id).value,
            .orientation = state.get<orientation>(id).value,
            .linear_velocity = velocity != nullptr ? velocity->value : vector3{},
            .angular_velocity = spin != nullptr ? spin->value : vector3{}};
}

[[nodiscard]] aabb3 translated(const aabb3& box, vector3 by) noexcept {
    return {box.min + by, box.max + by};
}

// Makes the first box meet the second.
void reach_out(aabb3& box, const aabb3& to) noexcept {
    if (!intersects(box, to)) {
        const vector3 nearest = min(max(center(box), to.min), to.max);
        box = merge(box, aabb3{nearest, nearest});
    }
}

} // namespace

void pipeline::record(frame_record<world>& into, record_extent extent) {
    ORRERY_ZONE("record");
    into.frame = frame;
    into.moved.clear();
    into.motions.clear();
    into.reaches.clear();
    if (has_structure_changed) {
        roster_now_.rebuild(registry, shapes, {}, new_numbers_);
    }
    const roster& who = has_structure_changed ? roster_now_ : derived->who;
    into.who = census_.follow(
        registry, who, constraint_types_,
        {.other_bodies = has_structure_changed || census_.roster_version != roster_version_,
         .other_joints = have_constraints_changed || census_.joints_version != joints_version_});
    census_.roster_version = roster_version_;
    census_.joints_version = joints_version_;
    std::ranges::sort(moving_rows_); // total order: plain numbers
    if (has_structure_changed || !are_motions_known_) {
        record_all(who, moving_rows_, into);
        are_motions_known_ = true;
    } else if (extent == record_extent::full) {
        std::vector<std::uint32_t> stepped;
        std::ranges::set_union(moving_rows_, census_.newcomers(), std::back_inserter(stepped));
        record_all(who, stepped, into);
    } else {
        record_moving(into);
    }
    list_sources(into.sources);
    into.departed.assign(departed_.begin(), departed_.end());
    departed_.clear();
    into.events.assign(events.begin(), events.end());
    for (event& each : into.events) {
        each.a = {};
        each.b = {};
    }
}

// `stepped` are the rows, ascending, that the last step has a path of.
void pipeline::record_all(const roster& who, std::span<const std::uint32_t> stepped,
                          frame_record<world>& into) const {
    for (std::uint32_t place = 0; place < who.bodies().size(); ++place) {
        const entity id = who.bodies()[place].id;
        into.moved.push_back(place);
        into.motions.push_back(read_motion(registry, id));
        into.reaches.push_back(reach_at_rest(who, place));
        const std::uint32_t number = derived->who.row_of(id);
        if (std::ranges::binary_search(stepped, number)) {
            into.reaches.back() = merge(into.reaches.back(), reach_of_step(number));
        }
    }
    // Of a step that this world did not make, nobody knows how far its bodies saw; but they touched.
    registry.view<contact>().each([&](const contact& memory) {
        const std::uint32_t a = who.row_of(memory.a);
        const std::uint32_t b = who.row_of(memory.b);
        if (a != no_row && b != no_row) {
            reach_out(into.reaches[a], into.reaches[b]);
        }
    });
}

void pipeline::record_moving(frame_record<world>& into) {
    std::ranges::set_union(moving_rows_, census_.newcomers(), std::back_inserter(into.moved));
    into.motions.resize(into.moved.size());
    into.reaches.resize(into.moved.size());
    for (std::size_t index = 0; index < into.moved.size(); ++index) {
        const std::uint32_t number = into.moved[index];
        const body_row& row = rows[number];
        into.reaches[index] = reach_of_step(number);
        if (briefs_[number].can_move && row.kind == body_kind::dynamic) {
            into.motions[index] = {row.position, row.orientation, row.linear_velocity, row.angular_velocity};
            continue;
        }
        into.motions[index] = read_motion(registry, derived->who.bodies()[number].id);
        if (!briefs_[number].can_move) { // it came, or has fallen asleep
            into.reaches[index] = merge(into.reaches[index], reach_at_rest(derived->who, number));
        }
    }
}

void pipeline::note_departure(entity id) {
    const std::uint32_t number = derived->who.row_of(id);
    if (!census_.is_in_use() || number == no_row || !registry.all_of<position, orientation>(id)) {
        return;
    }
    aabb3 box = reach_at_rest(derived->who, number);
    if (briefs_[number].can_move && number < paths_.size()) {
        box = merge(box, reach_of_step(number));
    }
    // Whoever touched it feels that it is gone.
    registry.view<const contact>().each([&](const contact& memory) {
        if (memory.a == id || memory.b == id) {
            const entity touched = memory.a == id ? memory.b : memory.a;
            const std::uint32_t other = derived->who.row_of(touched);
            // One that somebody has taken its place from is not seen any more.
            if (other != no_row && registry.all_of<position, orientation>(touched)) {
                reach_out(box, reach_at_rest(derived->who, other));
            }
        }
    });
    const entity_key key = registry.key_of(id);
    const auto known = std::ranges::find(departed_, key, &std::pair<entity_key, aabb3>::first);
    if (known != departed_.end()) { // it is told of twice, or has come back since
        known->second = merge(known->second, box);
    } else {
        departed_.emplace_back(key, box);
    }
}

aabb3 pipeline::reach_of_step(std::uint32_t number) const {
    const body_row& row = rows[number];
    const body_path& path = paths_[number];
    const std::span<const collider> colliders = derived->who.colliders_of(number);
    if (colliders.empty()) {
        return merge(aabb3{path.way.start.position, path.way.start.position},
                     aabb3{row.position, row.position});
    }
    // The tree has the boxes of when the step began, as large as the narrow phase looks.
    aabb3 box = derived->tree.box(colliders.front().leaf);
    for (const collider& each : colliders.subspan(1)) {
        box = merge(box, derived->tree.box(each.leaf));
    }
    if (path.is_fast) {
        return inflate(merge(box, path.tried), row.probe_reach);
    }
    // What is fast may have met it on its way.
    const vector3 displacement = row.position - path.way.start.position;
    const scalar turned = length(row.angular_velocity) * settings.time_step * row.outer_radius;
    return inflate(merge(box, translated(box, displacement)), turned + row.probe_reach);
}

aabb3 pipeline::reach_at_rest(const roster& who, std::uint32_t number) const {
    body_row row;
    gather_row(registry, who.bodies()[number].id, row);
    const std::span<const collider> colliders = who.colliders_of(number);
    if (colliders.empty()) {
        return {row.position, row.position};
    }
    aabb3 box = box_of(place(colliders.front(), row));
    for (const collider& each : colliders.subspan(1)) {
        box = merge(box, box_of(place(each, row)));
    }
    // Whoever sleeps together touched when it fell asleep: by what it looked ahead then, and by how far it
    // can have moved in that last step.
    const scalar dt = settings.time_step;
    const scalar last_way = (2 * settings.sleep_speed + length(row.acceleration) * dt) * dt;
    return inflate(box, settings.speculative_margin + last_way);
}

} // namespace orrery::rigid::detail
