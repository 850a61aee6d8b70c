#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

std::string refusal(small_world& in, const body_definition& what) {
    const result<entity> made = make_body(in.world, what);
    return made ? std::string() : made.reason().message;
}

} // namespace

TEST(body_definition, gives_a_body_the_mass_of_its_shape) {
    small_world in;
    const entity id = in.add({.shape = box({1, scalar(0.5), 2}), .density = 500});
    EXPECT_FLOAT_EQ(static_cast<float>(in.world.registry().get<mass>(id).value), 4000.0f);
    const vector3 moments = in.world.registry().get<inertia>(id).diagonal;
    EXPECT_NEAR(moments.x, 4000 * (1 + 16) / 12.0, 1);
    EXPECT_NEAR(moments.y, 4000 * (4 + 16) / 12.0, 1);
}

// The product of the three moments of a small or large body is beyond what a float can hold.
TEST(body_definition, takes_bodies_of_all_sizes_that_can_turn) {
    for (const scalar size : {scalar(1e-5), scalar(1e-4), scalar(1e-2), scalar(100), scalar(1000)}) {
        small_world in;
        for (const shape& what :
             {sphere(size), box({size, size / 2, size * 2}), capsule(size, size), cylinder(size, size / 2)}) {
            const entity id = in.add({.angular_velocity = {0, 1, 0}, .shape = what});
            in.world.step();
            const quaternion turned = in.world.registry().get<orientation>(id).value;
            EXPECT_NEAR(turned.y, 0.5 / 60, 1e-3) << "size " << size << ", kind " << name_of(what.kind);
            in.world.registry().destroy(id);
        }
    }
}

TEST(body_definition, that_is_not_possible_is_refused_and_creates_nothing) {
    small_world in;
    const scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_NE(refusal(in, {.position = {0, nan, 0}, .shape = sphere(1)}), "");
    EXPECT_NE(refusal(in, {.orientation = {0, 0, 0, 2}, .shape = sphere(1)}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(0)}), "");
    EXPECT_NE(refusal(in, {.shape = box({1, -1, 1})}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .mass = scalar(-2)}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .density = 0}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .inertia = matrix3{}}), "");
    EXPECT_NE(refusal(in, {.mass = scalar(1)}), "") << "no shape and no inertia";
    EXPECT_NE(refusal(in, {.shape = plane()}), "") << "a plane has no mass";
    EXPECT_NE(refusal(in, {.shape = shape{.id = shape_id{12345}, .size = {}, .kind = shape_kind::hull}}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .material = material{.restitution = 2}}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .damping = {.linear = -1}}), "");
    EXPECT_EQ(refusal(in, {.shape = sphere(1), .attractor = scalar(-1)}),
              "the body's attractor is -1 m3/s2, but it must be finite and not negative");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .drag = drag{.linear = 0, .quadratic = -1, .medium = {}}}),
              "");
    EXPECT_NE(refusal(in, {.kind = static_cast<body_kind>(3), .shape = sphere(1)}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .filter = {.layer = 32}}), "");
    EXPECT_NE(refusal(in, {.shape = sphere(1), .sticks_at = nan}), "");
    EXPECT_EQ(in.world.registry().size(), 0u);
    const std::array<vector3, 4> flat{vector3{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
    EXPECT_FALSE(in.world.shapes().add_hull(flat)) << "a hull with no volume";
}

TEST(body_definition, refuses_a_key_that_is_taken) {
    small_world in;
    in.add({.shape = sphere(1), .key = entity_key{5}});
    EXPECT_EQ(refusal(in, {.shape = sphere(1), .key = entity_key{5}}),
              "the key 5 is taken by another entity");
    EXPECT_EQ(in.world.registry().size(), 1u);
}

TEST(body_definition, a_body_made_by_hand_does_what_one_from_a_definition_does) {
    small_world by_call;
    small_world by_hand;
    const entity made =
        by_call.add({.position = {0, 3, 0}, .shape = sphere(1), .density = 1000, .key = entity_key{8}});
    orrery::registry& registry = by_hand.world.registry();
    const entity id = registry.create(entity_key{8});
    const mass_properties properties = properties_of_density(sphere(1), 1000, by_hand.world.shapes());
    registry.emplace<body>(id, body_kind::dynamic);
    registry.emplace<position>(id, vector3{0, 3, 0});
    registry.emplace<orientation>(id);
    registry.emplace<linear_velocity>(id);
    registry.emplace<angular_velocity>(id);
    registry.emplace<mass>(id, properties.mass);
    registry.emplace<inertia>(id, inertia::from_tensor(properties.inertia));
    registry.emplace<shape>(id, sphere(1));
    registry.emplace<material>(id);
    registry.emplace<gravity>(id, vector3{0, scalar(-9.81), 0});
    by_call.add_floor();
    by_hand.add_floor();
    by_call.run(100);
    by_hand.run(100);
    EXPECT_EQ(by_call.world.hash(), by_hand.world.hash());
    EXPECT_NEAR(by_call.position(made).y, 1, 0.01);
}

TEST(body_definition, a_body_without_a_shape_falls_through_everything) {
    small_world in;
    in.add_floor();
    const entity ghost = in.add({.position = {0, 1, 0}, .mass = scalar(2), .inertia = matrix3::identity()});
    in.run(60);
    EXPECT_NEAR(in.position(ghost).y, 1 - 9.81 / 2, 0.1);
}

TEST(change_shape, keeps_the_frame_where_it_is_and_the_mass_unless_told_otherwise) {
    small_world in;
    const std::array<compound::child, 2> uneven{compound::child{sphere(1), {}},
                                                compound::child{sphere(1), {{4, 0, 0}, {}}}};
    const shape pair = in.world.shapes().add_compound(uneven).value();
    const entity id = in.add({.position = {1, 2, 3}, .shape = sphere(1), .mass = scalar(7)});
    ASSERT_TRUE(change_shape(in.world, id, pair).is_ok());
    EXPECT_EQ(in.world.registry().get<mass>(id).value, 7);
    EXPECT_NEAR(length(placement(in.world, id).position - vector3{1, 2, 3}), 0, 1e-5);
    EXPECT_NEAR(in.position(id).x, 3, 1e-5) << "the centre of mass lies between the two";
    ASSERT_TRUE(change_shape(in.world, id, sphere(2), scalar(10)).is_ok());
    EXPECT_NEAR(in.world.registry().get<mass>(id).value, 10 * 4 * 3.14159265 * 8 / 3, 0.1);
    EXPECT_FALSE(change_shape(in.world, id, sphere(-1)).is_ok());
    EXPECT_FALSE(change_shape(in.world, entity{}, sphere(1)).is_ok());
}

TEST(change_shape, of_a_resting_body_is_felt_in_the_next_step) {
    small_world in;
    in.add_floor();
    const entity id = in.add({.position = {0, scalar(0.5), 0}, .shape = box({1, scalar(0.5), 1})});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(id));
    ASSERT_TRUE(change_shape(in.world, id, box({1, scalar(0.25), 1})).is_ok());
    in.run(120);
    EXPECT_NEAR(in.position(id).y, 0.25, 0.01);
}

TEST(change_kind, turns_a_wall_into_a_falling_body_and_back) {
    small_world in;
    in.add_floor();
    const entity id = in.add({.kind = body_kind::fixed, .position = {0, 3, 0}, .shape = box({1, 1, 1})});
    in.run(30);
    EXPECT_EQ(in.position(id).y, 3);
    ASSERT_TRUE(change_kind(in.world, id, body_kind::dynamic).is_ok());
    in.run(30);
    EXPECT_LT(in.position(id).y, 2.5);
    ASSERT_TRUE(change_kind(in.world, id, body_kind::fixed).is_ok());
    const scalar height = in.position(id).y;
    in.run(30);
    EXPECT_EQ(in.position(id).y, height);
    ASSERT_TRUE(change_kind(in.world, id, body_kind::kinematic).is_ok());
    in.world.registry().patch<linear_velocity>(id, [](linear_velocity& v) { v.value = {0, 1, 0}; });
    in.run(60);
    EXPECT_NEAR(in.position(id).y, height + 1, 1e-3);
    EXPECT_FALSE(change_kind(in.world, entity{3, 3}, body_kind::dynamic).is_ok());
}
