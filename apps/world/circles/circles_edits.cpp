// Edits of a world of circles, as its inputs.
#include "apps/world/circles/circles_traits.hpp"
#include "apps/world/plane_world.hpp"

#include <orrery/circles/circle.hpp>
#include <orrery/core/text.hpp>

namespace orrery::apps {
namespace {

using circles_edit = planned_edit<circles::world>;

[[nodiscard]] vector2 in_plane(const vector3& vector) noexcept {
    return {vector.x, vector.y};
}

// A change of velocity is in units a second; an impulse is that times the mass. One that acts beside the
// middle also turns.
[[nodiscard]] result<circles_edit> plan_push(const edit& wanted, const circles::form& form,
                                             const circles::motion& motion, const std::string& name) {
    const scalar mass = circles::mass_of(form);
    circles::input push{.target = wanted.key, .kind = circles::input_kind::push};
    push.velocity = wanted.velocity_change ? vector2{static_cast<scalar>((*wanted.velocity_change)[0]),
                                                     static_cast<scalar>((*wanted.velocity_change)[1])}
                                           : in_plane(wanted.impulse) / mass;
    const vector2 impulse = wanted.velocity_change ? push.velocity * mass : in_plane(wanted.impulse);
    if (wanted.point) {
        const vector2 arm = in_plane(*wanted.point) - motion.position;
        push.spin = cross(arm, impulse) / circles::inertia_of(form);
    }
    const circles::circle_definition pushed{
        .key = push.target, .motion = {.velocity = push.velocity, .spin = push.spin}, .form = form};
    if (const status answer = circles::check(pushed); !answer) {
        return error{text("a push of ", impulse.x, ", ", impulse.y, " is too strong for ", name, ": ",
                          answer.reason().message)};
    }
    return circles_edit{.name = text("push on ", name), .input = push};
}

[[nodiscard]] result<circles_edit> plan_spawn(const edit& wanted, const circles::rules& by,
                                              entity_key fresh) {
    if (by.blueprints.empty()) {
        return error{"spawn: a world of circles makes things from blueprints, and this one has none"};
    }
    const auto chosen = chosen_blueprint(wanted.shape, by.blueprints, "a world of circles");
    if (!chosen) {
        return chosen.reason();
    }
    const circles::blueprint& like = by.blueprints[*chosen];
    if (wanted.shape.group != 0) {
        return error{
            text("spawn: the blueprint '", printable(like.name), "' says whom it meets, so the group is 0")};
    }
    const circles::circle_definition made{
        .key = fresh,
        .motion = {.position = in_plane(wanted.position), .velocity = in_plane(wanted.velocity)},
        .form = like.form};
    if (const status answer = circles::check(made); !answer) {
        return error{text("spawn: ", answer.reason().message)};
    }
    return circles_edit{.name = text("spawn ", like.name),
                        .input = {.target = fresh,
                                  .kind = circles::input_kind::create,
                                  .position = made.motion.position,
                                  .velocity = made.motion.velocity,
                                  .subject = *chosen}};
}

} // namespace

result<circles_edit> world_traits<circles::world>::plan(const edit& wanted, const view& frame,
                                                        const world& rules, const entity_names& names,
                                                        entity_key fresh) {
    if (wanted.kind == edit_kind::spawn) {
        return plan_spawn(wanted, rules.rules(), fresh);
    }
    const auto target = target_of(wanted, frame);
    if (!target) {
        return target.reason();
    }
    const std::string name = names.called(wanted.key);
    switch (wanted.kind) {
    case edit_kind::push:
        return plan_push(wanted, frame.form_at(*target), frame.motions()[*target], name);
    case edit_kind::set_material:
        return error{text(name,
                          " has no material of its own: in a world of circles, blueprints say how things "
                          "bounce and rub")};
    case edit_kind::remove:
    case edit_kind::spawn:
        break;
    }
    return circles_edit{.name = text("delete ", name),
                        .input = {.target = wanted.key, .kind = circles::input_kind::destroy}};
}

} // namespace orrery::apps
