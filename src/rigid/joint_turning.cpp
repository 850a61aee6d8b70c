// Velocities of bodies that swing on joints, when a step begins. The directions of a joint hold for a step
// and are those of its middle, so from step to step a swinging body's velocity has to turn. If the solver did
// that, it would take away what the new directions do not allow: cos^2 of the angle would be left of the
// energy, and a pendulum would stop after some minutes. Here the joint's impulses act along its directions at
// the moment between both steps, which lie halfway from the old ones to the new ones, so that the velocity
// turns and keeps its magnitude (as in RATTLE: Andersen, 1983).
//
// Gravity acts before bodies move, so their velocity is that of half a sub-step ago. What gravity has given
// them since then must not turn with them: it is along the new directions already. Half of what is added and
// taken away again here does turn, so it is that of a whole sub-step. Without this a pendulum would lose
// half a sub-step times g / l of its energy in a second.
//
// Few joints agree with each other after some passes; large structures are left to the solver.
#include "pipeline.hpp"
#include "row_mobility.hpp"
#include "small_system.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t most_joints_of_island = 8;
constexpr int most_turning_passes = 8; // where joints share a body
// In a step: slower bodies lose nothing.
constexpr scalar least_turn_of_joint = scalar(1e-4); // rad
constexpr scalar least_way_of_joint = scalar(1e-4);  // m
// How much of a row's effect must be left between both directions: faster bodies leave none to go by.
constexpr scalar least_agreement = scalar(0.5);

// A body as it is now, without where it is going.
[[nodiscard]] constrained_body at_rest(constrained_body body) noexcept {
    body.halfway = body.orientation;
    body.linear_velocity = {};
    body.angular_velocity = {};
    return body;
}

} // namespace

void pipeline::turn_with_joints() {
    if (edges_.empty()) {
        return;
    }
    ORRERY_ZONE("turn with joints");
    joints_of_island_.assign(islands_.size(), 0);
    joints_of_row_.assign(rows.size(), 0);
    const auto island_of = [&](const constraint_edge& edge) {
        return islands_.island_of(edge.is_a_dynamic ? edge.row_a : edge.row_b);
    };
    for (const constraint_edge& edge : edges_) {
        ++joints_of_island_[island_of(edge)];
        for (const auto& [is_dynamic, row] :
             {std::pair(edge.is_a_dynamic, edge.row_a), std::pair(edge.is_b_dynamic, edge.row_b)}) {
            if (is_dynamic) {
                ++joints_of_row_[row];
            }
        }
    }
    turning_joints_.clear();
    for (std::uint32_t number = 0; number < edges_.size(); ++number) {
        const constraint_edge& edge = edges_[number];
        if (joints_of_island_[island_of(edge)] <= most_joints_of_island && is_turning(edge)) {
            turning_joints_.push_back({.edge = number});
            list_rows_now(turning_joints_.back());
        }
    }
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    accelerate_turning(substep);
    for (int pass = 0; pass < most_turning_passes; ++pass) {
        for (const turning_joint& joint : turning_joints_) {
            const constraint_edge& edge = edges_[joint.edge];
            const bool shares_body = (edge.is_a_dynamic && joints_of_row_[edge.row_a] > 1) ||
                                     (edge.is_b_dynamic && joints_of_row_[edge.row_b] > 1);
            if (pass == 0 || shares_body) {
                turn_velocities(joint);
            }
        }
    }
    accelerate_turning(-substep);
    turn_inertias();
}

// By what gravity and fields do in so many seconds, each body once.
void pipeline::accelerate_turning(scalar seconds) {
    turning_rows_.clear();
    for (const turning_joint& joint : turning_joints_) {
        const constraint_edge& edge = edges_[joint.edge];
        if (edge.is_a_dynamic) {
            turning_rows_.push_back(edge.row_a);
        }
        if (edge.is_b_dynamic) {
            turning_rows_.push_back(edge.row_b);
        }
    }
    std::ranges::sort(turning_rows_); // total order: plain numbers
    turning_rows_.erase(std::ranges::unique(turning_rows_).begin(), turning_rows_.end());
    for (const std::uint32_t row : turning_rows_) {
        rows[row].linear_velocity += (rows[row].acceleration + rows[row].pull) * seconds;
    }
}

// To where they will be in the middle of the step, as the arms of joints are: a force of the joint then
// leaves alone the spin of a top about its axis.
void pipeline::turn_inertias() {
    for (const std::uint32_t number : turning_rows_) {
        body_row& row = rows[number];
        if (row.is_tumbling_freely()) {
            const vector3 turn = row.angular_velocity * (settings.time_step / 2);
            row.inverse_inertia =
                rotate_tensor(to_matrix(quaternion::from_rotation_vector(turn)), row.inverse_inertia);
        }
    }
}

bool pipeline::is_turning(const constraint_edge& edge) const noexcept {
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
    return turn * settings.time_step > least_turn_of_joint ||
           length(velocity) * settings.time_step > least_way_of_joint;
}

// The stiff rows of a joint, with their directions when the step begins.
void pipeline::list_rows_now(turning_joint& joint) const {
    const constraint_edge& edge = edges_[joint.edge];
    std::array<constraint_row, constraint_rows::limit> room;
    static constexpr constraint_memory nothing{};
    const constraint_type& type = constraint_types_[edge.type];
    constraint_rows now(std::span<constraint_row>(room).first(type.max_rows), settings.time_step,
                        type.remember != nullptr ? registry.get<constraint_memory>(edge.id) : nothing,
                        settings.substeps);
    type.prepare(registry, edge.id, at_rest(end_of(edge.row_a, edge.part_a)),
                 at_rest(end_of(edge.row_b, edge.part_b)), now);
    const auto count = std::min<std::size_t>(now.size(), edge.rows.size());
    for (std::uint32_t row = 0; row < count; ++row) {
        if (is_stiff(edge.rows[row]) && is_stiff(now[row]) && joint.count < most_block_rows) {
            joint.numbers[joint.count] = row;
            joint.now[joint.count] = now[row];
            ++joint.count;
        }
    }
}

void pipeline::turn_velocities(const turning_joint& joint) {
    const constraint_edge& edge = edges_[joint.edge];
    std::array<std::array<scalar, most_block_rows>, most_block_rows> matrix{};
    std::array<scalar, most_block_rows> impulses{};
    for (std::uint32_t row = 0; row < joint.count; ++row) {
        const constraint_row& halfway = edge.rows[joint.numbers[row]];
        impulses[row] = halfway.speed - row_speed(edge, halfway, rows);
        for (std::uint32_t column = 0; column < joint.count; ++column) {
            matrix[row][column] = row_coupling(edge, halfway, joint.now[column], rows);
        }
        if (matrix[row][row] < least_agreement * row_coupling(edge, halfway, halfway, rows)) {
            return;
        }
    }
    if (!eliminate(matrix, joint.count, impulses)) {
        return;
    }
    for (std::uint32_t row = 0; row < joint.count; ++row) {
        const constraint_row& along = joint.now[row];
        if (edge.is_a_dynamic) {
            body_row& a = rows[edge.row_a];
            a.linear_velocity -= along.linear_a.value_or(along.linear) * (impulses[row] * a.inverse_mass);
            a.angular_velocity -= a.inverse_inertia * (along.turn_a * impulses[row]);
        }
        if (edge.is_b_dynamic) {
            body_row& b = rows[edge.row_b];
            b.linear_velocity += along.linear * (impulses[row] * b.inverse_mass);
            b.angular_velocity += b.inverse_inertia * (along.turn_b * impulses[row]);
        }
    }
}

} // namespace orrery::rigid::detail
