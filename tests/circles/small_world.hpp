// A world of circles to test with.
#pragma once

#include "tests/circles/crowd.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/core/engine.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::circles::test {

// An engine and a world that asks no questions.
struct small_world {
    engine machine{{.thread_count = 1, .level = log_level::error}};
    circles::world world;

    explicit small_world(const rules& by = {}, const world_settings& how = {})
        : world(machine, std::make_shared<const rules>(by), how) {}

    void add(const circle_definition& what) { add({&what, 1}); }

    void add(std::span<const circle_definition> all) {
        const status answer = world.add(all);
        ASSERT_TRUE(answer.is_ok()) << (answer.is_ok() ? std::string() : answer.reason().message);
    }

    void run(int updates, std::span<const input> inputs = {}) {
        for (int update = 0; update < updates; ++update) {
            world.step(update == 0 ? inputs : std::span<const input>());
        }
    }

    [[nodiscard]] bool has(std::uint64_t key) const { return world.find(entity_key{key}).has_value(); }

    [[nodiscard]] const motion& at(std::uint64_t key) const {
        return world.current().motions[world.find(entity_key{key}).value()];
    }

    [[nodiscard]] const form& form_of(std::uint64_t key) const {
        return world.current().roster->forms[world.find(entity_key{key}).value()];
    }

    // Events of one kind in the last update.
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

// The same with a crowd in it.
struct crowded : small_world {
    explicit crowded(std::uint64_t seed = 1, const world_settings& how = {})
        : small_world(crowd_rules(), how) {
        add(crowd(seed));
    }
};

} // namespace orrery::circles::test
