#include "rigid/constraints/joint_turning.hpp"
#include "rigid/constraints/joints_now.hpp"
#include "rigid/constraints/small_system.hpp"
#include "rigid/step/row_mobility.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

constexpr int most_turning_passes = 8; // where joints share a body
// In a step: slower bodies lose nothing.
constexpr scalar least_turn_of_joint = scalar(1e-4); // rad
constexpr scalar least_way_of_joint = scalar(1e-4);  // m
// How far directions may turn in half a step, rad: of faster bodies the energy would not be kept but grow.
constexpr scalar most_turn_of_rows = scalar(0.15);

// Sums of squares over the rows of a joint.
struct constraint_turn {
    scalar linear = 0;
    scalar of_a = 0;
    scalar of_b = 0;

    void add(vector3 direction, vector3 turn_a, vector3 turn_b) noexcept {
        linear += length_squared(direction);
        of_a += length_squared(turn_a);
        of_b += length_squared(turn_b);
    }
};

template <typename Function>
void for_each_moved(const constraint_edge& edge, Function function) {
    if (edge.is_a_dynamic) {
        function(edge.row_a);
    }
    if (edge.is_b_dynamic) {
        function(edge.row_b);
    }
}

[[nodiscard]] bool is_turning(const constraint_edge& edge, std::span<const body_row> rows,
                              scalar time_step) noexcept {
    vector3 velocity{};
    scalar turn = 0;
    if (edge.row_a != no_row) {
        velocity = rows[edge.row_a].linear_velocity;
        turn = length(rows[edge.row_a].angular_velocity);
    }
    if (edge.row_b != no_row) {
        velocity -= rows[edge.row_b].linear_velocity;
        turn = max(turn, length(rows[edge.row_b].angular_velocity));
    }
    return turn * time_step > least_turn_of_joint || length(velocity) * time_step > least_way_of_joint;
}

// How large a body is that a joint moves; 0 for an end that stays where it is.
[[nodiscard]] scalar size_of_end(std::uint32_t row, bool is_dynamic,
                                 std::span<const body_row> rows) noexcept {
    return is_dynamic ? rows[row].outer_radius : scalar(0);
}

// Whether directions have turned so little that a joint can be trusted to keep the energy. Levers may vanish
// for a moment, so their changes are compared with the sizes of the bodies, too.
[[nodiscard]] bool are_near(const constraint_edge& edge, std::span<const std::uint32_t> numbers,
                            std::span<const constraint_row> now, std::span<const body_row> rows) noexcept {
    const std::span<const constraint_row> halfway = edge.rows;
    constraint_turn change;
    constraint_turn whole;
    for (std::size_t row = 0; row < numbers.size(); ++row) {
        const constraint_row& later = halfway[numbers[row]];
        whole.add(later.linear, later.turn_a, later.turn_b);
        change.add(later.linear - now[row].linear, later.turn_a - now[row].turn_a,
                   later.turn_b - now[row].turn_b);
    }
    constexpr scalar share = most_turn_of_rows * most_turn_of_rows;
    const scalar size_a = size_of_end(edge.row_a, edge.is_a_dynamic, rows);
    const scalar size_b = size_of_end(edge.row_b, edge.is_b_dynamic, rows);
    const auto is_small = [&](scalar changed, scalar lever, scalar size) {
        return changed <= share * (lever + whole.linear * size * size);
    };
    return change.linear <= share * whole.linear &&
           (!edge.is_a_dynamic || is_small(change.of_a, whole.of_a, size_a)) &&
           (!edge.is_b_dynamic || is_small(change.of_b, whole.of_b, size_b));
}

// Gives the speeds that an edge's rows ask for, by impulses along other directions of the same rows.
void turn_velocities(const constraint_edge& edge, std::span<const std::uint32_t> numbers,
                     std::span<const constraint_row> now, std::span<body_row> rows) noexcept {
    std::array<std::array<scalar, most_block_rows>, most_block_rows> matrix{};
    std::array<scalar, most_block_rows> impulses{};
    const auto count = static_cast<std::uint32_t>(numbers.size());
    for (std::uint32_t row = 0; row < count; ++row) {
        const constraint_row& halfway = edge.rows[numbers[row]];
        impulses[row] = halfway.speed - row_speed(edge, halfway, rows);
        for (std::uint32_t column = 0; column < count; ++column) {
            matrix[row][column] = row_coupling(edge, halfway, now[column], rows);
        }
    }
    if (!eliminate(matrix, count, impulses)) {
        return;
    }
    for (std::uint32_t row = 0; row < count; ++row) {
        push_along(edge, now[row], impulses[row], rows);
    }
}

} // namespace

void joint_turning::run(std::span<body_row> rows, std::span<const constraint_edge> edges,
                        const island_map& islands, const registry_state& state,
                        const world_settings& settings) {
    if (edges.empty()) {
        return;
    }
    ORRERY_ZONE("turn with joints");
    list_joints(rows, edges, islands, state, settings);
    if (joints_.empty()) {
        return;
    }
    list_bodies(edges);
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    accelerate(rows, substep);
    for (int pass = 0; pass < most_turning_passes; ++pass) {
        for (const turning_joint& joint : joints_) {
            const constraint_edge& edge = edges[joint.edge];
            bool shares_body = false;
            for_each_moved(edge, [&](std::uint32_t row) { shares_body |= joints_of_row_[row] > 1; });
            if (pass == 0 || shares_body) {
                turn_velocities(edge, std::span(joint.numbers).first(joint.count),
                                std::span(joint.now).first(joint.count), rows);
            }
        }
    }
    accelerate(rows, -substep);
    turn_inertias(rows, settings.time_step / 2);
}

void joint_turning::list_joints(std::span<const body_row> rows, std::span<const constraint_edge> edges,
                                const island_map& islands, const registry_state& state,
                                const world_settings& settings) {
    joints_.clear();
    joints_of_island_.assign(islands.size(), 0);
    joints_of_row_.assign(rows.size(), 0);
    for (const constraint_edge& edge : edges) {
        ++joints_of_island_[island_of_joint(edge, islands)];
        for_each_moved(edge, [&](std::uint32_t row) { ++joints_of_row_[row]; });
    }
    std::array<constraint_row, constraint_rows::limit> room;
    for (std::uint32_t number = 0; number < edges.size(); ++number) {
        const constraint_edge& edge = edges[number];
        // What looks at its impulses while it is solved must find all that it bears in them.
        if (joints_of_island_[island_of_joint(edge, islands)] > most_joints_of_island ||
            edge.how->iterate != nullptr || !is_turning(edge, rows, settings.time_step)) {
            continue;
        }
        const std::span<const constraint_row> now = rows_now(edge, rows, state, settings, room);
        turning_joint& joint = joints_.emplace_back();
        joint.edge = number;
        const std::size_t count = std::min(now.size(), edge.rows.size());
        for (std::uint32_t row = 0; row < count; ++row) {
            if (is_stiff(edge.rows[row]) && is_stiff(now[row]) && joint.count < most_block_rows) {
                joint.numbers[joint.count] = row;
                joint.now[joint.count] = now[row];
                ++joint.count;
            }
        }
        if (!are_near(edge, std::span(joint.numbers).first(joint.count),
                      std::span(joint.now).first(joint.count), rows)) {
            joints_.pop_back();
        }
    }
}

void joint_turning::list_bodies(std::span<const constraint_edge> edges) {
    bodies_.clear();
    for (const turning_joint& joint : joints_) {
        for_each_moved(edges[joint.edge], [&](std::uint32_t row) { bodies_.push_back(row); });
    }
    std::ranges::sort(bodies_); // total order: plain numbers
    bodies_.erase(std::ranges::unique(bodies_).begin(), bodies_.end());
}

void joint_turning::accelerate(std::span<body_row> rows, scalar seconds) const noexcept {
    for (const std::uint32_t row : bodies_) {
        rows[row].linear_velocity += (rows[row].acceleration + rows[row].pull) * seconds;
    }
}

// To where they will be in the middle of the step, as the arms of joints are: a force of the joint then
// leaves alone the spin of a top about its axis.
void joint_turning::turn_inertias(std::span<body_row> rows, scalar seconds) const noexcept {
    for (const std::uint32_t number : bodies_) {
        body_row& row = rows[number];
        if (row.is_tumbling_freely()) {
            const vector3 turn = row.angular_velocity * seconds;
            row.inverse_inertia =
                rotate_tensor(to_matrix(quaternion::from_rotation_vector(turn)), row.inverse_inertia);
        }
    }
}

} // namespace orrery::rigid::detail
