#include "rigid/objects/body_placement.hpp"
#include "rigid/objects/carrier.hpp"
#include "rigid/step/inputs.hpp"

#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/movers/character.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] bool is_push(input_kind kind) noexcept {
    switch (kind) {
    case input_kind::force:
    case input_kind::force_at:
    case input_kind::torque:
    case input_kind::impulse:
    case input_kind::impulse_at:
    case input_kind::angular_impulse:
    case input_kind::acceleration:
    case input_kind::wake:
        return true;
    default:
        return false;
    }
}

// What pushes a body at its centre, as what pushes its carrier there.
[[nodiscard]] input at_point(const input& what, vector3 center, scalar mass) noexcept {
    input moved = what;
    switch (what.kind) {
    case input_kind::acceleration:
        moved.value *= mass;
        [[fallthrough]];
    case input_kind::force:
        moved.kind = input_kind::force_at;
        moved.point = center;
        break;
    case input_kind::impulse:
        moved.kind = input_kind::impulse_at;
        moved.point = center;
        break;
    default:
        break;
    }
    return moved;
}

void push(body_row& row, const input& what) noexcept {
    const vector3 arm = what.point - row.position;
    switch (what.kind) {
    case input_kind::force_at:
        row.angular_acceleration += row.inverse_inertia * cross(arm, what.value);
        [[fallthrough]];
    case input_kind::force:
        row.acceleration += what.value * row.inverse_mass;
        break;
    case input_kind::acceleration:
        row.acceleration += what.value;
        break;
    case input_kind::torque:
        row.angular_acceleration += row.inverse_inertia * what.value;
        break;
    case input_kind::impulse_at:
        row.angular_velocity += row.inverse_inertia * cross(arm, what.value);
        [[fallthrough]];
    case input_kind::impulse:
        row.linear_velocity += what.value * row.inverse_mass;
        break;
    case input_kind::angular_impulse:
        row.angular_velocity += row.inverse_inertia * what.value;
        break;
    default: // a body that is woken is not pushed
        break;
    }
}

class input_applier {
public:
    input_applier(std::span<const constraint_type> constraint_types, const roster& who,
                  const input_target& target, std::vector<input>& pushes) noexcept
        : constraint_types_(constraint_types)
        , who_(who)
        , registry_(target.registry)
        , target_(target)
        , pushes_(pushes) {}

    [[nodiscard]] status apply(const input& what);

private:
    void set_in_motion(entity id, const input& what);
    [[nodiscard]] status drive(entity id, const input& what);
    [[nodiscard]] status place_body(entity id, const transform3& where);
    [[nodiscard]] status set_material(entity id, const input& what);
    void change_materials(const input& what);

    std::span<const constraint_type> constraint_types_;
    const roster& who_;
    orrery::registry& registry_;
    const input_target& target_;
    std::vector<input>& pushes_;
};

status input_applier::apply(const input& what) {
    if (status answer = world::check_input(what); !answer) {
        return answer;
    }
    if (what.kind == input_kind::create) {
        return target_.editor.create(what);
    }
    if (world::concerns_all(what)) {
        change_materials(what);
        return {};
    }
    const entity id = registry_.find(what.target);
    const bool is_there = registry_.all_of<body, position, orientation>(id);
    if (is_push(what.kind) || what.kind == input_kind::velocity || what.kind == input_kind::spin) {
        if (is_there) {
            set_in_motion(id, what);
        }
        return {};
    }
    if (!is_there) {
        return error{"there is no such body"};
    }
    switch (what.kind) {
    case input_kind::place:
        return place_body(id, {what.point, what.orientation});
    case input_kind::set_material:
        return set_material(id, what);
    case input_kind::destroy:
        target_.editor.destroy(id, 0);
        return {};
    case input_kind::glue:
        return target_.glue.glue(id, registry_.find(entity_key{what.subject}));
    case input_kind::unglue:
        return target_.glue.unglue(id);
    case input_kind::drive:
        return drive(id, what);
    case input_kind::break_up:
        return target_.editor.break_up(id, fracture_id{what.subject}, 0);
    default:
        return error{
            text("there is no kind of input with the number ", static_cast<std::uint64_t>(what.kind))};
    }
}

status input_applier::drive(entity id, const input& what) {
    if (what.subject == 0 || what.subject == static_cast<std::uint64_t>(what.target)) {
        if (!registry_.all_of<character, walk_state>(id)) {
            return error{"it is no character, so the input must name a joint"};
        }
        if (what.point.x < 0) {
            return error{text("it jumps with ", what.point.x, " m/s, but that must not be below 0")};
        }
        walk_state& state = registry_.get<walk_state>(id);
        state.wish = what.value;
        state.jump = what.point.x;
        target_.waker.wake(carrier_of(registry_, id));
        return {};
    }
    const entity joint = registry_.find(entity_key{what.subject});
    for (const constraint_type& type : constraint_types_) {
        if (!joint || !type.has(registry_, joint)) {
            continue;
        }
        const constraint_type::ends ends = type.ends_of(registry_, joint);
        if (ends.a != id && ends.b != id) {
            continue;
        }
        if (type.drive == nullptr) {
            return error{"its joint cannot be driven"};
        }
        if (!type.drive(registry_, joint, what)) {
            return error{"its joint cannot be driven with these numbers"};
        }
        target_.waker.wake(ends.a);
        target_.waker.wake(ends.b);
        return {};
    }
    return error{text("it has no joint with the key ", what.subject)};
}

void input_applier::set_in_motion(entity id, const input& what) {
    const body_kind kind = registry_.get<const body>(id).kind;
    if (is_push(what.kind)) {
        if (kind == body_kind::dynamic) {
            target_.waker.wake(carrier_of(registry_, id));
            pushes_.push_back(what);
        }
        return;
    }
    if (kind == body_kind::fixed || registry_.all_of<glued_to>(id)) {
        return;
    }
    if (walk_state* state = registry_.try_get<walk_state>(id)) {
        state->ground_normal = {}; // as whoever jumps
    }
    if (what.kind == input_kind::velocity) {
        registry_.emplace_or_replace<linear_velocity>(id, what.value);
    } else {
        registry_.emplace_or_replace<angular_velocity>(id, what.value);
    }
}

status input_applier::place_body(entity id, const transform3& where) {
    if (registry_.all_of<glued_to>(id)) {
        return error{"what is glued to another body goes where that one goes"};
    }
    const quaternion turn = normalize(where.rotation);
    registry_.replace<position>(id, where.position + rotate(turn, center_of(registry_, id)));
    registry_.replace<orientation>(id, turn);
    return {};
}

status input_applier::set_material(entity id, const input& what) {
    const material wanted = material_of(what);
    if (registry_.all_of<glued_to>(id) && !registry_.all_of<material>(id)) {
        return error{"a sensor that is glued to another body stays one"};
    }
    if (material* known = registry_.try_get<material>(id)) {
        // Whom it can meet does not change, so its contacts go on.
        *known = wanted;
        target_.changes.rows = true;
        if (who_.row_of(id) != no_row) { // otherwise it stays as it came
            target_.waker.wake_neighbors(id);
            target_.waker.wake_alone(id);
        }
    } else {
        registry_.emplace<material>(id, wanted);
    }
    return {};
}

void input_applier::change_materials(const input& what) {
    const auto a = static_cast<std::uint32_t>(what.subject >> 32);
    const auto b = static_cast<std::uint32_t>(what.subject);
    if (what.kind == input_kind::set_material_pair) {
        material_pairs(registry_).insert(a, b, material_of(what));
    } else {
        material_pairs(registry_).remove(a, b);
    }
}

} // namespace

material material_of(const input& what) noexcept {
    const bool is_of_body = what.kind == input_kind::set_material;
    return {.friction = what.value.x,
            .restitution = what.value.y,
            .rolling_friction = what.value.z,
            .spinning_friction = what.point.x,
            .stiffness = what.point.y,
            .damping = what.point.z,
            .id = is_of_body ? static_cast<std::uint32_t>(what.subject) : 0};
}

void input_stage::apply(std::span<const input> inputs, std::span<const constraint_type> constraint_types,
                        const roster& who, const input_target& target, logger& log) {
    pushes_.clear();
    input_applier applier{constraint_types, who, target, pushes_};
    for (const input& each : inputs) {
        if (const status answer = applier.apply(each); !answer) {
            log.debug("rigid", "an input for the body with the key ", static_cast<std::uint64_t>(each.target),
                      " is refused: ", answer.reason().message);
            target.events.add(target.registry, {.kind = event_kind::refused,
                                                .a = target.registry.find(each.target),
                                                .key_a = each.target,
                                                .key_b = world::keys_of(each)[1]});
        }
    }
}

void input_stage::push_bodies(const registry_state& state, const roster& who,
                              std::span<body_row> rows) const {
    for (const input& each : pushes_) {
        const entity id = state.find(each.target);
        const std::uint32_t number = pushed_row(state, who, id);
        if (number == no_row || rows[number].kind != body_kind::dynamic) {
            continue; // a later input has taken it away, or its carrier cannot be pushed
        }
        const std::uint32_t own = who.row_of(id);
        push(rows[number],
             own == number ? each : at_point(each, rows[own].position, state.get<const mass>(id).value));
    }
}

} // namespace orrery::rigid::detail

namespace orrery::rigid {

status world::check_input(const input& what) {
    if (status answer = validate(what); !answer) {
        return answer;
    }
    if (world::concerns_all(what) &&
        (what.subject >> 32 == 0 || static_cast<std::uint32_t>(what.subject) == 0)) {
        return error{text("its materials have the ids ", what.subject >> 32, " and ",
                          static_cast<std::uint32_t>(what.subject), ", but they must not be 0")};
    }
    if (what.kind == input_kind::set_material || what.kind == input_kind::set_material_pair) {
        const material wanted = detail::material_of(what);
        return component_type::of<material>().validate(&wanted);
    }
    if (what.kind == input_kind::place) {
        const scalar norm = length(what.orientation);
        if (!(abs(norm - scalar(1)) < scalar(1e-3))) {
            return error{text("its orientation has length ", norm, ", but it must be 1")};
        }
    }
    return {};
}

} // namespace orrery::rigid
