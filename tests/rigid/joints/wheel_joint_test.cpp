#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr double chassis_mass = 800;
constexpr double wheel_mass = 20;
constexpr double wheel_radius = 0.35;
constexpr double spring_stiffness = 40'000;

// A car of four ball-shaped wheels that stands on a plane and drives along z.
struct four_wheeler : small_world {
    entity chassis;
    std::array<entity, 4> wheels{};

    four_wheeler() {
        add_floor();
        chassis = add({.position = {0, scalar(0.8), 0},
                       .shape = box({scalar(0.7), scalar(0.2), scalar(1.6)}),
                       .mass = scalar(chassis_mass),
                       .may_sleep = false,
                       .key = entity_key{1}});
        for (std::size_t number = 0; number < 4; ++number) {
            const vector3 place{number % 2 == 0 ? scalar(0.9) : scalar(-0.9), scalar(-0.45),
                                number < 2 ? scalar(1.2) : scalar(-1.2)};
            wheels[number] =
                add({.position = vector3{0, scalar(0.8), 0} + place,
                     .orientation = quaternion::from_axis_angle({0, 0, 1}, -std::numbers::pi_v<scalar> / 2),
                     .shape = sphere(scalar(wheel_radius)),
                     .material = material{.friction = 2},
                     .mass = scalar(wheel_mass),
                     .key = entity_key{10 + number}});
            const wheel_joint joint{.a = chassis,
                                    .b = wheels[number],
                                    .pivot_a = place,
                                    .suspension = {.lowest = scalar(-0.2),
                                                   .highest = scalar(0.2),
                                                   .stiffness = scalar(spring_stiffness),
                                                   .damping = 4000}};
            static_cast<void>(make_joint(world, joint, entity_key{20 + number}).value());
        }
    }

    // Of the wheels from the first on.
    void drive(std::size_t count, vector3 how, int steps) {
        std::array<input, 4> inputs;
        for (std::size_t number = 0; number < count; ++number) {
            inputs[number] = input::drive(entity_key{10 + number}, entity_key{20 + number}, how);
        }
        world.step({inputs.data(), count});
        run(steps - 1);
    }
};

} // namespace

TEST(wheel_joint, sinks_into_its_suspension_by_weight_over_stiffness) {
    four_wheeler in;
    in.run(240);
    EXPECT_NEAR(in.position(in.chassis).y, 0.8 - chassis_mass * 9.81 / (4 * spring_stiffness), 3e-3);
    for (const entity wheel : in.wheels) {
        EXPECT_NEAR(in.position(wheel).y, wheel_radius, 5e-3);
    }
}

TEST(wheel_joint, accelerates_a_car_by_torque_over_radius_and_mass) {
    four_wheeler in;
    in.run(120);
    in.drive(4, {0, 100, 0}, 60);
    // Each wheel also has to be spun up: it weighs 2/5 more than it does.
    const double mass = chassis_mass + 4 * wheel_mass * 1.4;
    EXPECT_NEAR(in.velocity(in.chassis).z, 4 * 100 / wheel_radius / mass, 0.02);
    const double before = in.velocity(in.chassis).z;
    in.drive(4, {0, 0, 50}, 30);
    EXPECT_NEAR(before - in.velocity(in.chassis).z, 4 * 50 / wheel_radius / mass / 2, 0.02) << "brakes";
    in.drive(4, {0, 0, 1000}, 120);
    EXPECT_NEAR(length(in.velocity(in.chassis)), 0, 5e-3) << "and stands";
}

TEST(wheel_joint, turns_the_axle_and_the_car_follows) {
    four_wheeler in;
    in.run(60);
    in.drive(2, {scalar(0.3), 0, 0}, 30);
    const vector3 axle = rotate(placement(in.world, in.wheels[0]).rotation, {0, 1, 0});
    EXPECT_NEAR(length(axle - vector3{std::cos(scalar(0.3)), 0, -std::sin(scalar(0.3))}), 0, 5e-3);
    in.drive(2, {scalar(0.3), 100, 0}, 120);
    const vector3 forward = rotate(placement(in.world, in.chassis).rotation, {0, 0, 1});
    EXPECT_GT(forward.x, 0.05) << "to the left";
}

TEST(wheel_joint, spins_no_faster_than_its_engine) {
    small_world in({.gravity = {}});
    const entity post = in.add({.kind = body_kind::fixed});
    const entity wheel =
        in.add({.orientation = quaternion::from_axis_angle({0, 0, 1}, -std::numbers::pi_v<scalar> / 2),
                .shape = cylinder(scalar(0.3), scalar(0.1)),
                .mass = scalar(10),
                .may_sleep = false});
    static_cast<void>(make_joint(in.world, wheel_joint{.a = post,
                                                       .b = wheel,
                                                       .suspension = locked_axis,
                                                       .motor_torque = -9,
                                                       .motor_speed = 40})
                          .value());
    in.run(60);
    EXPECT_NEAR(in.spin(wheel).x, -9 / (0.5 * 10 * 0.3 * 0.3), 0.02);
    in.run(120);
    EXPECT_NEAR(in.spin(wheel).x, -40, 0.01);
    EXPECT_LT(length(in.position(wheel)), 1e-4);
}

TEST(wheel_joint, that_makes_no_sense_is_refused) {
    small_world in;
    const entity a = in.add({.mass = scalar(1), .inertia = matrix3::identity()});
    EXPECT_EQ(make_joint(in.world, wheel_joint{.a = a, .axle_a = {0, 2, 0}}).reason().message,
              "A joint is refused: wheel_joint: its axle points along the suspension.");
    EXPECT_FALSE(make_joint(in.world, wheel_joint{.a = a, .up = {}}));
    EXPECT_FALSE(make_joint(in.world, wheel_joint{.a = a, .brake_torque = -1}));
}
