// A world on one thread for tests, with a floor on demand.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>

namespace orrery::test {

struct small_world {
    explicit small_world(const rigid::world_settings& settings = {}, std::uint32_t threads = 1)
        : machine({.thread_count = threads})
        , world(machine, settings) {}

    entity add(const rigid::body_definition& what) { return rigid::make_body(world, what).value(); }

    entity add_floor() {
        return add({.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{1'000'000}});
    }

    void run(int steps) {
        for (int step = 0; step < steps; ++step) {
            world.step();
        }
    }

    void step(const rigid::input& what) { world.step({&what, 1}); }

    [[nodiscard]] vector3 position(entity id) const {
        return world.registry().get<rigid::position>(id).value;
    }

    [[nodiscard]] vector3 velocity(entity id) const {
        return world.registry().get<rigid::linear_velocity>(id).value;
    }

    [[nodiscard]] vector3 spin(entity id) const {
        return world.registry().get<rigid::angular_velocity>(id).value;
    }

    engine machine;
    rigid::world world;
};

} // namespace orrery::test
