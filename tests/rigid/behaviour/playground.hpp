// An engine with a world in it, and short ways to ask about its bodies, for tests that watch what happens.
#pragma once

#include "scenes/builders/add_to_world.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/world.hpp>

#include <cstdint>
#include <vector>

namespace orrery::test {

// How fast falling gets faster where nothing else is said.
inline constexpr scalar gravity = scalar(9.81);
// For worlds without gravity.
inline constexpr rigid::world_settings weightless{.gravity = {}};
inline constexpr rigid::world_settings sleepless{.may_sleep = false};

class playground {
public:
    explicit playground(const rigid::world_settings& settings = {},
                        const engine_settings& machine = {.thread_count = 1})
        : machine_(machine)
        , world_(machine_, settings) {}

    [[nodiscard]] rigid::world& world() noexcept { return world_; }

    [[nodiscard]] registry& state() noexcept { return world_.registry(); }

    entity add(const rigid::body_definition& what) { return make_body(world_, what).value(); }

    // Everything below y = 0.
    entity add_floor(const rigid::material& what = {}) {
        return add({.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .material = what});
    }

    std::vector<entity> add(const scenes::scene& what, std::uint64_t first_key = 1) {
        return scenes::add_to_world(what, world_, first_key);
    }

    void step(int count = 1) {
        for (int i = 0; i < count; ++i) {
            world_.step();
        }
    }

    // Sixty steps a second.
    void run(scalar seconds) { step(static_cast<int>(seconds * 60 + scalar(0.5))); }

    [[nodiscard]] vector3 position(entity which) const { return get<rigid::position>(which).value; }

    [[nodiscard]] quaternion orientation(entity which) const { return get<rigid::orientation>(which).value; }

    [[nodiscard]] vector3 velocity(entity which) const { return get<rigid::linear_velocity>(which).value; }

    [[nodiscard]] vector3 spin(entity which) const { return get<rigid::angular_velocity>(which).value; }

    [[nodiscard]] scalar mass(entity which) const { return get<rigid::mass>(which).value; }

    [[nodiscard]] bool is_asleep(entity which) const {
        return world_.registry().all_of<rigid::asleep>(which);
    }

    // Of translation and rotation, in joules.
    [[nodiscard]] double kinetic_energy(entity which) const {
        const vector3 turning = inverse_rotate(orientation(which), spin(which));
        const vector3 momentum = get<rigid::inertia>(which).tensor() * turning;
        return (mass(which) * length_squared(velocity(which)) + dot(turning, momentum)) / 2;
    }

    // About the centre of mass, in the world's axes.
    [[nodiscard]] vector3 angular_momentum(entity which) const {
        const quaternion turned = orientation(which);
        return rotate(turned, get<rigid::inertia>(which).tensor() * inverse_rotate(turned, spin(which)));
    }

private:
    template <typename Component>
    [[nodiscard]] const Component& get(entity which) const {
        return world_.registry().get<Component>(which);
    }

    engine machine_;
    rigid::world world_;
};

// How far the one that moved most is from where it was.
[[nodiscard]] inline scalar largest_drift(const playground& ground, const std::vector<entity>& bodies,
                                          const std::vector<vector3>& began) {
    scalar largest = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        largest = max(largest, distance(ground.position(bodies[i]), began[i]));
    }
    return largest;
}

[[nodiscard]] inline std::vector<vector3> positions(const playground& ground,
                                                    const std::vector<entity>& bodies) {
    std::vector<vector3> all;
    for (const entity each : bodies) {
        all.push_back(ground.position(each));
    }
    return all;
}

} // namespace orrery::test
