#include "rigid/constraints/bracing.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// The square of the angle by which the fastest swing may go on in a step; at 4 it would grow by itself.
constexpr scalar largest_swing = 2;

// The pull of the rows that hold two points together, and where the points are from the centres of mass.
struct pull {
    vector3 force; // on b
    vector3 arm_a;
    vector3 arm_b;
    bool is_known = false;
};

[[nodiscard]] pull pull_of(const constraint_edge& edge, scalar substep) noexcept {
    pull sum;
    if (edge.rows.size() < 3) {
        return sum;
    }
    for (std::size_t row = 0; row < 3; ++row) {
        const constraint_row& each = edge.rows[row];
        if (each.linear == vector3{} || each.linear_a) {
            return sum;
        }
        sum.force += each.linear * (edge.impulses[row] / substep);
        // Over three directions at right angles, d x (r x d) adds up to twice the arm.
        sum.arm_a += cross(each.linear, each.turn_a) / 2;
        sum.arm_b += cross(each.linear, each.turn_b) / 2;
    }
    sum.is_known = true;
    return sum;
}

} // namespace

void joint_bracing::run(std::span<const constraint_edge> edges, std::span<const std::uint32_t> held_bodies,
                        const world_settings& settings, std::span<body_row> rows) {
    if (edges.empty()) {
        return;
    }
    ORRERY_ZONE("brace bodies");
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    braces_.assign(rows.size(), {});
    const auto add = [&](std::uint32_t row, vector3 arm, vector3 force) {
        const scalar stiffness = dot(arm, force);
        if (stiffness > 0) {
            braces_[row].stiffness += stiffness;
            braces_[row].along += dot(braces_[row].along, arm) < 0 ? -arm : arm;
        }
    };
    for (const constraint_edge& edge : edges) {
        const pull now = pull_of(edge, substep);
        if (now.is_known && edge.is_a_dynamic) {
            add(edge.row_a, now.arm_a, -now.force);
        }
        if (now.is_known && edge.is_b_dynamic) {
            add(edge.row_b, now.arm_b, now.force);
        }
    }
    const scalar share = settings.time_step * settings.time_step / largest_swing;
    for (const std::uint32_t number : held_bodies) {
        matrix3& yielding = rows[number].inverse_inertia;
        const vector3 along = normalize_or(braces_[number].along, vector3{});
        // Across the pull no direction gives way more than all together.
        const scalar most = (yielding[0].x + yielding[1].y + yielding[2].z) - dot(along, yielding * along);
        const scalar swing = braces_[number].stiffness * share * most;
        if (swing > 1) {
            yielding = yielding * (scalar(1) / swing);
        }
    }
}

} // namespace orrery::rigid::detail
