// A hex world to test with: rocks that only bounce, targets whose tiles break, guns, and bullets.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/hex/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

inline std::shared_ptr<const rules> shared_small_rules() {
    return std::make_shared<const rules>(small_rules());
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

inline object_definition make(std::uint64_t key, std::uint8_t type, hex_vector position,
                              hex_vector velocity = {}, std::vector<tile> tiles = {}) {
    return {.key = entity_key{key},
            .type = type,
            .position = position,
            .a = {.velocity = static_cast<std::int16_t>(velocity.a)},
            .b = {.velocity = static_cast<std::int16_t>(velocity.b)},
            .tiles = std::move(tiles)};
}

// An engine and a world that asks no questions.
struct small_world {
    engine machine{{.thread_count = 1}};
    hex::world world;

    explicit small_world(std::shared_ptr<const rules> by = shared_small_rules(),
                         const world_settings& how = {})
        : world(machine, std::move(by), how) {}

    void add(const object_definition& what) {
        const status answer = world.add(what);
        ASSERT_TRUE(answer.is_ok()) << (answer.is_ok() ? std::string() : answer.reason().message);
    }

    void run(int ticks, std::span<const input> inputs = {}) {
        for (int tick = 0; tick < ticks; ++tick) {
            world.step(tick == 0 ? inputs : std::span<const input>());
        }
    }

    [[nodiscard]] object at(std::uint64_t key) const {
        return world.current().at(world.find(entity_key{key}).value());
    }

    [[nodiscard]] bool has(std::uint64_t key) const { return world.find(entity_key{key}).has_value(); }

    [[nodiscard]] std::vector<tile> tiles_of(std::uint64_t key) const {
        std::vector<tile> tiles;
        read_tiles(world.current().composite(world.find(entity_key{key}).value()), tiles);
        return tiles;
    }

    // Events of one kind in the last tick.
    [[nodiscard]] std::vector<event> events(event_kind kind) const {
        std::vector<event> found;
        for (const event& each : world.events()) {
            if (each.kind == kind) {
                found.push_back(each);
            }
        }
        return found;
    }
};

} // namespace orrery::hex::test
