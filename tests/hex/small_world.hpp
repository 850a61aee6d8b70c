// A hex world to test with, by the rules of small_rules.hpp.
#pragma once

#include "tests/hex/small_rules.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/hex/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orrery::hex::test {

inline std::shared_ptr<const rules> shared_small_rules() {
    return std::make_shared<const rules>(small_rules());
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
