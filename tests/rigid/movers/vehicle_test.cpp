#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/movers/vehicle.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

struct garage : small_world {
    using small_world::small_world;

    // A car of 1200 kg and four wheels of 20 kg whose wheels touch the plane y = 0 under its middle.
    void add_car(vector3 middle = {}, scalar speed = 0, const quaternion& turn = {}) {
        rigid::vehicle_definition plan{
            .chassis = {.position = middle + rotate(turn, {0, scalar(0.75), 0}),
                        .orientation = turn,
                        .linear_velocity = rotate(turn, {0, 0, speed}),
                        .shape = rigid::box({scalar(0.8), scalar(0.3), 2}),
                        .mass = 1200,
                        .center_of_mass = vector3{0, scalar(-0.2), 0}},
            .wheels = rigid::four_wheels({.radius = scalar(0.35)}),
            .first_key = entity_key{1},
        };
        car = rigid::make_vehicle(world, plan).value();
        chassis = world.registry().find(car.chassis);
    }

    void drive(const rigid::vehicle_controls& how, int steps) {
        world.step(rigid::drive_vehicle(car, how));
        run(steps - 1);
    }

    rigid::vehicle car;
    entity chassis{};
};

TEST(vehicle, stands_as_it_was_drawn) {
    garage home;
    home.add_floor();
    home.add_car();
    home.drive({.brake = 1}, 240);
    EXPECT_NEAR(home.position(home.chassis).y, 0.55, 5e-3); // its centre of mass
    EXPECT_TRUE(home.world.registry().all_of<rigid::asleep>(home.chassis));
}

TEST(vehicle, accelerates_by_the_force_of_its_engine) {
    garage home;
    home.add_floor();
    home.add_car();
    home.drive({}, 60);
    const scalar before = home.velocity(home.chassis).z;
    home.drive({.throttle = 1}, 120);
    // F = T / r moves all masses, and wheels of I = m r^2 / 2 also have to spin.
    const double force = 600 / 0.35;
    EXPECT_NEAR(home.velocity(home.chassis).z - before, 2 * force / (1280 + 4 * 20 / 2), 0.03);
    EXPECT_NEAR(home.position(home.chassis).x, 0, 0.01);
}

TEST(vehicle, brakes_within_the_distance_that_friction_allows) {
    garage home;
    home.add({.kind = rigid::body_kind::fixed,
              .shape = rigid::plane(),
              .material = rigid::material{.friction = scalar(0.64)}}); // with tyres of 1: 0.8
    home.add_car({}, 20);
    home.drive({}, 30);
    const scalar speed = home.velocity(home.chassis).z;
    EXPECT_NEAR(speed, 20, 0.05); // it rolls
    const scalar before = home.position(home.chassis).z;
    home.drive({.brake = 1}, 240);
    EXPECT_NEAR(length(home.velocity(home.chassis)), 0, 0.02);
    EXPECT_NEAR(home.position(home.chassis).z - before, speed * speed / (2 * 0.8 * 9.81), 1);
}

TEST(vehicle, turns_in_the_circle_its_wheels_are_steered_for) {
    garage home;
    home.add_floor();
    home.add_car({}, 2);
    const scalar steering = scalar(0.5); // of 0.6 rad
    const double radius = 2.6 / tan(scalar(0.3));
    home.drive({.steering = steering}, 60);
    // The middle of the rear axle.
    const auto rear = [&] {
        const quaternion turn = home.world.registry().get<rigid::orientation>(home.chassis).value;
        return home.position(home.chassis) + rotate(turn, {0, scalar(-0.2), scalar(-1.3)});
    };
    const vector3 a = rear();
    home.run(60);
    const vector3 b = rear();
    home.run(60);
    const vector3 c = rear();
    // The circle through three points, seen from above.
    const auto flat = [](vector3 v) { return vector3{v.x, 0, v.z}; };
    const scalar area = length(cross(flat(b - a), flat(c - a)));
    const scalar found = length(flat(b - a)) * length(flat(c - b)) * length(flat(c - a)) / (2 * area);
    EXPECT_NEAR(found, radius, radius * 0.03);
    EXPECT_GT(c.x, a.x); // to the left
}

TEST(vehicle, stands_on_a_slope_while_it_brakes) {
    garage home;
    const quaternion tilt = quaternion::from_axis_angle({1, 0, 0}, scalar(-0.35));
    home.add({.kind = rigid::body_kind::fixed, .orientation = tilt, .shape = rigid::plane()});
    home.add_car({}, 0, tilt);
    home.drive({.brake = 1}, 60);
    const vector3 before = home.position(home.chassis);
    home.run(300);
    EXPECT_LT(distance(home.position(home.chassis), before), 0.01);
}

TEST(vehicle, drives_over_hills_of_triangles) {
    garage home;
    constexpr std::uint32_t side = 41;
    std::vector<scalar> heights;
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            // Waves of 30 cm in the way, behind a level start.
            heights.push_back(
                row < 12 ? scalar(0) : scalar(0.15) * (1 - cos(static_cast<scalar>(row - 12) * scalar(0.5))));
        }
    }
    const auto hills = rigid::triangle_mesh::from(
        rigid::mesh_of({.columns = side, .rows = side, .spacing = 1, .heights = heights}).value());
    home.add({.kind = rigid::body_kind::fixed,
              .shape = home.world.shapes().add_mesh(hills.value()).value(),
              .key = entity_key{1'000}});
    home.add_car({0, 0, -15});
    home.drive({.throttle = 1}, 400);
    EXPECT_GT(home.position(home.chassis).z, 5);
    EXPECT_GT(home.position(home.chassis).y, 0.3);
    const quaternion turn = home.world.registry().get<rigid::orientation>(home.chassis).value;
    EXPECT_GT(rotate(turn, {0, 1, 0}).y, 0.7);
}

TEST(vehicle, is_refused_with_a_sentence) {
    small_world home;
    const auto reason = [&](const rigid::vehicle_definition& what) {
        const auto made = rigid::make_vehicle(home.world, what);
        return made ? std::string() : made.reason().message;
    };
    rigid::vehicle_definition plan{.chassis = {.shape = rigid::box({1, 1, 1})}};
    EXPECT_EQ(reason(plan),
              "A vehicle needs three wheels or more that do not stand in one line, but it has 0.");
    plan.wheels = rigid::four_wheels({});
    plan.wheels[2].radius = -1;
    EXPECT_EQ(reason(plan),
              "A vehicle is refused: its wheels' radius is -1, but it must be finite and above 0.");
    plan.wheels = rigid::four_wheels({.front = 5, .rear = 4});
    EXPECT_EQ(reason(plan), "The chassis of a vehicle must be heavy between its wheels, or it topples over.");
    EXPECT_EQ(home.world.registry().count<rigid::body>(), 0u);
}

} // namespace
} // namespace orrery::test
