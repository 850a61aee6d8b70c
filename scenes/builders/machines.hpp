// Small machines that hang in the air, in a row along x: what joints do that chains and pendulums do not
// show.
#pragma once

#include <orrery/rigid/world.hpp>

#include <cstdint>

namespace orrery::scenes {

// A rod that leans in an elliptical cone, a limb in a shoulder with soft stops, two shafts with a bend, a
// train of two gears whose second moves a rack, a hoist over two pulleys whose rope tears when it is
// overloaded, a crate that a motor holds, two stars that go round each other, a flap, a lift, a sprung arm
// and a wheel on posts, and a chain that tumbles down. Keys are first_key and the 89 that follow.
void add_machines(rigid::world& where, std::uint64_t first_key);

// The crate and its motor, as an input that drives it has to name them.
[[nodiscard]] entity_key driven_crate(std::uint64_t first_key);
[[nodiscard]] entity_key crate_motor(std::uint64_t first_key);

// The lighter weight of the hoist: a pull on it makes the rope tear.
[[nodiscard]] entity_key hoist_weight(std::uint64_t first_key);

} // namespace orrery::scenes
