// The joints that take part in a step, as rows of equations.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/solver/chain_link.hpp"
#include "rigid/step/world_definition.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/log.hpp>
#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class joint_rows {
public:
    // Asks all joints that hold an awake body for their rows.
    void prepare(std::span<const constraint_edge> joints, const std::vector<constraint_type>& types,
                 const registry_state& state, std::span<const body_row> rows, const world_settings& settings,
                 scheduler& jobs);

    // Asks one of them again after the velocities of its bodies have changed.
    void prepare_again(constraint_edge& edge, const registry_state& state, std::span<const body_row> rows,
                       const world_settings& settings);
    // The velocities of these edges' bodies have changed.
    void see_bodies_again(std::span<const std::uint32_t> edges, std::span<const body_row> rows,
                          scalar time_step);
    // When edges have other rows: which of them have as many.
    void sort_by_size();

    [[nodiscard]] std::span<constraint_edge> edges() noexcept { return edges_; }

    [[nodiscard]] std::span<const constraint_edge> edges() const noexcept { return edges_; }

    // The row_counts that occur among the edges.
    [[nodiscard]] std::span<const row_counts> sizes() const noexcept { return sizes_; }

    // The rows of bodies that they hold.
    [[nodiscard]] std::span<const std::uint32_t> held_bodies() const noexcept { return held_bodies_; }

    // For as many rows as a joint of its type may have.
    [[nodiscard]] std::span<constraint_row> room_of(const constraint_edge& edge) noexcept;

private:
    void see_bodies(std::span<const body_row> rows, scalar time_step, scheduler& jobs);

    std::vector<constraint_edge> edges_;
    std::vector<constraint_row> rows_; // of all of them
    std::vector<scalar> impulses_;     // of these rows
    std::vector<row_counts> sizes_;
    std::vector<constrained_body> seen_; // of rows that joints hold
    std::vector<std::uint32_t> held_bodies_;
    std::vector<std::uint8_t> is_held_; // of rows
};

// Logs a warning when a joint asks for more rows than its type may have: once for a world and its copies.
void warn_of_lost_rows(const joint_rows& joints, constraint_warnings& warned, logger& log);
// The same when a joint of a long chain has asked for other rows in a sub-step than when the step began.
void warn_of_changed_rows(const std::optional<chain_row_change>& changed,
                          std::span<const constraint_edge> joints, constraint_warnings& warned, logger& log);

} // namespace orrery::rigid::detail
