// Joints at the moment between two steps, for stages that change velocities before the solver does.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/islands/island_map.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/core/registry/registry.hpp>
#include <orrery/rigid/settings.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace orrery::rigid::detail {

// Few joints agree with each other after some passes.
inline constexpr std::uint32_t most_joints_of_island = 8;

[[nodiscard]] inline std::uint32_t island_of_joint(const constraint_edge& edge,
                                                   const island_map& islands) noexcept {
    return islands.island_of(edge.is_a_dynamic ? edge.row_a : edge.row_b);
}

// The end of a joint as it is now, without where it is going.
[[nodiscard]] inline constrained_body end_now(std::uint32_t row, std::uint32_t part,
                                              std::span<const body_row> rows, scalar time_step) noexcept {
    constrained_body body{};
    body.time_step = time_step;
    if (row != no_row) {
        body = as_constraint_sees(rows[row], rows[part], time_step);
        body.halfway = body.orientation;
        body.linear_velocity = {};
        body.angular_velocity = {};
    }
    return body;
}

// The rows of a joint when the step begins, in the room that is given.
[[nodiscard]] inline std::span<const constraint_row>
rows_now(const constraint_edge& edge, std::span<const body_row> rows, const registry_state& state,
         const world_settings& settings, std::array<constraint_row, constraint_rows::limit>& room) {
    static constexpr constraint_memory nothing{};
    constraint_rows now(std::span<constraint_row>(room).first(edge.how->max_rows), settings.time_step,
                        edge.how->remember != nullptr ? state.get<constraint_memory>(edge.id) : nothing,
                        settings.substeps);
    edge.how->prepare(state, edge.id, end_now(edge.row_a, edge.part_a, rows, settings.time_step),
                      end_now(edge.row_b, edge.part_b, rows, settings.time_step), now);
    return std::span<const constraint_row>(room).first(now.size());
}

} // namespace orrery::rigid::detail
