// What a page asks for, as an input of a world of circles.
#include "apps/studio/session/circles/circles_lens.hpp"
#include "apps/studio/session/flat_world.hpp"

#include <orrery/core/text.hpp>

namespace orrery::studio {
namespace {

using circles_change = planned_change<circles::world>;

[[nodiscard]] vector2 in_plane(const vector3& what) noexcept {
    return {what.x, what.y};
}

// A change of velocity is in units a second; an impulse is that times the mass. One that acts beside the
// middle also turns.
[[nodiscard]] result<circles_change> plan_push(const request& asked, const circles::form& what,
                                               const circles::motion& where, const std::string& name) {
    circles::input push{.target = asked.key("key"), .kind = circles::input_kind::push};
    const bool is_velocity = asked.has("velocity");
    push.velocity = is_velocity ? in_plane(asked.vector("velocity"))
                                : in_plane(asked.vector("impulse")) / circles::mass_of(what);
    const vector2 impulse =
        is_velocity ? push.velocity * circles::mass_of(what) : in_plane(asked.vector("impulse"));
    if (asked.has("point")) {
        const vector2 arm = in_plane(asked.vector("point")) - where.position;
        push.spin = cross(arm, impulse) / circles::inertia_of(what);
    }
    const circles::circle_definition pushed{
        .key = push.target, .motion = {.velocity = push.velocity, .spin = push.spin}, .form = what};
    if (const status answer = circles::check(pushed); !answer) {
        return error{text("a push of ", impulse.x, ", ", impulse.y, " is too strong for ", name, ": ",
                          answer.reason().message)};
    }
    return circles_change{.name = text("push on ", name), .input = push};
}

[[nodiscard]] result<circles_change> plan_spawn(const request& asked, const circles::rules& by,
                                                entity_key fresh) {
    if (by.blueprints.empty()) {
        return error{"spawn: a world of circles makes things from blueprints, and this one has none"};
    }
    const auto chosen = chosen_blueprint(asked, by.blueprints, "a world of circles");
    if (!chosen) {
        return chosen.reason();
    }
    const circles::blueprint& like = by.blueprints[*chosen];
    if (asked.value("shape").find("group")->number() != 0) {
        return error{
            text("spawn: the blueprint '", printable(like.name), "' says whom it meets, so the group is 0")};
    }
    const circles::circle_definition made{.key = fresh,
                                          .motion = {.position = in_plane(asked.vector("position")),
                                                     .velocity = in_plane(asked.vector("velocity"))},
                                          .form = like.form};
    if (const status answer = circles::check(made); !answer) {
        return error{text("spawn: ", answer.reason().message)};
    }
    return circles_change{.name = text("spawn ", like.name),
                          .input = {.target = fresh,
                                    .kind = circles::input_kind::create,
                                    .position = made.motion.position,
                                    .velocity = made.motion.velocity,
                                    .subject = *chosen}};
}

} // namespace

result<circles_change> circles_lens::plan(const request& asked, const time::frame_view<world>& view,
                                          const world& rules, entity_key fresh) const {
    if (asked.what() == verb::spawn) {
        return plan_spawn(asked, rules.rules(), fresh);
    }
    const auto place = place_of_target(asked, view);
    if (!place) {
        return place.reason();
    }
    const entity_key key = view.keys()[*place];
    switch (asked.what()) {
    case verb::push:
        return plan_push(asked, view.form_at(*place), view.motions()[*place], looks_.called(key));
    case verb::remove:
        return circles_change{.name = text("delete ", looks_.called(key)),
                              .input = {.target = key, .kind = circles::input_kind::destroy}};
    case verb::material:
        return error{text(looks_.called(key),
                          " has no material of its own: in a world of circles, blueprints say how things "
                          "bounce and rub")};
    default:
        return error{text(studio::name_of(asked.what()), " is not a change of a world")};
    }
}

} // namespace orrery::studio
