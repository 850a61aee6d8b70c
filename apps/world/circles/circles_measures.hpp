// What can be measured of circles, and what their walls are called.
// Energy is that of motion and rotation and that of the height in the uniform field, in mass units2/s2.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/rules.hpp>
#include <orrery/circles/world.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace orrery::apps {

using circles_view = time::frame_view<circles::world>;

[[nodiscard]] double kinetic_energy(const circles::form& what, const circles::motion& how);
[[nodiscard]] double potential_energy(const circles::form& what, const circles::motion& where,
                                      const circles::rules& by);
[[nodiscard]] double speed_of(const circles::motion& how);

// Of all circles of a frame. An empty one has no energy and no speed, and no centre of mass.
[[nodiscard]] double energy_of_all(const circles_view& frame, const circles::rules& by);
[[nodiscard]] double highest_speed(const circles_view& frame);
[[nodiscard]] std::optional<double> height_of_all(const circles_view& frame);

// "flipper", or "wall 12" for one without a name: its number is its place in the list of walls, from 0 on, as
// scenes, messages and JSON count.
[[nodiscard]] std::string name_of_wall(std::uint32_t number, const circles::rules& rules);

} // namespace orrery::apps
