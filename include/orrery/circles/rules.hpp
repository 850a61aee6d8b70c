// What a world of circles is told once: its walls, what pulls, how finely it computes, and what inputs may
// bring into being. Rules are plain data, checked as a whole, and then shared by all frames and forks.
#pragma once

#include <orrery/circles/circle.hpp>
#include <orrery/circles/wall.hpp>
#include <orrery/core/result.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::circles {

struct blueprint {
    std::string name{};
    circles::form form{};

    friend bool operator==(const blueprint&, const blueprint&) = default;
};

struct rules {
    scalar time_step = scalar(1) / 60; // s
    vector2 gravity{};                 // units/s^2
    scalar damping = 0;                // 1/s: how fast speed is lost without touching anything
    scalar spin_damping = 0;           // 1/s
    scalar max_speed = 10000;          // units/s
    // Circles keep this distance from what they touch, so that no rounding makes them overlap.
    scalar skin = scalar(0.005);
    // Two that meet more slowly do not bounce.
    scalar rest_speed = scalar(0.5); // units/s
    // How often contacts at rest are gone through in an update.
    std::uint32_t contact_rounds = 8;
    // After so many impacts in an update a circle stops where it has its next one, and goes on in the next
    // update.
    std::uint32_t max_impacts = 32;
    std::vector<wall> walls{};
    std::vector<blueprint> blueprints{};

    // One sentence about the first thing that is wrong: "rules.walls[3].radius is -1, expected more than 0".
    [[nodiscard]] status check() const;

    friend bool operator==(const rules&, const rules&) = default;
};

} // namespace orrery::circles
