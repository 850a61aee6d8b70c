// What can be measured of objects of a hex world: cells, seconds and
// radians. Energy is that of motion and rotation, in mass cells2/s2.
#pragma once

#include <orrery/hex/motion_model.hpp>
#include <orrery/hex/rules.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/timeline/frame_view.hpp>

#include <optional>

namespace orrery::apps {

using hex_view = time::frame_view<hex::world>;

// What makes an object hard to move and to turn. Mass times square cells.
struct hex_weight {
    double mass = 0;
    double inertia = 0; // 0: it cannot be turned
};

[[nodiscard]] hex_weight weight_of(const hex::object_form& what, const hex::rules& by);

// Cells a second.
[[nodiscard]] double speed_of(const hex::recorded_motion& how, const hex::rules& by);

[[nodiscard]] double kinetic_energy(const hex::object_form& what, const hex::recorded_motion& how,
                                    const hex::rules& by);

// Up, where y on the screen is down. Cells.
[[nodiscard]] double height_of(const hex::recorded_motion& where);

// Of all objects of a frame. An empty one has no energy, no speed, no tiles and no centre of mass.
[[nodiscard]] double energy_of_all(const hex_view& frame, const hex::rules& by);
[[nodiscard]] double highest_speed(const hex_view& frame, const hex::rules& by);
[[nodiscard]] std::optional<double> height_of_all(const hex_view& frame, const hex::rules& by);
[[nodiscard]] double tiles_of_all(const hex_view& frame);

} // namespace orrery::apps
