// A small battle in a session.
#pragma once

#include "tests/apps/session/flat_fixture.hpp"

#include <string_view>

namespace orrery::studio {

// A gun that shoots at a rock before it, a rock that lies askew, and a plank far away that nothing reaches.
inline constexpr std::string_view battle_scene = R"({
  "title": "Battle", "about": "A gun shoots at a rock.", "world": "hex", "frames": 300,
  "view": {"center": [10, 2], "height": 40},
  "tiles": {
    "stone": {"symbol": "#", "mass": 2, "hit_points": 4, "color": "#887766"},
    "gun": {"symbol": "g", "mass": 3, "hit_points": 9, "weapon": "cannon"}
  },
  "weapons": {"cannon": {"projectile": "shot", "period": 10, "speed": 50}},
  "types": {
    "rock": {"kind": "composite"},
    "shot": {"kind": "particle", "damage": 2, "lifetime": 150, "is_spent_by_hits": true, "color": "#ffee88"}
  },
  "blueprints": {
    "boulder": {"type": "rock", "rows": [" # # ", "# # #", " # # "]},
    "plank": {"type": "rock", "rows": ["# # #"]},
    "pebble": {"type": "shot"}
  },
  "objects": [
    {"name": "turret", "color": "#3366ff", "type": "rock", "rows": ["# g"], "position": [0, 0], "group": 1},
    {"name": "boulder", "blueprint": "boulder", "position": [20, 0]},
    {"name": "askew", "blueprint": "plank", "position": [5, 12], "angle": 90, "velocity": [0, 3], "group": 2},
    {"name": "far plank", "blueprint": "plank", "position": [2000, 0], "spin": 90}
  ],
  "inputs": [{"kind": "push", "frame": 10, "object": "askew", "velocity": [0, 1]}]
})";

class hex_fixture : public flat_fixture {
protected:
    void SetUp() override { open_flat(battle_scene); }
};

} // namespace orrery::studio
