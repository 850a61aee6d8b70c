// A small world of circles in a session.
#pragma once

#include "tests/apps/session/flat_fixture.hpp"

#include <string_view>

namespace orrery::studio {

// A ball falls through a gate into a tray and comes to rest, and a marble falls onto it; another falls onto a
// bumper. A far ball turns and is never met.
inline constexpr std::string_view tray_scene = R"({
  "title": "Tray", "about": "Balls fall into a tray.", "world": "circles", "frames": 300,
  "view": {"center": [1, 4], "height": 20},
  "settings": {"gravity": [0, -10]},
  "walls": [
    {"kind": "chain", "name": "tray", "color": "#445566", "restitution": 0,
     "points": [[-10, 8], [-10, 0], [10, 0], [10, 8]]},
    {"kind": "circle", "position": [-6, 2], "radius": 1, "kick": 3},
    {"kind": "box", "name": "gate", "position": [0, 5], "size": [4, 1], "is_sensor": true}
  ],
  "blueprints": {
    "marble": {"radius": 0.5, "restitution": 0, "family": 3},
    "boulder": {"radius": 2, "mass": 50}
  },
  "circles": [
    {"name": "ball", "color": "#3366ff", "position": [0, 8], "radius": 1, "restitution": 0, "user_data": 77},
    {"name": "bouncer", "position": [-6, 9], "radius": 0.5, "restitution": 0.8},
    {"name": "rider", "blueprint": "marble", "position": [0, 11], "angle": 90},
    {"name": "far ball", "position": [500, 0], "radius": 1, "spin": 90}
  ],
  "inputs": [{"kind": "push", "frame": 10, "circle": "far ball", "velocity": [2, 0]}]
})";

class circles_fixture : public flat_fixture {
protected:
    void SetUp() override { open_flat(tray_scene); }
};

} // namespace orrery::studio
