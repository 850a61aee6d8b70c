// What all bodies of a world carry along together, in double precision.
#pragma once

#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/world.hpp>

#include <gtest/gtest.h>

namespace orrery::test {

using precise3 = basic_vector3<double>;

struct momentum_sum {
    double mass = 0;
    precise3 momentum;
    precise3 angular_momentum; // about the origin
};

// What is glued to a body that can be pushed is part of that one.
[[nodiscard]] inline momentum_sum momentum_of(const rigid::world& where) {
    const auto precise = [](vector3 v) { return precise3{v.x, v.y, v.z}; };
    const registry_state& state = where.registry();
    momentum_sum sum;
    state.view<rigid::mass, rigid::linear_velocity>().each([&](entity id, const rigid::mass& weight,
                                                               const rigid::linear_velocity& velocity) {
        if (state.all_of<rigid::glued_to>(id)) {
            return;
        }
        const double mass = weight.value;
        const precise3 momentum = precise(velocity.value) * mass;
        const quaternion turn = state.get<rigid::orientation>(id).value;
        const vector3 spin = inverse_rotate(turn, state.get<rigid::angular_velocity>(id).value);
        const vector3 own = rotate(turn, state.get<rigid::inertia>(id).tensor() * spin);
        sum.mass += mass;
        sum.momentum += momentum;
        sum.angular_momentum += precise(own) + cross(precise(state.get<rigid::position>(id).value), momentum);
    });
    return sum;
}

// Up to a share of the size of what is compared.
inline void expect_conserved(const momentum_sum& now, const momentum_sum& before, double tolerance) {
    EXPECT_NEAR(now.mass, before.mass, before.mass * tolerance);
    EXPECT_LT(length(now.momentum - before.momentum), tolerance * (1 + length(before.momentum)));
    EXPECT_LT(length(now.angular_momentum - before.angular_momentum),
              tolerance * (1 + length(before.angular_momentum)));
}

} // namespace orrery::test
