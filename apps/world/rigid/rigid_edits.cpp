// Edits of a world of rigid bodies, as its inputs.
#include "apps/world/rigid/rigid_measures.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/body_definition.hpp>

namespace orrery::apps {
namespace {

using rigid_edit = planned_edit<rigid::world>;

[[nodiscard]] rigid::shape shape_of(const spawned_shape& shape) {
    switch (shape.kind) {
    case spawned_kind::sphere:
        return rigid::sphere(shape.radius);
    case spawned_kind::box:
        return rigid::box(shape.half_extents);
    case spawned_kind::capsule:
        return rigid::capsule(shape.radius, shape.half_height);
    default:
        return rigid::cylinder(shape.radius, shape.half_height);
    }
}

// The id of a blueprint follows from its content, so defining it again for a second body like the first is
// free.
[[nodiscard]] result<rigid_edit> plan_spawn(const edit& wanted, const rigid::world& rules, entity_key fresh) {
    if (wanted.shape.kind == spawned_kind::blueprint) {
        return error{
            "spawn: a world of rigid bodies has no blueprints; a sphere, a box, a capsule or a cylinder "
            "can be spawned"};
    }
    const rigid::body_definition body{
        .shape = shape_of(wanted.shape),
        .material = rigid::material{.friction = wanted.friction, .restitution = wanted.restitution},
        .density = wanted.density};
    const rigid::definition blueprint = rigid::definition::of(body);
    if (const status answer = rules.check_definition(blueprint); !answer) {
        return answer.reason();
    }
    const rigid::blueprint_id id{blueprint.id()};
    return rigid_edit{.name = "spawn",
                      .input = rigid::input::create(fresh, id, {wanted.position, {}}, wanted.velocity),
                      .definitions = {blueprint}};
}

[[nodiscard]] vector3 impulse_of(const edit& wanted, const rigid::mass& mass) noexcept {
    if (!wanted.velocity_change) {
        return wanted.impulse;
    }
    const auto axis = [&](std::size_t index) {
        return static_cast<scalar>(double{mass.value} * (*wanted.velocity_change)[index]);
    };
    return {axis(0), axis(1), axis(2)};
}

[[nodiscard]] rigid_edit plan_push(const edit& wanted, const rigid::mass& mass, const std::string& name) {
    rigid::input push{
        .target = wanted.key, .kind = rigid::input_kind::impulse, .value = impulse_of(wanted, mass)};
    if (wanted.point) {
        push.kind = rigid::input_kind::impulse_at;
        push.point = *wanted.point;
    }
    return {.name = text("push on ", name), .input = push};
}

[[nodiscard]] rigid_edit plan_material(const edit& wanted, const entity_form& form, const std::string& name) {
    const auto* const before = form.try_get<rigid::material>();
    rigid::material material = before != nullptr ? *before : rigid::material{};
    material.friction = wanted.friction;
    material.restitution = wanted.restitution;
    return {.name = text("material of ", name), .input = rigid::input::set_material(wanted.key, material)};
}

} // namespace

result<rigid_edit> world_traits<rigid::world>::plan(const edit& wanted, const view& frame, const world& rules,
                                                    const entity_names& names, entity_key fresh) {
    if (wanted.kind == edit_kind::spawn) {
        return plan_spawn(wanted, rules, fresh);
    }
    const auto target = target_of(wanted, frame);
    if (!target) {
        return target.reason();
    }
    const entity_form& form = frame.form_at(*target);
    const std::string name = names.called(wanted.key);
    switch (wanted.kind) {
    case edit_kind::push: {
        const auto* const body = form.try_get<rigid::body>();
        const auto* const mass = form.try_get<rigid::mass>();
        if (body == nullptr || body->kind != rigid::body_kind::dynamic || mass == nullptr) {
            return error{text(name, " is not moved by forces, so it cannot be pushed")};
        }
        return plan_push(wanted, *mass, name);
    }
    case edit_kind::set_material:
        return plan_material(wanted, form, name);
    case edit_kind::remove:
    case edit_kind::spawn:
        break;
    }
    return rigid_edit{.name = text("delete ", name), .input = rigid::input::destroy(wanted.key)};
}

} // namespace orrery::apps
