// What people and scripts do to bodies.
#include "pipeline.hpp"

namespace orrery::rigid::detail {

void pipeline::apply(std::span<const input> inputs) {
    pushes_.clear();
    for (const input& each : inputs) {
        const entity id = registry.find(each.target);
        const std::uint32_t number = derived->who.row_of(id);
        if (number == no_row) {
            continue;
        }
        const body_kind kind = registry.get<const body>(id).kind;
        const bool is_moved_by_velocity = kind == body_kind::kinematic || kind == body_kind::dynamic;
        if (each.kind == input_kind::velocity || each.kind == input_kind::spin) {
            if (is_moved_by_velocity && each.kind == input_kind::velocity) {
                registry.emplace_or_replace<linear_velocity>(id, each.value);
            } else if (is_moved_by_velocity) {
                registry.emplace_or_replace<angular_velocity>(id, each.value);
            }
            continue;
        }
        if (kind == body_kind::dynamic) {
            wake(id);
            pushes_.push_back(each);
        }
    }
}

void pipeline::push_bodies() {
    for (const input& each : pushes_) {
        body_row& row = rows[derived->who.row_of(registry.find(each.target))];
        const vector3 arm = each.point - row.position;
        switch (each.kind) {
        case input_kind::force_at:
            row.angular_acceleration += row.inverse_inertia * cross(arm, each.value);
            [[fallthrough]];
        case input_kind::force:
            row.acceleration += each.value * row.inverse_mass;
            break;
        case input_kind::torque:
            row.angular_acceleration += row.inverse_inertia * each.value;
            break;
        case input_kind::impulse_at:
            row.angular_velocity += row.inverse_inertia * cross(arm, each.value);
            [[fallthrough]];
        case input_kind::impulse:
            row.linear_velocity += each.value * row.inverse_mass;
            break;
        case input_kind::angular_impulse:
            row.angular_velocity += row.inverse_inertia * each.value;
            break;
        case input_kind::acceleration:
            row.acceleration += each.value;
            break;
        default: // not a push
            break;
        }
    }
}

} // namespace orrery::rigid::detail
