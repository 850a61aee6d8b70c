// What a page asks for, as an input of a world of rigid bodies.
#include "apps/studio/session/rigid/rigid_lens.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/body_definition.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace orrery::studio {
namespace {

using rigid_change = planned_change<rigid::world>;

[[nodiscard]] rigid::shape shape_of(const json::value& asked) {
    const std::string& kind = asked.find("kind")->string();
    const auto measure = [&](std::string_view name) {
        return static_cast<scalar>(asked.find(name)->number());
    };
    if (kind == "sphere") {
        return rigid::sphere(measure("radius"));
    }
    if (kind == "box") {
        return rigid::box(vector_of(*asked.find("halfExtents")));
    }
    return kind == "capsule" ? rigid::capsule(measure("radius"), measure("halfHeight"))
                             : rigid::cylinder(measure("radius"), measure("halfHeight"));
}

// A blueprint is named by what is in it, so a second body like the first needs no lesson.
[[nodiscard]] result<rigid_change> plan_spawn(const request& asked, const rigid::world& rules,
                                              entity_key fresh) {
    if (asked.value("shape").find("kind")->string() == "blueprint") {
        return error{
            "spawn: a world of rigid bodies has no blueprints; a sphere, a box, a capsule or a cylinder "
            "can be spawned"};
    }
    const rigid::material surface{.friction = static_cast<scalar>(asked.number("friction")),
                                  .restitution = static_cast<scalar>(asked.number("restitution"))};
    const rigid::body_definition what{.shape = shape_of(asked.value("shape")),
                                      .material = surface,
                                      .density = static_cast<scalar>(asked.number("density"))};
    if (const status answer = rigid::check(what, rules); !answer) {
        return answer.reason();
    }
    rigid::blueprint_store trial = rules.blueprints();
    const auto id = trial.insert(what);
    if (!id) {
        return id.reason();
    }
    rigid_change change{
        .name = "spawn",
        .input = rigid::input::create(fresh, *id, {asked.vector("position"), {}}, asked.vector("velocity"))};
    if (rules.blueprints().find(*id) == nullptr) {
        change.lesson = [what](rigid::world& pupil) { (void)rigid::add_blueprint(pupil, what); };
    }
    return change;
}

// A change of velocity is multiplied by the mass, in double precision as a page would do it.
[[nodiscard]] vector3 impulse_of(const request& asked, const rigid::mass& mass) {
    if (asked.has("impulse")) {
        return asked.vector("impulse");
    }
    const std::span<const json::value> velocity = asked.value("velocity").items();
    const auto axis = [&](std::size_t i) {
        return static_cast<scalar>(double{mass.value} * velocity[i].number());
    };
    return {axis(0), axis(1), axis(2)};
}

[[nodiscard]] rigid_change plan_push(const request& asked, entity_key key, const rigid::mass& mass,
                                     const std::string& name) {
    rigid::input push{.target = key, .kind = rigid::input_kind::impulse, .value = impulse_of(asked, mass)};
    if (asked.has("point")) {
        push.kind = rigid::input_kind::impulse_at;
        push.point = asked.vector("point");
    }
    return {.name = text("push on ", name), .input = push};
}

} // namespace

result<rigid_change> rigid_lens::plan(const request& asked, const time::frame_view<world>& view,
                                      const world& rules, entity_key fresh) const {
    if (asked.what() == verb::spawn) {
        return plan_spawn(asked, rules, fresh);
    }
    const auto place = place_of_target(asked, view);
    if (!place) {
        return place.reason();
    }
    const entity_key key = view.keys()[*place];
    const form& what = view.form_at(*place);
    switch (asked.what()) {
    case verb::push: {
        const auto* const body = what.try_get<rigid::body>();
        const auto* const mass = what.try_get<rigid::mass>();
        if (body == nullptr || body->kind != rigid::body_kind::dynamic || mass == nullptr) {
            return error{text(looks_.called(key), " is not moved by forces, so it cannot be pushed")};
        }
        return plan_push(asked, key, *mass, looks_.called(key));
    }
    case verb::remove:
        return rigid_change{.name = text("delete ", looks_.called(key)), .input = rigid::input::destroy(key)};
    case verb::material: {
        const auto* const before = what.try_get<rigid::material>();
        rigid::material wanted = before != nullptr ? *before : rigid::material{};
        wanted.friction = static_cast<scalar>(asked.number("friction"));
        wanted.restitution = static_cast<scalar>(asked.number("restitution"));
        return rigid_change{.name = text("material of ", looks_.called(key)),
                            .input = rigid::input::set_material(key, wanted)};
    }
    default:
        return error{text(studio::name_of(asked.what()), " is not a change of a world")};
    }
}

} // namespace orrery::studio
