// What a page asks for, as an input of a hex world.
#include "apps/measures/hex_measures.hpp"
#include "apps/studio/session/flat_world.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>

#include <algorithm>

namespace orrery::studio {
namespace {

using hex_change = planned_change<hex::world>;

// More than this is the same: velocities end at half of it on either side.
constexpr double most_change = 2 * hex::max_velocity;

[[nodiscard]] std::int32_t bounded(double what) noexcept {
    return round_to<std::int32_t>(std::clamp(what, -most_change, most_change));
}

// Quarters of a unit a tick, from cells a second.
[[nodiscard]] hex_vector velocity_from(hex_page::point cells, const hex::rules& by) noexcept {
    const double factor = 1 / hex_page::quarters_a_tick(by);
    const hex_vector quarters = hex_page::from_page({cells.x * factor, cells.y * factor});
    return {bounded(quarters.a), bounded(quarters.b)};
}

// A change of velocity is in cells a second; an impulse is that times the mass. One that acts beside the
// centre of mass also turns.
[[nodiscard]] result<hex_change> plan_push(const request& asked, const hex::object_form& what,
                                           const hex::recorded_motion& where, const hex::rules& by,
                                           const std::string& name) {
    const measures::hex_weight heavy = measures::weight_of(what, by);
    const bool is_velocity = asked.has("velocity");
    const vector3 given = asked.vector(is_velocity ? "velocity" : "impulse");
    const double mass = is_velocity ? heavy.mass : 1;
    const hex_page::point impulse{given.x * mass, given.y * mass};
    hex::input push{.target = asked.key("key"), .kind = hex::input_kind::push};
    push.velocity = velocity_from(is_velocity ? hex_page::point{given.x, given.y}
                                              : hex_page::point{given.x / heavy.mass, given.y / heavy.mass},
                                  by);
    if (asked.has("point") && heavy.inertia > 0) {
        const vector3 arm = asked.vector("point") - hex_lens::position_of(where);
        const double turn = (double{arm.x} * impulse.y - double{arm.y} * impulse.x) / heavy.inertia;
        push.spin = bounded(-turn / (hex_page::radians_a_step * hex_page::quarters_a_tick(by)));
    }
    if (push.velocity == hex_vector{} && push.spin == 0) {
        return error{text("a push of ", given.x, ", ", given.y, is_velocity ? " cells a second" : "",
                          " is too weak to move ", name, ", which has a mass of ", heavy.mass)};
    }
    return hex_change{.name = text("push on ", name), .input = push};
}

// It looks where it flies.
[[nodiscard]] result<hex_change> plan_spawn(const request& asked, const hex::rules& by, entity_key fresh) {
    const auto chosen = chosen_blueprint(asked, by.blueprints, "a hex world");
    if (!chosen) {
        return chosen.reason();
    }
    const vector3 position = asked.vector("position");
    const vector3 velocity = asked.vector("velocity");
    hex::input create{.target = fresh, .kind = hex::input_kind::create};
    create.position = hex_page::from_page({position.x, position.y});
    create.velocity = velocity_from({velocity.x, velocity.y}, by);
    const auto is_within = [](hex_vector what, std::int32_t limit) {
        return std::max(what.a, what.b) <= limit && std::min(what.a, what.b) >= -limit;
    };
    if (!is_within(create.position, coordinate_limit)) {
        return error{text("spawn: ", position.x, ", ", position.y, " is outside of the world, which ends ",
                          coordinate_limit / hex::cell_pitch, " cells from its middle along A and B")};
    }
    if (!is_within(create.velocity, hex::max_velocity)) {
        return error{text("spawn: a velocity of ", velocity.x, ", ", velocity.y,
                          " is too fast; along A and B ",
                          hex::max_velocity * hex_page::quarters_a_tick(by) / hex_page::units_a_cell,
                          " cells a second are possible")};
    }
    create.angle = angle16::from_direction(to_screen(create.velocity)).steps();
    create.subject = static_cast<std::uint16_t>(*chosen);
    create.amount = static_cast<std::uint16_t>(asked.value("shape").find("group")->number());
    return hex_change{.name = text("spawn ", by.blueprints[*chosen].name), .input = create};
}

} // namespace

result<hex_change> hex_lens::plan(const request& asked, const time::frame_view<world>& view,
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
        return plan_push(asked, view.form_at(*place), view.motions()[*place], rules.rules(),
                         looks_.called(key));
    case verb::remove:
        return hex_change{.name = text("delete ", looks_.called(key)),
                          .input = {.target = key, .kind = hex::input_kind::destroy}};
    case verb::material:
        return error{text(looks_.called(key),
                          " has no material of its own: in a hex world, the type of an object "
                          "says how it bounces and rubs")};
    default:
        return error{text(studio::name_of(asked.what()), " is not a change of a world")};
    }
}

} // namespace orrery::studio
