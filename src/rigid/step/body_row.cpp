#include "rigid/objects/body_pools.hpp"
#include "rigid/objects/read_mechanics.hpp"
#include "rigid/step/body_row.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

// What is left of a body's mobility when it cannot turn about some axes: whatever turns it pushes against
// what holds these, so they are eliminated rather than left out.
[[nodiscard]] matrix3 lock_turns(const matrix3& inverse_inertia, std::uint32_t locked) noexcept {
    matrix3 result = inverse_inertia;
    for (int axis = 0; axis < 3; ++axis) {
        if ((locked & (locked_axes::turn_x << axis)) == 0) {
            continue;
        }
        const vector3 held = result[axis];
        const scalar whole = held[axis];
        for (int row = 0; row < 3; ++row) {
            const scalar share = whole > 0 ? held[row] / whole : scalar(0);
            for (int column = 0; column < 3; ++column) {
                const bool is_locked = row == axis || column == axis;
                result[row][column] = is_locked ? scalar(0) : result[row][column] - share * held[column];
            }
        }
    }
    return result;
}

// In the axes of the world.
[[nodiscard]] matrix3 turned_inertia(const mechanics& what, const matrix3& rotation) noexcept {
    const matrix3 turned = rotate_tensor(rotation, what.inverse_inertia);
    return (what.locked & locked_axes::all_turns) != 0 ? lock_turns(turned, what.locked) : turned;
}

// Drag is damping whose share grows with the speed that the body has now, and a medium that moves pushes by
// as much. Both are taken in as implicitly as damping is, so however thick the medium, nothing overshoots.
void resist(const drag& how, body_row& row) noexcept {
    const scalar speed = length(row.linear_velocity - how.medium);
    const scalar rate = (how.linear + how.quadratic * speed) * row.inverse_mass;
    row.slowing.linear += rate;
    row.acceleration += how.medium * rate;
}

} // namespace

void fill_row(const mechanics& what, const motion& now, body_row& row) noexcept {
    row.kind = what.kind;
    row.position = now.position;
    row.orientation = now.orientation;
    if (what.kind == body_kind::fixed) {
        return;
    }
    row.linear_velocity = now.linear_velocity;
    row.angular_velocity = now.angular_velocity;
    if (what.kind == body_kind::kinematic) {
        return;
    }
    row.inverse_mass = what.inverse_mass;
    row.inertia = what.inertia;
    row.is_tumbling = what.is_tumbling;
    row.locked = what.locked;
    row.acceleration = what.acceleration;
    row.slowing = what.slowing;
    if (what.resistance.linear > 0 || what.resistance.quadratic > 0) {
        resist(what.resistance, row);
    }
    if (what.torque != vector3{}) {
        row.angular_acceleration = turned_inertia(what, to_matrix(now.orientation)) * what.torque;
    }
}

namespace {

template <typename Parts>
void gather(const Parts& parts, body_row& row, body_traits& traits) noexcept {
    const scalar outer_radius = row.outer_radius;
    row = {};
    row.outer_radius = outer_radius;
    const linear_velocity* velocity = parts.template try_get<linear_velocity>();
    const angular_velocity* spin = parts.template try_get<angular_velocity>();
    mechanics what = read_mechanics(parts);
    if (what.kind == body_kind::dynamic && (velocity == nullptr || spin == nullptr)) {
        what.kind = body_kind::fixed;
    }
    fill_row(what,
             {parts.template try_get<position>()->value, parts.template try_get<orientation>()->value,
              velocity != nullptr ? velocity->value : vector3{}, spin != nullptr ? spin->value : vector3{}},
             row);
    row.rotation = to_matrix(row.orientation);
    row.center_of_mass = component_or_default<center_of_mass>(parts).value;
    const material* const surface = parts.template try_get<material>();
    traits.material = surface != nullptr ? *surface : material{};
    traits.is_sensor = surface == nullptr;
    traits.reports_contacts = parts.template try_get<reports_contacts>() != nullptr;
    traits.may_sleep = true;
    traits.feels_fields = false;
    if (what.kind == body_kind::dynamic) {
        traits.may_sleep = what.may_sleep;
        traits.feels_fields = what.feels_fields;
        row.inverse_inertia = turned_inertia(what, row.rotation);
        row.is_awake = parts.template try_get<asleep>() == nullptr;
    }
}

} // namespace

void gather_row(const registry_state& state, entity id, body_row& row, body_traits& traits) noexcept {
    gather(components_of(state, id), row, traits);
}

void gather_row(const body_pools& pools, entity id, body_row& row, body_traits& traits) noexcept {
    gather(body_pools::parts(pools, id), row, traits);
}

} // namespace orrery::rigid::detail
