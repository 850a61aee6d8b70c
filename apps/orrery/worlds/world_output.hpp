// How the command writes what world_traits knows of a world: as text, as JSON, and as shapes for other
// programs to draw. Specialised for each kind of world.
#pragma once

namespace orrery::command {

// Members of a specialisation, all static:
//
//   describe(motion, rules, json)    members of an object
//   describe(event, rules, json)     members of an object
//   describe(event, rules)           text behind the names of an event: "  12.5 N s"; empty if there is
//   nothing to add describe(form, rules, text)      a line for each field describe(form, rules, json)      an
//   object describe(input)                  "impulse on body 3 of (0, 5, 0)" shape_of(form, world, colors,
//   plane_size)   how to draw an entity; nothing for one without a shape has_same_shape(form, form)
//   default_color(form, colors)      0xRRGGBB, of one that the scene gives none
//   scenery_of(rules, colors)        what stands there all the time; only where there is something
template <typename World>
struct world_output;

} // namespace orrery::command
