// What a query searches: the circles of a frame in a tree of its own, and the walls in that of the terrain.
#pragma once

#include "circles/walls/terrain.hpp"

#include <orrery/circles/query.hpp>
#include <orrery/spatial/kd_tree.hpp>

#include <limits>

namespace orrery::circles::detail {

class query_scene {
public:
    explicit query_scene(world_snapshot of);

    [[nodiscard]] const world_snapshot& snapshot() const noexcept { return snapshot_; }

    // Numbers are places in the roster, and those of parts.
    [[nodiscard]] const spatial::kd_tree<aabb2>& circles() const noexcept { return circles_; }

    [[nodiscard]] const spatial::static_tree<aabb2>& walls() const noexcept { return ground().tree(); }

    [[nodiscard]] vector2 center(std::uint32_t circle) const noexcept {
        return snapshot_.state().motions[circle].position;
    }

    [[nodiscard]] const form& form_of(std::uint32_t circle) const noexcept {
        return snapshot_.state().roster->forms[circle];
    }

    [[nodiscard]] const wall_part& part(std::uint32_t number) const noexcept {
        return ground().parts()[number];
    }

    [[nodiscard]] found circle_found(std::uint32_t circle) const noexcept {
        return {.key = snapshot_.state().roster->keys[circle]};
    }

    [[nodiscard]] found wall_found(std::uint32_t number) const noexcept {
        return {.wall = part(number).wall};
    }

    [[nodiscard]] bool sees_circle(std::uint32_t circle, const query_settings& which) const noexcept {
        const form& what = form_of(circle);
        return sees(what.filter, what.is_sensor != 0, which);
    }

    [[nodiscard]] bool sees_part(std::uint32_t number, const query_settings& which) const noexcept {
        const wall& what = ground().wall_of(number);
        return sees(what.filter, what.is_sensor, which);
    }

private:
    [[nodiscard]] static bool sees(const collision_filter& filter, bool is_sensor,
                                   const query_settings& which) noexcept {
        return (!is_sensor || which.finds_sensors) && do_meet(which.filter, filter);
    }

    [[nodiscard]] const terrain& ground() const noexcept { return *snapshot_.terrain(); }

    world_snapshot snapshot_;
    spatial::kd_tree<aabb2> circles_;
};

struct nearest_place {
    scalar distance = 0;
    vector2 point{};
};

// Inside a disc the point is its own nearest.
[[nodiscard]] nearest_place nearest_of_disc(vector2 to, vector2 center, scalar radius) noexcept;
[[nodiscard]] nearest_place nearest_of_edge(vector2 to, vector2 a, vector2 b) noexcept;

// How much a distance from a place to a box may be rounded, along each axis.
[[nodiscard]] inline vector2 doubt_about(const aabb2& box, vector2 from) noexcept {
    return (abs(box.min) + abs(box.max) + abs(from)) * (scalar(8) * std::numeric_limits<scalar>::epsilon());
}

} // namespace orrery::circles::detail
