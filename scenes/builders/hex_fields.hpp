// What hex worlds are shown and measured with. The same arguments give the same scene everywhere. Keys count
// from 1 in the order of the objects.
#pragma once

#include <orrery/hex/object_definition.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::scenes {

struct hex_scene {
    std::shared_ptr<const hex::rules> rules;
    std::vector<hex::object_definition> objects;
};

// Rocks, which are random composites that hang together, and dust between them, in a square with a border
// that sends back what leaves it. Everything moves and bounces, and nothing breaks.
//
// As long as their records fit into an arena, no two rocks are the same; of more rocks than that, each takes
// one of some hundred shapes, since equal records are shared.
struct asteroid_field_settings {
    std::uint32_t count = 10'000; // of rocks and dust
    double particles = 0.7;       // what part of them is dust
    std::uint32_t min_tiles = 4;  // of a rock
    std::uint32_t max_tiles = 60;
    // The square has room for `count` squares with sides of so many units: with the default, ten thousand
    // objects have about a hundred and ninety impacts a tick.
    std::int32_t spacing = 8200;
    std::int16_t speed = 1000; // quarters of a unit a tick, at most, along x and along y; up to 20000
    std::uint64_t seed = 1;
};

[[nodiscard]] hex_scene asteroid_field(const asteroid_field_settings& settings = {});

// Two fleets in two groups that face each other across a field of rocks. A ship has a cockpit, a hull, armour
// ahead, an engine behind and guns on its wings, and a pilot who looks for the nearest enemy. Shots break
// tiles, and what hangs on them falls off.
struct two_fleets_settings {
    std::uint32_t ships = 40; // of both fleets together
    std::uint32_t asteroids = 60;
    std::int32_t distance = 3 * 65536; // units from one fleet to the other
    std::uint64_t seed = 1;
};

[[nodiscard]] hex_scene two_fleets(const two_fleets_settings& settings = {});

// One weapon that fires along +B in every tick: after `bullets` ticks there is a column of so many bullets,
// all at the same A, and rocks that drift across it now and then.
struct rapid_fire_settings {
    std::uint16_t bullets = 4000;
    std::int16_t speed = 400; // of a bullet: quarters of a unit a tick
    std::uint32_t rocks = 60;
    std::uint64_t seed = 1;
};

[[nodiscard]] hex_scene rapid_fire(const rapid_fire_settings& settings = {});

} // namespace orrery::scenes
