#include "rigid/constraints/joints_now.hpp"
#include "rigid/constraints/limit_rebound.hpp"
#include "rigid/constraints/small_system.hpp"
#include "rigid/step/row_mobility.hpp"

#include <orrery/core/profile.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::rigid::detail {
namespace {

constexpr std::size_t most_rows = std::size_t{most_joints_of_island} * most_block_rows;

using numbers_of_rows = std::array<scalar, most_rows>;
using block = std::array<numbers_of_rows, most_rows>;

// What a row does to one of its bodies.
struct half_row {
    vector3 linear;
    vector3 turn;
};

[[nodiscard]] half_row half_of(const constraint_row& row, bool is_a) noexcept {
    return is_a ? half_row{-row.linear_a.value_or(row.linear), -row.turn_a}
                : half_row{row.linear, row.turn_b};
}

// By how much an impulse along a row of one joint changes the speed along a row of another.
[[nodiscard]] scalar coupling(const constraint_edge& edge, const constraint_row& row,
                              const constraint_edge& other_edge, const constraint_row& other_row,
                              std::span<const body_row> rows) noexcept {
    scalar sum = 0;
    for (const bool is_a : {true, false}) {
        const std::uint32_t number = is_a ? edge.row_a : edge.row_b;
        if (!(is_a ? edge.is_a_dynamic : edge.is_b_dynamic)) {
            continue;
        }
        for (const bool is_other_a : {true, false}) {
            if (number == (is_other_a ? other_edge.row_a : other_edge.row_b)) {
                const half_row half = half_of(row, is_a);
                const half_row other = half_of(other_row, is_other_a);
                sum += rows[number].inverse_mass * dot(half.linear, other.linear) +
                       dot(half.turn, rows[number].inverse_inertia * other.turn);
            }
        }
    }
    return sum;
}

// Limits that have given back speed see to it in the whole step that nothing takes it away again.
void keep_rebounds(std::span<const constraint_row> before, std::span<constraint_row> now) noexcept {
    for (std::size_t row = 0; row < std::min(before.size(), now.size()); ++row) {
        if (is_rebound(before[row])) {
            const constraint_row along = now[row];
            now[row] = before[row];
            now[row].linear = along.linear;
            now[row].linear_a = along.linear_a;
            now[row].turn_a = along.turn_a;
            now[row].turn_b = along.turn_b;
        }
    }
}

} // namespace

void limit_rebound::run(joint_rows& joints, const island_map& islands, const registry_state& state,
                        const world_settings& settings, std::span<body_row> rows) {
    if (joints.edges().empty()) {
        return;
    }
    ORRERY_ZONE("rebound from limits");
    // An arm that turns back may throw the next one against a limit of its own.
    constexpr int most_rounds = 4;
    std::array<constraint_row, constraint_rows::limit> before;
    for (int round = 0; round < most_rounds; ++round) {
        const std::span<const std::uint32_t> changed =
            turn_back(rows, joints.edges(), islands, state, settings);
        if (changed.empty()) {
            return;
        }
        joints.see_bodies_again(changed, rows, settings.time_step);
        for (const std::uint32_t number : changed) {
            constraint_edge& edge = joints.edges()[number];
            const std::size_t count = edge.rows.size();
            std::ranges::copy(edge.rows, before.begin());
            joints.prepare_again(edge, state, rows, settings);
            // With others the speed that is left differs a little when velocities have turned to the middle
            // of the step: a row that only adds to it would add to the energy each time.
            if (joints_of_island_[island_of_joint(edge, islands)] == 1) {
                keep_rebounds(std::span(before).first(count), joints.room_of(edge).first(edge.rows.size()));
                edge.is_rebounding = false;
            }
        }
        joints.sort_by_size();
    }
}

std::span<const std::uint32_t> limit_rebound::turn_back(std::span<body_row> rows,
                                                        std::span<const constraint_edge> edges,
                                                        const island_map& islands,
                                                        const registry_state& state,
                                                        const world_settings& settings) {
    list_edges(edges, islands);
    for (std::size_t first = 0; first < edges_.size();) {
        const std::size_t count = joints_of_island_[island_of_joint(edges[edges_[first]], islands)];
        list_rows(std::span(edges_).subspan(first, count), rows, edges, state, settings);
        first += count;
        solve(rows_.size(), rows, edges);
        for (joint_row& limit : limits_) {
            limit.speed *= row_speed(edges[limit.edge], limit.now, rows);
            rows_.push_back(limit);
        }
        solve(rows_.size(), rows, edges);
    }
    return edges_;
}

void limit_rebound::list_edges(std::span<const constraint_edge> edges, const island_map& islands) {
    edges_.clear();
    if (std::ranges::none_of(edges, &constraint_edge::is_rebounding)) {
        return;
    }
    joints_of_island_.assign(islands.size(), 0);
    is_rebounding_.assign(islands.size(), 0);
    for (const constraint_edge& edge : edges) {
        const std::uint32_t island = island_of_joint(edge, islands);
        ++joints_of_island_[island];
        is_rebounding_[island] |= static_cast<std::uint8_t>(edge.is_rebounding);
    }
    for (std::uint32_t number = 0; number < edges.size(); ++number) {
        const std::uint32_t island = island_of_joint(edges[number], islands);
        if (is_rebounding_[island] != 0 && joints_of_island_[island] <= most_joints_of_island) {
            edges_.push_back(number);
        }
    }
    // total order: no edge is listed twice
    std::ranges::sort(edges_, {}, [&](std::uint32_t number) {
        return std::pair(island_of_joint(edges[number], islands), number);
    });
}

void limit_rebound::list_rows(std::span<const std::uint32_t> edges_of_island, std::span<const body_row> rows,
                              std::span<const constraint_edge> edges, const registry_state& state,
                              const world_settings& settings) {
    rows_.clear();
    limits_.clear();
    std::array<constraint_row, constraint_rows::limit> room;
    for (const std::uint32_t number : edges_of_island) {
        const constraint_edge& edge = edges[number];
        if (edge.how->iterate != nullptr) {
            continue; // it must find all that it bears in its impulses
        }
        const std::span<const constraint_row> now = rows_now(edge, rows, state, settings, room);
        std::uint32_t taken = 0;
        for (std::size_t row = 0; row < std::min(now.size(), edge.rows.size()); ++row) {
            const constraint_row& later = edge.rows[row];
            if (taken < most_block_rows && is_stiff(later) && is_stiff(now[row])) {
                rows_.push_back({number, now[row], now[row].speed});
                ++taken;
            } else if (taken < most_block_rows && is_rebounding(edge, later, rows)) {
                const scalar speed = row_speed(edge, later, rows);
                limits_.push_back({number, now[row], speed != 0 ? later.speed / speed : scalar(0)});
                ++taken;
            }
        }
    }
}

void limit_rebound::solve(std::size_t count, std::span<body_row> rows,
                          std::span<const constraint_edge> edges) const {
    block factors;
    numbers_of_rows whole{};
    numbers_of_rows impulses{};
    for (std::size_t i = 0; i < count; ++i) {
        const joint_row& row = rows_[i];
        for (std::size_t j = 0; j <= i; ++j) {
            const joint_row& other = rows_[j];
            factors[i][j] = coupling(edges[row.edge], row.now, edges[other.edge], other.now, rows);
        }
        whole[i] = factors[i][i];
        impulses[i] = row.speed - row_speed(edges[row.edge], row.now, rows);
    }
    factorize(factors, static_cast<std::uint32_t>(count), whole);
    substitute(factors, static_cast<std::uint32_t>(count), impulses);
    for (std::size_t i = 0; i < count; ++i) {
        push_along(edges[rows_[i].edge], rows_[i].now, impulses[i], rows);
    }
}

} // namespace orrery::rigid::detail
