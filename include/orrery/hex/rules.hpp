// What a hex world is told once: which tiles and which kinds of objects there are, what they do, and what
// surrounds them. Rules are plain data, checked as a whole, and then shared by all frames and forks.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/environment.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::hex {

inline constexpr std::uint8_t no_index = 255;
inline constexpr std::size_t max_types = 255; // of each list

// Fires straight ahead: along A of the composite it is part of.
struct weapon {
    std::string name{};
    std::uint8_t projectile = 0; // of object_types: a particle
    std::uint16_t period = 20;   // ticks from one shot to the next
    std::int16_t speed = 4000;   // quarters of a unit a tick, beside what the composite has

    friend bool operator==(const weapon&, const weapon&) = default;
};

struct tile_type {
    std::string name{};
    std::uint8_t mass = 1;
    std::uint8_t hit_points = 1;
    std::uint8_t weapon = no_index; // of rules::weapons

    friend bool operator==(const tile_type&, const tile_type&) = default;
};

// Who steers a composite: it looks for the nearest composite of another group that has a pilot, turns
// towards it, keeps its distance and fires when it is ahead. Without a pilot, weapons always fire.
struct pilot {
    std::string name{};
    std::uint8_t period = 8;                 // ticks from one look to the next
    std::uint8_t thrust = 8;                 // quarters of a unit a tick, each tick
    std::uint8_t turning = 8;                // quarters of a step a tick, each tick
    std::int32_t sight = 4 * 65536;          // units
    std::int32_t distance = 24 * cell_pitch; // to keep
    std::uint16_t aim = 1500;                // steps: fires when the target is no farther off

    friend bool operator==(const pilot&, const pilot&) = default;
};

enum class object_kind : std::uint8_t { particle, composite };

struct object_type {
    std::string name{};
    object_kind kind = object_kind::composite;
    std::uint8_t restitution = 128; // in 255ths; of two that meet, the larger one counts
    std::uint8_t friction = 64;     // in 255ths of the normal impulse; of two, the mean
    std::uint8_t damage = 0;        // hit points that it takes from a tile it meets
    std::uint8_t pilot = no_index;  // of rules::pilots; composites only
    // Particles only.
    std::uint16_t mass = 1;
    std::uint16_t lifetime = 0;    // ticks; 0: for ever
    bool is_spent_by_hits = false; // ceases to be when it meets something

    friend bool operator==(const object_type&, const object_type&) = default;
};

// What inputs may bring into being.
struct blueprint {
    std::string name{};
    std::uint8_t type = 0;     // of object_types
    std::vector<tile> tiles{}; // of composites, in the order of their cells

    friend bool operator==(const blueprint&, const blueprint&) = default;
};

struct rules {
    std::vector<tile_type> tile_types{};
    std::vector<weapon> weapons{};
    std::vector<pilot> pilots{};
    std::vector<object_type> object_types{};
    std::vector<blueprint> blueprints{};
    hex::environment environment{};
    std::uint16_t ticks_per_second = 100;

    // One sentence about the first thing that is wrong: "rules.tile_types[3].weapon is 7, expected less than
    // 2 or none".
    [[nodiscard]] status check() const;

    friend bool operator==(const rules&, const rules&) = default;
};

} // namespace orrery::hex
