// Rules to test with: rocks that only bounce, targets whose tiles break, guns, and bullets.
#pragma once

#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::test {

// Numbers of tile types, weapons and object types in small_rules().
enum small_tile : std::uint8_t { hull, gun_tile, core };

enum small_object : std::uint8_t { rock, target, gunship, pebble, bullet, mine, fighter };

inline rules small_rules() {
    rules made;
    made.tile_types = {{.name = "hull", .mass = 2, .hit_points = 3},
                       {.name = "gun", .mass = 3, .hit_points = 2, .weapon = 0},
                       {.name = "core", .mass = 9, .hit_points = 9}};
    made.weapons = {{.name = "cannon", .projectile = bullet, .period = 10, .speed = 2000}};
    made.pilots = {{.name = "hunter"}};
    made.object_types = {
        {.name = "rock", .restitution = 255, .friction = 0},
        {.name = "target", .restitution = 0, .friction = 0},
        {.name = "gunship"},
        {.name = "pebble", .kind = object_kind::particle, .restitution = 255, .friction = 0, .mass = 3},
        {.name = "bullet",
         .kind = object_kind::particle,
         .damage = 3,
         .lifetime = 300,
         .is_spent_by_hits = true},
        {.name = "mine", .kind = object_kind::particle, .damage = 1},
        {.name = "fighter", .pilot = 0}};
    made.blueprints = {
        {.name = "pebble", .type = pebble},
        {.name = "rock", .type = rock, .tiles = {{.at = {0, 0}, .type = hull, .hit_points = 3}}}};
    return made;
}

// A row of tiles along A.
inline std::vector<tile> bar(std::int16_t length, std::uint8_t type = hull) {
    const rules by = small_rules();
    std::vector<tile> tiles;
    for (std::int16_t i = 0; i < length; ++i) {
        tiles.push_back({.at = {i, 0}, .type = type, .hit_points = by.tile_types[type].hit_points});
    }
    return tiles;
}

} // namespace orrery::hex::test
