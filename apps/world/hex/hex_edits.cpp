// Edits of a hex world, as its inputs.
#include "apps/world/hex/hex_measures.hpp"
#include "apps/world/hex/hex_traits.hpp"
#include "apps/world/plane_world.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>

#include <algorithm>

namespace orrery::apps {
namespace {

using hex_edit = planned_edit<hex::world>;

// More than this is the same: velocities end at half of it on either side.
constexpr double most_change = 2 * hex::max_velocity;

[[nodiscard]] std::int32_t bounded(double what) noexcept {
    return round_to<std::int32_t>(std::clamp(what, -most_change, most_change));
}

// Quarters of a unit a tick, from cells a second.
[[nodiscard]] hex_vector velocity_from(hex_screen::point cells, const hex::rules& by) noexcept {
    const double factor = 1 / hex_screen::quarters_per_tick(by);
    const hex_vector quarters = hex_screen::from_view({cells.x * factor, cells.y * factor});
    return {bounded(quarters.a), bounded(quarters.b)};
}

// A change of velocity is in cells a second; an impulse is that times the mass. One that acts beside the
// centre of mass also turns.
[[nodiscard]] result<hex_edit> plan_push(const edit& wanted, const hex::object_form& form,
                                         const hex::recorded_motion& motion, const hex::rules& by,
                                         const std::string& name) {
    const hex_weight heavy = weight_of(form, by);
    const auto& change = wanted.velocity_change;
    const hex_screen::point velocity =
        change ? hex_screen::point{(*change)[0], (*change)[1]}
               : hex_screen::point{wanted.impulse.x / heavy.mass, wanted.impulse.y / heavy.mass};
    const hex_screen::point impulse =
        change ? hex_screen::point{velocity.x * heavy.mass, velocity.y * heavy.mass}
               : hex_screen::point{wanted.impulse.x, wanted.impulse.y};
    hex::input push{.target = wanted.key, .kind = hex::input_kind::push};
    push.velocity = velocity_from(velocity, by);
    if (wanted.point && heavy.inertia > 0) {
        const vector3 arm = *wanted.point - world_traits<hex::world>::position_of(motion);
        const double turn = (double{arm.x} * impulse.y - double{arm.y} * impulse.x) / heavy.inertia;
        push.spin = bounded(-turn / (hex_screen::radians_per_step * hex_screen::quarters_per_tick(by)));
    }
    if (push.velocity == hex_vector{} && push.spin == 0) {
        const hex_screen::point given = change ? velocity : impulse;
        return error{text("a push of ", given.x, ", ", given.y, change ? " cells a second" : "",
                          " is too weak to move ", name, ", which has a mass of ", heavy.mass)};
    }
    return hex_edit{.name = text("push on ", name), .input = push};
}

// It looks where it flies.
[[nodiscard]] result<hex_edit> plan_spawn(const edit& wanted, const hex::rules& by, entity_key fresh) {
    const auto chosen = chosen_blueprint(wanted.shape, by.blueprints, "a hex world");
    if (!chosen) {
        return chosen.reason();
    }
    const vector3 position = wanted.position;
    const vector3 velocity = wanted.velocity;
    hex::input create{.target = fresh, .kind = hex::input_kind::create};
    create.position = hex_screen::from_view({position.x, position.y});
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
                          hex::max_velocity * hex_screen::quarters_per_tick(by) / hex_screen::units_per_cell,
                          " cells a second are possible")};
    }
    create.angle = angle16::from_direction(to_screen(create.velocity)).steps();
    create.subject = static_cast<std::uint16_t>(*chosen);
    create.amount = static_cast<std::uint16_t>(wanted.shape.group);
    return hex_edit{.name = text("spawn ", by.blueprints[*chosen].name), .input = create};
}

} // namespace

result<hex_edit> world_traits<hex::world>::plan(const edit& wanted, const view& frame, const world& rules,
                                                const entity_names& names, entity_key fresh) {
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
        return plan_push(wanted, frame.form_at(*target), frame.motions()[*target], rules.rules(), name);
    case edit_kind::set_material:
        return error{text(name, " has no material of its own: in a hex world, the type of an object "
                                "says how it bounces and rubs")};
    case edit_kind::remove:
    case edit_kind::spawn:
        break;
    }
    return hex_edit{.name = text("delete ", name),
                    .input = {.target = wanted.key, .kind = hex::input_kind::destroy}};
}

} // namespace orrery::apps
