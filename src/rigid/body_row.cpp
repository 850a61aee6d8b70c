#include "body_row.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/glue.hpp>

namespace orrery::rigid::detail {
namespace {

// The component's value, or the default that stands for "has none".
template <component T>
[[nodiscard]] T component_or_default(const registry_state& state, entity id) noexcept {
    const T* found = state.try_get<T>(id);
    return found != nullptr ? *found : T{};
}

[[nodiscard]] matrix3 lock_turns(const matrix3& inverse_inertia, std::uint32_t locked) noexcept {
    matrix3 result = inverse_inertia;
    for (int axis = 0; axis < 3; ++axis) {
        if ((locked & (locked_axes::turn_x << axis)) != 0) {
            for (int other = 0; other < 3; ++other) {
                result[axis][other] = 0;
                result[other][axis] = 0;
            }
        }
    }
    return result;
}

// Whether the principal moments differ: a sphere or a cube does not precess.
[[nodiscard]] bool has_gyroscopic_torque(const inertia& what) noexcept {
    const vector3 d = what.diagonal;
    const vector3 o = abs(what.off_diagonal);
    const scalar spread = largest_component(d) - smallest_component(d);
    return spread + largest_component(o) > scalar(1e-4) * largest_component(d);
}

void gather_mechanics(const registry_state& state, entity id, body_row& row) noexcept {
    const mass* weight = state.try_get<mass>(id);
    const inertia* spread = state.try_get<inertia>(id);
    const bool has_velocities = state.all_of<linear_velocity, angular_velocity>(id);
    if (weight == nullptr || !(weight->value > 0) || !has_velocities) {
        row.kind = body_kind::fixed; // nothing says how it would answer to a push
        return;
    }
    row.inverse_mass = scalar(1) / weight->value;
    row.inertia = matrix3{};
    matrix3 inverse_local{};
    if (spread != nullptr) {
        row.inertia = spread->tensor();
        if (const auto inverted = inverse(row.inertia)) {
            inverse_local = *inverted;
        }
        row.is_tumbling = has_gyroscopic_torque(*spread);
    }
    row.locked = component_or_default<locked_axes>(state, id).bits;
    row.inverse_inertia = rotate_tensor(row.rotation, inverse_local);
    if ((row.locked & locked_axes::all_turns) != 0) {
        row.inverse_inertia = lock_turns(row.inverse_inertia, row.locked);
        row.is_tumbling = false;
    }
    const steady_force push = component_or_default<steady_force>(state, id);
    row.acceleration = component_or_default<gravity>(state, id).value + push.force * row.inverse_mass;
    row.angular_acceleration = row.inverse_inertia * push.torque;
    row.slowing = component_or_default<damping>(state, id);
    row.may_sleep = !state.all_of<never_sleeps>(id);
}

} // namespace

body_kind acting_kind(const registry_state& state, entity id) noexcept {
    const glued_to* glue = state.try_get<glued_to>(id);
    if (glue == nullptr) {
        return state.get<body>(id).kind;
    }
    const body* carrier = state.try_get<body>(glue->carrier);
    return carrier == nullptr || carrier->kind == body_kind::fixed ? body_kind::fixed : body_kind::kinematic;
}

void gather_row(const registry_state& state, entity id, body_row& row) noexcept {
    const scalar outer_radius = row.outer_radius;
    const scalar inner_radius = row.inner_radius;
    row = {};
    row.outer_radius = outer_radius;
    row.inner_radius = inner_radius;
    row.kind = acting_kind(state, id);
    row.position = state.get<position>(id).value;
    row.orientation = state.get<orientation>(id).value;
    row.rotation = to_matrix(row.orientation);
    row.center_of_mass = component_or_default<center_of_mass>(state, id).value;
    if (const material* surface = state.try_get<material>(id)) {
        row.material = *surface;
    } else {
        row.is_sensor = true;
    }
    row.reports_contacts = state.all_of<reports_contacts>(id);
    if (row.kind == body_kind::fixed) {
        return;
    }
    row.linear_velocity = component_or_default<linear_velocity>(state, id).value;
    row.angular_velocity = component_or_default<angular_velocity>(state, id).value;
    if (row.kind == body_kind::dynamic) {
        gather_mechanics(state, id, row);
        row.is_awake = row.kind == body_kind::dynamic && !state.all_of<asleep>(id);
    }
}

} // namespace orrery::rigid::detail
