#include "rigid/world/influence_box.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] aabb3 translated(const aabb3& box, vector3 by) noexcept {
    return {box.min + by, box.max + by};
}

} // namespace

void extend_to(aabb3& box, const aabb3& to) noexcept {
    if (!intersects(box, to)) {
        const vector3 nearest = min(max(center(box), to.min), to.max);
        box = merge(box, aabb3{nearest, nearest});
    }
}

aabb3 influence_of_step(std::uint32_t number, const broad_phase_state& index, const body_table& bodies,
                        std::span<const body_path> paths, const world_settings& settings) {
    const body_row& row = bodies.rows[number];
    const body_path& path = paths[number];
    const scalar probed = bodies.traits[number].probe_reach;
    const std::span<const collider> colliders = index.who.colliders_of(number);
    if (colliders.empty()) {
        return merge(aabb3{path.way.start.position, path.way.start.position},
                     aabb3{row.position, row.position});
    }
    // The tree has the boxes of when the step began, as large as the narrow phase looks.
    aabb3 box = index.tree.box(colliders.front().leaf);
    for (const collider& each : colliders.subspan(1)) {
        box = merge(box, index.tree.box(each.leaf));
    }
    if (path.is_fast) {
        return inflate(merge(box, path.tried), probed);
    }
    // What is fast may have met it on its way.
    const vector3 displacement = row.position - path.way.start.position;
    const scalar turned = length(row.angular_velocity) * settings.time_step * row.outer_radius;
    return inflate(merge(box, translated(box, displacement)), turned + probed);
}

aabb3 influence_at_rest(std::uint32_t number, const roster& who, const registry_state& state,
                        const world_settings& settings) {
    body_row row;
    body_traits traits;
    gather_row(state, who.bodies()[number].id, row, traits);
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
