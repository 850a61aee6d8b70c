#include <orrery/core/registry/component_type.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::rigid {

result<entity> make_character(world& where, const character_definition& what) {
    if (const status answer = component_type::of<character>().validate(&what.abilities); !answer) {
        return error{text("A character is refused: ", answer.reason().message, ".")};
    }
    const scalar half = what.height * scalar(0.5) - what.radius;
    if (!(half > least_measure)) {
        return error{text("A character is refused: its height is ", what.height,
                          " m, but it must be above twice its radius of ", what.radius, " m.")};
    }
    const result<entity> made = make_body(where, {.position = what.position,
                                                  .linear_velocity = what.velocity,
                                                  .shape = capsule(what.radius, half),
                                                  .mass = what.mass,
                                                  .gravity = what.gravity,
                                                  .locked_axes = locked_axes::all_turns,
                                                  .filter = what.filter,
                                                  .key = what.key});
    if (made) {
        where.registry().emplace<character>(made.value(), what.abilities);
        where.registry().emplace<walk_state>(made.value());
    }
    return made;
}

} // namespace orrery::rigid
