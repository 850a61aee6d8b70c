#include "tests/rigid/small_world.hpp"

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr entity_key ball_key{4};

// A ball of one kilogram that nothing else acts on.
entity add_ball(small_world& in) {
    return in.add({.shape = sphere(1), .mass = scalar(1), .gravity = vector3{}, .key = ball_key});
}

} // namespace

TEST(input, an_impulse_changes_the_velocity_at_once_and_a_force_over_the_step) {
    small_world in;
    const entity ball = add_ball(in);
    in.step({ball_key, input_kind::impulse, {3, 0, 0}});
    EXPECT_NEAR(in.velocity(ball).x, 3, 1e-5);
    in.step({ball_key, input_kind::force, {60, 0, 0}});
    EXPECT_NEAR(in.velocity(ball).x, 4, 1e-4);
    in.run(1);
    EXPECT_NEAR(in.velocity(ball).x, 4, 1e-4) << "a force lasts one step";
}

TEST(input, an_acceleration_does_the_same_to_any_mass) {
    small_world in;
    const entity ball = add_ball(in);
    const entity heavy =
        in.add({.position = {9, 0, 0}, .shape = sphere(1), .gravity = vector3{}, .key = entity_key{5}});
    const input pushes[] = {{ball_key, input_kind::acceleration, {6, 0, 0}},
                            {entity_key{5}, input_kind::acceleration, {6, 0, 0}}};
    in.world.step(pushes);
    EXPECT_NEAR(in.velocity(ball).x, 0.1, 1e-5);
    EXPECT_NEAR(in.velocity(heavy).x, 0.1, 1e-5);
}

TEST(input, names_whom_it_concerns) {
    const std::array<entity_key, 2> one{ball_key, entity_key::none};
    const std::array<entity_key, 2> two{ball_key, entity_key{9}};
    EXPECT_EQ(world::keys_of({ball_key, input_kind::force}), one);
    EXPECT_EQ(world::keys_of(input::create(ball_key, blueprint_id{9}, {})), one);
    EXPECT_EQ(world::keys_of(input::glue(ball_key, entity_key{9})), two);
}

TEST(input, at_a_point_turns_the_body_too) {
    small_world in;
    const entity ball = add_ball(in);
    in.step({ball_key, input_kind::impulse_at, {1, 0, 0}, {0, 1, 0}});
    EXPECT_NEAR(in.velocity(ball).x, 1, 1e-5);
    EXPECT_NEAR(in.spin(ball).z, -1 / 0.4, 1e-4);
    in.step({ball_key, input_kind::angular_impulse, {0, 0, 1}});
    EXPECT_NEAR(in.spin(ball).z, 0, 1e-4);
    in.step({ball_key, input_kind::torque, {0, 24, 0}});
    EXPECT_NEAR(in.spin(ball).y, 1, 1e-4);
}

TEST(input, for_nobody_does_nothing) {
    small_world with;
    small_world without;
    add_ball(with);
    add_ball(without);
    with.step({entity_key{77}, input_kind::impulse, {3, 0, 0}});
    without.run(1);
    EXPECT_EQ(with.world.hash(), without.world.hash());
}

TEST(input, moves_what_is_kinematic_by_velocity_and_not_by_force) {
    small_world in;
    const entity lift = in.add({.kind = body_kind::kinematic, .shape = box({1, 1, 1}), .key = entity_key{9}});
    in.step({entity_key{9}, input_kind::impulse, {0, 5, 0}});
    EXPECT_EQ(in.velocity(lift), vector3{});
    in.step({entity_key{9}, input_kind::velocity, {0, 6, 0}});
    EXPECT_NEAR(in.position(lift).y, 0.1, 1e-5);
    in.step({entity_key{9}, input_kind::spin, {0, 2, 0}});
    EXPECT_EQ(in.spin(lift).y, 2);
}

TEST(input, sets_a_material_without_ending_contacts) {
    small_world in;
    in.add_floor();
    const entity sled = in.add({.position = {0, scalar(0.1), 0},
                                .shape = box({1, scalar(0.1), 1}),
                                .material = material{.friction = 0},
                                .key = ball_key});
    in.run(30);
    in.step({ball_key, input_kind::velocity, {1, 0, 0}});
    in.run(30);
    EXPECT_NEAR(in.velocity(sled).x, 1, 1e-3);
    in.step(input::set_material(ball_key, {.friction = 2, .restitution = scalar(0.25), .id = 7}));
    EXPECT_TRUE(in.world.events().empty());
    const material now = in.world.registry().get<material>(sled);
    EXPECT_EQ(now, (material{.friction = 2, .restitution = scalar(0.25), .id = 7}));
    in.run(30);
    EXPECT_NEAR(in.velocity(sled).x, 0, 1e-3);
    in.step(input::set_material(ball_key, {.restitution = 2}));
    ASSERT_EQ(in.world.events().size(), 1U);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::refused);
}

TEST(input, wakes_whom_it_pushes) {
    small_world in;
    in.add_floor();
    const entity ball = in.add({.position = {0, 1, 0}, .shape = sphere(1), .key = ball_key});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(ball));
    in.step({ball_key, input_kind::wake});
    EXPECT_FALSE(in.world.registry().all_of<asleep>(ball));
}
