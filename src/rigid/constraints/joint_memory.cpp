#include "rigid/constraints/end_joint.hpp"
#include "rigid/constraints/joint_memory.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/breakable.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// What a joint did to its bodies in the last sub-step.
struct load {
    scalar force = 0;
    scalar torque = 0;
};

[[nodiscard]] load load_of(const constraint_edge& edge, scalar substep) noexcept {
    vector3 push{};
    vector3 twist{};
    for (std::size_t row = 0; row < edge.rows.size(); ++row) {
        push += edge.rows[row].linear * edge.impulses[row];
        if (edge.rows[row].linear == vector3{}) {
            twist += edge.rows[row].turn_b * edge.impulses[row];
        }
    }
    return {length(push) / substep, length(twist) / substep};
}

} // namespace

void remember_joints(std::span<const constraint_edge> edges, const std::vector<constraint_type>& types,
                     std::span<const body_row> rows, const world_settings& settings,
                     orrery::registry& registry) {
    for (const constraint_edge& edge : edges) {
        constraint_impulses& memory = registry.get<constraint_impulses>(edge.id);
        memory = {};
        std::copy_n(edge.impulses, edge.rows.size(), memory.rows.data());
        if (types[edge.type].remember != nullptr) {
            types[edge.type].remember(registry, edge.id,
                                      constraint_end(edge.row_a, edge.part_a, rows, settings.time_step),
                                      constraint_end(edge.row_b, edge.part_b, rows, settings.time_step),
                                      registry.get<constraint_memory>(edge.id));
        }
    }
}

void break_joints(std::span<const constraint_edge> edges, const std::vector<constraint_type>& types,
                  const world_settings& settings, orrery::registry& registry, event_log& events) {
    if (registry.count<breakable>() == 0) {
        return;
    }
    const scalar substep = settings.time_step / static_cast<scalar>(settings.substeps);
    for (const constraint_edge& edge : edges) {
        const breakable* strength = registry.try_get<const breakable>(edge.id);
        const load borne = strength != nullptr ? load_of(edge, substep) : load{};
        if (strength != nullptr && (borne.force > strength->force || borne.torque > strength->torque)) {
            end_joint(edge.id, types[edge.type], event_kind::joint_broke, borne.force * substep, registry,
                      events);
        }
    }
}

} // namespace orrery::rigid::detail
