#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/simulation/simulation.hpp>

#include <gtest/gtest.h>

#include <tests/core/allocation_count.hpp>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

static_assert(divisible_simulation<world>);

namespace {

// Boxes and balls that fall onto a floor, one row above the other.
void add_heap(small_world& in, int count) {
    in.add_floor();
    for (int number = 0; number < count; ++number) {
        const scalar x = static_cast<scalar>(number % 5) * scalar(1.1);
        const scalar y = static_cast<scalar>(1 + number / 5) * scalar(1.2);
        const shape form =
            number % 3 == 0 ? sphere(scalar(0.5)) : box({scalar(0.5), scalar(0.4), scalar(0.5)});
        in.add({.position = {x, y, scalar(0.05) * static_cast<scalar>(number % 7)},
                .shape = form,
                .key = entity_key{static_cast<std::uint64_t>(number + 1)}});
    }
}

} // namespace

TEST(world, computes_the_same_when_everything_derived_is_thrown_away) {
    small_world one;
    small_world other;
    add_heap(one, 40);
    add_heap(other, 40);
    for (int step = 0; step < 60; ++step) {
        one.world.step();
        other.world.step();
        // A registry that is restored by hand leaves nothing behind but the components.
        const orrery::snapshot state = other.world.registry().snapshot();
        other.world.registry().restore(state);
        ASSERT_EQ(one.world.hash(), other.world.hash()) << "after step " << step;
    }
}

TEST(world, wakes_what_is_changed_right_after_going_back) {
    small_world in;
    in.add_floor();
    const entity ball = in.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(ball));
    const orrery::snapshot state = in.world.registry().snapshot();
    in.world.registry().restore(state);
    in.world.registry().replace<position>(ball, vector3{0, 4, 0});
    in.run(20);
    EXPECT_LT(in.position(ball).y, 3.8);
}

TEST(world, does_not_allocate_when_it_is_warm) {
    small_world in({.may_sleep = false});
    add_heap(in, 40);
    in.run(240);
    EXPECT_EQ(orrery::test::allocations_during([&] { in.run(20); }), 0u);
}

TEST(world, reports_contacts_when_they_begin_and_end) {
    small_world in;
    const entity floor = in.add_floor();
    const entity ball = in.add({.position = {0, 1, 0}, .shape = sphere(scalar(0.5)), .key = entity_key{1}});
    std::vector<event> heard;
    int constructed = 0;
    int destroyed = 0;
    const auto on = in.world.registry().on_construct<contact>().connect(
        [&](orrery::registry&, entity) { ++constructed; });
    const auto off =
        in.world.registry().on_destroy<contact>().connect([&](orrery::registry&, entity) { ++destroyed; });
    for (int step = 0; step < 40; ++step) {
        in.world.step();
        heard.insert(heard.end(), in.world.events().begin(), in.world.events().end());
    }
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].kind, event_kind::contact_began);
    EXPECT_EQ(heard[0].a, ball);
    EXPECT_EQ(heard[0].b, floor);
    EXPECT_GT(heard[0].impulse, 0) << "from the first step on";
    EXPECT_NEAR(heard[0].point.y, 0, 0.05);
    EXPECT_NEAR(heard[0].normal.y, -1, 1e-5);
    EXPECT_EQ(constructed, 1);
    const input up{entity_key{1}, input_kind::velocity, {0, 5, 0}};
    in.world.step({&up, 1});
    in.world.step();
    EXPECT_EQ(destroyed, 1);
}

TEST(world, reports_every_step_of_a_contact_to_those_who_asked) {
    small_world in({.may_sleep = false});
    in.add_floor();
    in.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5)), .reports_contacts = true});
    in.run(10);
    ASSERT_EQ(in.world.events().size(), 1u);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::contact_persisted);
    EXPECT_NEAR(in.world.events()[0].impulse, 1000 * 4 * 3.14159265 / 3 * 0.125 * 9.81 / 60, 0.5);
}

TEST(world, a_sensor_reports_who_passes_and_pushes_nobody) {
    small_world in;
    const entity gate = in.add({.kind = body_kind::fixed,
                                .position = {0, -3, 0},
                                .shape = box({1, 1, 1}),
                                .material = std::nullopt,
                                .key = entity_key{1}});
    const entity ball = in.add({.shape = sphere(scalar(0.25)), .key = entity_key{2}});
    std::vector<event> heard;
    for (int step = 0; step < 120; ++step) {
        in.world.step();
        heard.insert(heard.end(), in.world.events().begin(), in.world.events().end());
    }
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_EQ(heard[0].kind, event_kind::sensor_entered);
    EXPECT_EQ(heard[0].a, gate);
    EXPECT_EQ(heard[0].b, ball);
    EXPECT_EQ(heard[1].kind, event_kind::sensor_left);
    EXPECT_NEAR(in.position(ball).y, -0.5 * 9.81 * 4, 0.2);
}

TEST(world, filters_exclusions_and_the_user_decide_who_meets_whom) {
    const auto height_of_upper = [](auto prepare) {
        small_world in;
        in.add_floor();
        const entity lower = in.add({.position = {0, 1, 0}, .shape = box({1, 1, 1}), .key = entity_key{1}});
        const entity upper =
            in.add({.position = {0, scalar(3.1), 0}, .shape = box({1, 1, 1}), .key = entity_key{2}});
        prepare(in, lower, upper);
        in.run(120);
        return in.position(upper).y;
    };
    EXPECT_NEAR(height_of_upper([](small_world&, entity, entity) {}), 3, 0.02);
    EXPECT_NEAR(height_of_upper([](small_world& in, entity lower, entity upper) {
                    in.world.registry().emplace<collision_filter>(lower, 2u, 0xffff'ffffu);
                    in.world.registry().emplace<collision_filter>(upper, 1u, 1u);
                }),
                1, 0.02);
    EXPECT_NEAR(height_of_upper([](small_world& in, entity lower, entity upper) {
                    in.world.registry().emplace<excluded_pair>(in.world.registry().create(), lower, upper);
                }),
                1, 0.02);
    EXPECT_NEAR(height_of_upper([](small_world& in, entity lower, entity upper) {
                    in.world.set_pair_filter(
                        [=](const world&, entity a, entity b) { return !(a == lower && b == upper); });
                }),
                1, 0.02);
}

TEST(world, asks_again_for_a_body_that_is_reconsidered) {
    small_world in;
    const entity floor = in.add_floor();
    const entity ball = in.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    bool is_open = false;
    in.world.set_pair_filter([&](const world&, entity, entity) { return !is_open; });
    in.run(120);
    EXPECT_NEAR(in.position(ball).y, 0.5, 0.01);
    is_open = true;
    in.world.reconsider(floor);
    in.run(60);
    EXPECT_LT(in.position(ball).y, -3);
}

TEST(world, lets_islands_sleep_and_wakes_them_whole) {
    small_world in;
    in.add_floor();
    std::vector<entity> pile;
    for (int number = 0; number < 5; ++number) {
        pile.push_back(in.add({.position = {0, scalar(0.5) + static_cast<scalar>(number), 0},
                               .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                               .key = entity_key{static_cast<std::uint64_t>(number + 1)}}));
    }
    const entity other = in.add({.position = {9, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    in.run(120);
    EXPECT_EQ(in.world.registry().count<asleep>(), 6u);
    in.add({.position = {0, 7, 0}, .shape = sphere(scalar(0.5)), .key = entity_key{50}});
    in.run(60);
    EXPECT_EQ(in.world.registry().count<asleep>(), 1u);
    EXPECT_TRUE(in.world.registry().all_of<asleep>(other));
}

TEST(world, what_rests_on_a_body_wakes_when_it_is_destroyed) {
    small_world in;
    in.add_floor();
    const entity table =
        in.add({.kind = body_kind::fixed, .position = {0, 2, 0}, .shape = box({1, scalar(0.1), 1})});
    const entity cup = in.add({.position = {0, scalar(2.6), 0}, .shape = sphere(scalar(0.5))});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(cup));
    EXPECT_TRUE(in.world.registry().destroy(table));
    in.run(60);
    EXPECT_NEAR(in.position(cup).y, 0.5, 0.02);
    EXPECT_FALSE(in.world.wake(table)) << "a stale id is answered";
}

TEST(world, destroys_and_creates_bodies_at_any_time) {
    small_world in;
    add_heap(in, 30);
    for (int round = 0; round < 20; ++round) {
        in.run(3);
        const entity_key key{static_cast<std::uint64_t>(round + 1)};
        ASSERT_TRUE(in.world.registry().destroy(in.world.registry().find(key)));
        in.add({.position = {1, 8, 0}, .shape = sphere(scalar(0.3)), .key = key});
    }
    in.run(200);
    EXPECT_EQ(in.world.registry().count<body>(), 31u);
    in.world.registry().view<const position>().each(
        [](const position& where) { EXPECT_GT(where.value.y, -0.1); });
}

TEST(world, a_dynamic_body_moves_once_it_has_all_it_needs) {
    small_world in;
    in.add_floor();
    const entity id = in.add({.position = {0, 3, 0}, .shape = sphere(scalar(0.5))});
    in.world.registry().remove<angular_velocity>(id);
    in.run(60);
    EXPECT_EQ(in.position(id).y, 3);
    in.world.registry().emplace<angular_velocity>(id);
    in.run(180);
    EXPECT_NEAR(in.position(id).y, 0.5, 0.02);
}

TEST(world, locked_axes_stay_where_they_are) {
    small_world in;
    in.add_floor();
    const entity id = in.add({.position = {0, 2, 0},
                              .linear_velocity = {3, 0, 1},
                              .angular_velocity = {1, 2, 3},
                              .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                              .locked_axes = locked_axes::move_x | locked_axes::all_turns});
    in.run(60);
    EXPECT_EQ(in.position(id).x, 0);
    EXPECT_EQ(in.spin(id), vector3{});
    EXPECT_GT(in.position(id).z, 0.3);
    EXPECT_EQ(in.world.registry().get<orientation>(id).value, quaternion{});
}

TEST(world, damping_takes_its_share_of_the_velocity) {
    small_world in;
    const entity id = in.add({.linear_velocity = {10, 0, 0},
                              .shape = sphere(1),
                              .gravity = vector3{},
                              .damping = {.linear = scalar(0.5)}});
    in.run(60);
    EXPECT_NEAR(in.velocity(id).x, 10 * 0.6065, 0.05);
}
