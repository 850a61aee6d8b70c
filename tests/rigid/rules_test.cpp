#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/rules.hpp>

#include <gtest/gtest.h>

#include <algorithm>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr entity_key falling_key{5};

// A ball of a kilogram that falls on the floor with five metres a second: an impulse of 5 N s.
body_definition falling_ball() {
    return {.position = {0, 1, 0},
            .linear_velocity = {0, -5, 0},
            .shape = sphere(scalar(0.5)),
            .mass = scalar(1),
            .gravity = vector3{},
            .key = falling_key};
}

// Runs until there is an event of this kind, for a second at most.
bool happens(small_world& in, event_kind kind) {
    for (int frame = 0; frame < 60; ++frame) {
        in.run(1);
        const auto is_it = [&](const event& each) { return each.kind == kind; };
        if (std::any_of(in.world.events().begin(), in.world.events().end(), is_it)) {
            return true;
        }
    }
    return false;
}

bool is_destroyed_with_threshold(scalar impulse) {
    small_world in;
    in.add_floor();
    body_definition ball = falling_ball();
    ball.destroyed_at = impulse;
    in.add(ball);
    return happens(in, event_kind::destroyed);
}

fracture_id two_halves(world& where, const body_definition& whole) {
    const vector3 seeds[] = {{-1, 0, 0}, {1, 0, 0}};
    return add_fracture(where, whole, shatter(*whole.shape, seeds, where.shapes()).value()).value();
}

} // namespace

TEST(rules, a_body_is_destroyed_by_an_impulse_above_its_threshold_only) {
    EXPECT_TRUE(is_destroyed_with_threshold(scalar(4.9)));
    EXPECT_FALSE(is_destroyed_with_threshold(scalar(5.1)));
}

TEST(rules, what_is_destroyed_leaves_when_the_next_step_begins) {
    small_world in;
    in.add_floor();
    body_definition ball = falling_ball();
    ball.destroyed_at = scalar(1);
    in.add(ball);
    ASSERT_TRUE(happens(in, event_kind::contact_began));
    ASSERT_TRUE(in.world.registry().all_of<fate>(in.world.registry().find(falling_key)));
    in.run(1);
    EXPECT_FALSE(in.world.registry().find(falling_key));
    ASSERT_EQ(in.world.events().size(), 2U);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::destroyed);
    EXPECT_NEAR(in.world.events()[0].impulse, 5, 0.1);
    EXPECT_EQ(in.world.events()[1].kind, event_kind::contact_ended);
    EXPECT_EQ(in.world.events()[1].key_a, falling_key);
}

TEST(rules, a_body_breaks_along_its_fracture) {
    small_world in;
    in.add_floor();
    body_definition ball = falling_ball();
    ball.breaks_at = scalar(3);
    in.add(ball);
    EXPECT_FALSE(happens(in, event_kind::broke)) << "without a fracture it does not break";
    ball.fracture = two_halves(in.world, ball);
    ball.key = entity_key{6};
    ball.position = {5, 1, 0};
    in.add(ball);
    EXPECT_TRUE(happens(in, event_kind::broke));
    EXPECT_FALSE(in.world.registry().find(entity_key{6}));
    EXPECT_EQ(in.world.registry().count<body>(), 4U);
}

TEST(rules, a_sticky_body_is_glued_to_what_it_hits) {
    small_world in;
    body_definition ball = falling_ball();
    ball.sticks_at = scalar(0.5);
    const entity sticky = in.add(ball);
    const entity block = in.add({.position = {0, -1, 0},
                                 .shape = box({1, 1, 1}),
                                 .mass = scalar(4),
                                 .gravity = vector3{},
                                 .key = entity_key{2}});
    ASSERT_TRUE(happens(in, event_kind::glued));
    EXPECT_EQ(in.world.registry().get<glued_to>(sticky).carrier, block);
    EXPECT_NEAR(in.velocity(block).y, -1, 1e-3);
}

TEST(rules, a_sticky_wall_holds_what_hits_it) {
    small_world in;
    const entity wall =
        in.add({.kind = body_kind::fixed, .shape = plane(), .sticks_at = scalar(0), .key = entity_key{2}});
    const entity ball = in.add(falling_ball());
    ASSERT_TRUE(happens(in, event_kind::glued));
    EXPECT_EQ(in.world.registry().get<glued_to>(ball).carrier, wall);
    EXPECT_EQ(in.velocity(ball), vector3{});
}

TEST(rules, two_sticky_bodies_are_glued_once) {
    small_world in;
    body_definition ball = falling_ball();
    ball.sticks_at = scalar(0.1);
    in.add(ball);
    ball.position = {0, -1, 0};
    ball.linear_velocity = {};
    ball.key = entity_key{6};
    in.add(ball);
    ASSERT_TRUE(happens(in, event_kind::glued));
    in.run(10);
    EXPECT_EQ(in.world.registry().count<glued_to>(), 1U);
    EXPECT_EQ(in.world.registry().count<fate>(), 0U);
}

TEST(rules, to_be_destroyed_is_worse_than_to_break) {
    small_world in;
    in.add_floor();
    body_definition ball = falling_ball();
    ball.fracture = two_halves(in.world, ball);
    ball.breaks_at = scalar(1);
    ball.destroyed_at = scalar(2);
    ball.sticks_at = scalar(0);
    in.add(ball);
    ASSERT_TRUE(happens(in, event_kind::destroyed));
    EXPECT_EQ(in.world.registry().count<body>(), 1U);
}
