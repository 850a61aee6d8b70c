// Bodies that slide and roll over a flat floor of ten thousand triangles as if it were a plane.
#include "tests/rigid/small_world.hpp"
#include "tests/rigid/surface_samples.hpp"

#include <gtest/gtest.h>

namespace orrery::rigid {
namespace {

struct traveller {
    shape what;
    scalar height;
    quaternion orientation;
    vector3 velocity{};
    vector3 spin{};
};

// Runs one body over the floor after it has come to rest on it, and gives its largest speed up or down.
scalar highest_bump(const traveller& body, scalar friction, scalar& way) {
    const test::mesh_pointer floor = test::flat_floor(71, scalar(0.4)); // 10 082 triangles
    orrery::test::small_world sandbox;
    const shape ground = sandbox.world.shapes().add_mesh(floor).value();
    sandbox.add(
        {.kind = body_kind::fixed, .shape = ground, .material = rigid::material{.friction = friction}});
    const vector3 start{-8, body.height, scalar(-0.37)};
    const entity moving = sandbox.add({.position = start,
                                       .orientation = body.orientation,
                                       .linear_velocity = body.velocity,
                                       .angular_velocity = body.spin,
                                       .shape = body.what,
                                       .material = rigid::material{.friction = friction}});
    sandbox.run(20);
    scalar fastest = 0;
    for (int step = 0; step < 160; ++step) {
        sandbox.world.step();
        fastest = max(fastest, abs(sandbox.velocity(moving).y));
    }
    way = distance(sandbox.position(moving), start);
    return fastest;
}

TEST(internal_edges, a_box_slides_over_ten_thousand_triangles_without_a_bump) {
    scalar way = 0;
    for (const scalar angle : {scalar(0), scalar(0.3)}) {
        const traveller slider{.what = box({scalar(0.5), scalar(0.25), scalar(0.4)}),
                               .height = scalar(0.25),
                               .orientation = quaternion::from_axis_angle({0, 1, 0}, angle),
                               .velocity = {4, 0, scalar(0.7)}};
        EXPECT_LT(highest_bump(slider, 0, way), scalar(1e-3));
        EXPECT_GT(way, scalar(10));
        EXPECT_LT(highest_bump(slider, scalar(0.05), way), scalar(1e-3));
        EXPECT_GT(way, scalar(8));
    }
}

TEST(internal_edges, wheels_and_balls_roll_over_ten_thousand_triangles_without_a_bump) {
    const quaternion on_its_side = quaternion::from_axis_angle({1, 0, 0}, scalar(1.57079632679));
    const scalar radius = scalar(0.4);
    const scalar speed = 4;
    scalar way = 0;
    for (const shape& form : {cylinder(radius, scalar(0.15)), sphere(radius), capsule(radius, scalar(0.2))}) {
        const traveller wheel{.what = form,
                              .height = radius,
                              .orientation = on_its_side,
                              .velocity = {speed, 0, 0},
                              .spin = {0, 0, -speed / radius}};
        EXPECT_LT(highest_bump(wheel, scalar(0.6), way), scalar(1e-3)) << name_of(form.kind);
        EXPECT_GT(way, scalar(10)) << name_of(form.kind);
    }
}

} // namespace
} // namespace orrery::rigid
