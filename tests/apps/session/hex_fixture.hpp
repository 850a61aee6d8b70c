// A small battle in a session.
#pragma once

#include "tests/apps/session/census_fixture.hpp"

#include <gtest/gtest.h>

#include <string>
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

class hex_fixture : public census_fixture {
protected:
    explicit hex_fixture(session_settings settings = {.horizon = 260, .has_thread = false})
        : census_fixture(settings) {}

    void SetUp() override {
        open(battle_scene);
        page_ = session_.join();
    }

    // Of the frame that was sent last, for the entity at a place in the order of keys.
    [[nodiscard]] float number_in_frame(std::size_t offset) const {
        float value = 0;
        std::memcpy(&value, outbox_.frames.at(page_).back().bytes.data() + 40 + offset * sizeof(float),
                    sizeof(float));
        return value;
    }

    [[nodiscard]] float position(std::size_t place, std::size_t axis) const {
        return number_in_frame(3 * place + axis);
    }

    [[nodiscard]] float orientation(std::size_t place, std::size_t part) const {
        return number_in_frame(3 * outbox_.frames.at(page_).back().count + 4 * place + part);
    }

    json::value inspect(std::string_view key, std::uint64_t frame) {
        wait_for(page_, static_cast<double>(frame));
        return ask_well(page_, text(R"("do":"inspect","frame":)", frame, R"(,"key":")", key, "\""));
    }

    // A number of a vector of a motion.
    double motion(const json::value& inspected, std::string_view what, std::size_t axis) {
        return inspected.find("motion")->find(what)->items()[axis].number();
    }

    client_id page_ = client_id::none;
};

} // namespace orrery::studio
