// Reads a body's components, as far as it has them, from wherever they are: a registry, or a form that was
// recorded.
#pragma once

#include "rigid/shape/invert_inertia.hpp"

#include <orrery/core/registry/registry_state.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/detail/mechanics.hpp>
#include <orrery/rigid/glue.hpp>

#include <bit>
#include <cstdint>

namespace orrery::rigid::detail {

// The components of one entity of a registry.
class components_of {
public:
    components_of(const registry_state& state, entity id) noexcept
        : state_(&state)
        , id_(id) {}

    template <component T>
    [[nodiscard]] const T* try_get() const noexcept {
        return state_->try_get<T>(id_);
    }

private:
    const registry_state* state_;
    entity id_;
};

// The component's value, or the default that stands for "has none".
template <component T, typename Parts>
[[nodiscard]] T component_or_default(const Parts& parts) noexcept {
    const T* found = parts.template try_get<T>();
    return found != nullptr ? *found : T{};
}

// Whether the principal moments differ: a sphere or a cube does not precess.
[[nodiscard]] inline bool has_gyroscopic_torque(const inertia& what) noexcept {
    const vector3 d = what.diagonal;
    const vector3 o = abs(what.off_diagonal);
    const scalar spread = largest_component(d) - smallest_component(d);
    return spread + largest_component(o) > scalar(1e-4) * largest_component(d);
}

template <typename Parts>
[[nodiscard]] mechanics read_mechanics(const Parts& parts) noexcept {
    mechanics found;
    const body* what = parts.template try_get<body>();
    found.kind = what != nullptr ? what->kind : body_kind::fixed;
    if (parts.template try_get<glued_to>() != nullptr) {
        found.kind = body_kind::kinematic; // it moves with its carrier, and is not pushed by itself
    }
    if (found.kind != body_kind::dynamic) {
        return found;
    }
    const mass* weight = parts.template try_get<mass>();
    if (weight == nullptr || !(weight->value > 0)) {
        found.kind = body_kind::fixed; // nothing says how it would answer to a push
        return found;
    }
    found.inverse_mass = scalar(1) / weight->value;
    if (const inertia* spread = parts.template try_get<inertia>()) {
        found.inertia = spread->tensor();
        if (const auto inverted = invert_inertia(found.inertia)) {
            found.inverse_inertia = *inverted;
        }
        found.is_tumbling = has_gyroscopic_torque(*spread);
    }
    found.locked = component_or_default<locked_axes>(parts).bits;
    // About one axis of the world everything turns evenly.
    found.is_tumbling =
        found.is_tumbling && std::popcount(found.locked & std::uint32_t{locked_axes::all_turns}) < 2;
    const steady_force push = component_or_default<steady_force>(parts);
    found.acceleration = component_or_default<gravity>(parts).value + push.force * found.inverse_mass;
    found.torque = push.torque;
    found.slowing = component_or_default<damping>(parts);
    found.resistance = component_or_default<drag>(parts);
    found.may_sleep = parts.template try_get<never_sleeps>() == nullptr;
    found.feels_fields = parts.template try_get<feels_fields>() != nullptr;
    return found;
}

} // namespace orrery::rigid::detail
