// Who meets whom, and who is told of it: filters, sensors, bumpers, and what begins and ends.
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

// Two that run into each other.
struct two : small_world {
    two(const collision_filter& a, const collision_filter& b, bool is_sensor = false, const rules& by = {})
        : small_world(by) {
        circle_definition first = make(1, {0, 0}, {20, 0}, 1);
        circle_definition second = make(2, {10, 0}, {-20, 0}, 1);
        first.form.filter = a;
        second.form.filter = b;
        second.form.is_sensor = is_sensor ? 1 : 0;
        add(first);
        add(second);
    }
};

bool do_bounce(const collision_filter& a, const collision_filter& b) {
    two at(a, b);
    at.run(30);
    return at.at(1).velocity.x < 0;
}

rules with_wall(const wall& what) {
    rules made;
    made.walls = {what};
    return made;
}

std::size_t count(std::span<const event> all, event_kind kind) {
    return static_cast<std::size_t>(std::ranges::count(all, kind, &event::kind));
}

} // namespace

TEST(circles_meeting, only_those_meet_whose_groups_and_masks_say_so) {
    EXPECT_TRUE(do_bounce({}, {}));
    EXPECT_FALSE(do_bounce({.groups = 2, .mask = 1}, {.groups = 2, .mask = 1}));
    EXPECT_FALSE(do_bounce({.groups = 1, .mask = 2}, {.groups = 2, .mask = 2})) << "it takes both";
    EXPECT_TRUE(do_bounce({.groups = 1, .mask = 2}, {.groups = 2, .mask = 1}));
    EXPECT_FALSE(do_bounce({.family = 7}, {.family = 7}));
    EXPECT_TRUE(do_bounce({.family = 7}, {.family = 8}));
}

TEST(circles_meeting, walls_have_filters_too) {
    wall fence{.points = {{5, -5}, {5, 5}}, .filter = {.groups = 2}};
    small_world at(with_wall(fence));
    at.add(make(1, {0, 0}, {20, 0}));
    circle_definition ghost = make(2, {0, 3}, {20, 0});
    ghost.form.filter.mask = 1;
    at.add(ghost);
    at.run(30);
    EXPECT_LT(at.at(1).position.x, 5);
    EXPECT_NEAR(at.at(2).position.x, 10, 1e-4);
    EXPECT_EQ(at.at(2).velocity.x, 20) << "it went through unharmed";
}

TEST(circles_meeting, a_circle_that_flies_through_a_sensor_within_one_update_is_told_of_once) {
    const std::array<wall, 3> sensors{
        wall{.points = {{25, 0}}, .radius = 2, .is_sensor = true},
        wall{.points = {{25, -9}, {25, 9}}, .is_sensor = true},
        wall{.points = {{20, -9}, {30, -9}, {30, 9}, {20, 9}}, .is_closed = true, .is_sensor = true}};
    for (const wall& each : sensors) {
        small_world at(with_wall(each));
        at.add(make(1, {0, 0}, {3000, 0}));
        at.run(1);
        EXPECT_EQ(count(at.world.events(), event_kind::began), 1u);
        EXPECT_EQ(count(at.world.events(), event_kind::ended), 1u);
        EXPECT_EQ(count(at.world.events(), event_kind::impact), 0u);
        EXPECT_EQ(at.world.events()[0].wall, 0u);
        EXPECT_EQ(at.world.events()[0].key_a, entity_key{1});
        EXPECT_NEAR(at.at(1).position.x, 50, 1e-4) << "it stops nobody";
        at.run(5);
        EXPECT_TRUE(at.world.events().empty());
    }
}

TEST(circles_meeting, a_sensor_tells_of_a_slow_visitor_when_it_comes_and_when_it_goes) {
    small_world at(with_wall({.points = {{10, 0}}, .radius = 2, .is_sensor = true}));
    at.add(make(1, {0, 0}, {10, 0}, 1));
    std::vector<std::pair<std::uint64_t, event_kind>> told;
    for (int update = 0; update < 180; ++update) {
        at.world.step();
        for (const event& each : at.world.events()) {
            told.emplace_back(at.world.frame(), each.kind);
        }
    }
    ASSERT_EQ(told.size(), 2u);
    // 7 units at 1/6 an update: it comes just at the end of an update, or at the beginning of the next one.
    EXPECT_EQ(told[0].second, event_kind::began);
    EXPECT_TRUE(told[0].first == 42 || told[0].first == 43) << told[0].first;
    EXPECT_EQ(told[1].second, event_kind::ended);
    EXPECT_NEAR(static_cast<double>(told[1].first), 78, 1);
}

TEST(circles_meeting, circles_can_be_sensors_and_sensors_do_not_meet_each_other) {
    two at({}, {}, true);
    std::size_t began = 0;
    std::size_t ended = 0;
    for (int update = 0; update < 60; ++update) {
        at.world.step();
        began += count(at.world.events(), event_kind::began);
        ended += count(at.world.events(), event_kind::ended);
    }
    EXPECT_EQ(began, 1u);
    EXPECT_EQ(ended, 1u);
    EXPECT_EQ(at.at(1).velocity.x, 20);
    EXPECT_EQ(at.at(2).velocity.x, -20);

    rules by;
    by.blueprints = {{"sensor", {.radius = 1, .is_sensor = 1}}};
    two sensors({}, {}, true, by);
    const std::array<input, 1> become{input{.target = entity_key{1}, .kind = input_kind::become}};
    for (int update = 0; update < 60; ++update) {
        sensors.world.step(update == 0 ? std::span<const input>(become) : std::span<const input>());
        EXPECT_TRUE(sensors.world.events().empty());
    }
    EXPECT_EQ(sensors.form_of(1).is_sensor, 1u);
}

TEST(circles_meeting, who_hits_a_bumper_leaves_it_faster) {
    small_world at(with_wall({.points = {{10, 0}}, .radius = 2, .surface = {.restitution = 1}, .kick = 7}));
    at.add(make(1, {0, 0}, {20, 0}));
    at.run(60);
    EXPECT_NEAR(at.at(1).velocity.x, -27, 1e-3);
}

TEST(circles_meeting, an_impact_with_a_wall_names_it_and_says_where) {
    rules by;
    by.walls = {{.points = {{-9, -9}}, .radius = 1}, {.points = {{5, -5}, {5, 5}}}};
    small_world at(by);
    at.add(make(1, {0, 0}, {20, 0}));
    while (at.events(event_kind::impact).empty()) {
        ASSERT_LT(at.world.frame(), 60u);
        at.world.step();
    }
    const event hit = at.events(event_kind::impact)[0];
    EXPECT_EQ(hit.wall, 1u);
    EXPECT_EQ(hit.key_a, entity_key{1});
    EXPECT_EQ(hit.key_b, entity_key::none);
    EXPECT_EQ(hit.normal, (vector2{-1, 0}));
    EXPECT_NEAR(hit.point.x, 5, 0.006);
    EXPECT_NEAR(hit.impulse, mass_of(at.form_of(1)) * 20 * 1.5, 1e-3);
}

TEST(circles_meeting, contacts_begin_and_end_once_and_inputs_end_them) {
    rules by;
    by.gravity = {0, -10};
    by.walls = {{.points = {{-50, 0}, {50, 0}}, .surface = {.restitution = 0}}};
    by.blueprints = {{"other", {.radius = 1}}};
    small_world at(by);
    for (std::uint64_t key = 1; key <= 4; ++key) {
        circle_definition made = make(key, {static_cast<scalar>(key) * 6, 3}, {}, 1);
        made.form.surface.restitution = 0;
        at.add(made);
    }
    std::size_t began = 0;
    for (int update = 0; update < 120; ++update) {
        at.world.step();
        began += count(at.world.events(), event_kind::began);
        EXPECT_EQ(count(at.world.events(), event_kind::ended), 0u);
    }
    EXPECT_EQ(began, 4u);
    const std::array<input, 4> all{
        input{.target = entity_key{1}, .kind = input_kind::place, .position = {-20, 40}},
        input{.target = entity_key{2}, .kind = input_kind::destroy},
        input{.target = entity_key{3}, .kind = input_kind::become},
        input{.target = entity_key{4}, .kind = input_kind::push, .velocity = {1, 0}}};
    at.run(1, all);
    const std::vector<event> ended = at.events(event_kind::ended);
    ASSERT_EQ(ended.size(), 3u);
    for (std::uint64_t key = 1; key <= 3; ++key) {
        EXPECT_EQ(ended[key - 1].key_a, entity_key{key});
        EXPECT_EQ(ended[key - 1].wall, 0u);
    }
    std::size_t again = count(at.world.events(), event_kind::began);
    for (int update = 0; update < 5; ++update) {
        at.world.step();
        again += count(at.world.events(), event_kind::began);
    }
    EXPECT_EQ(again, 1u) << "the one that is now something else still lies there";
}

TEST(circles_meeting, those_that_overlap_come_apart_gently) {
    small_world at;
    at.add(make(1, {0, 0}, {}, 1));
    at.add(make(2, {scalar(1.5), 0}, {}, 1));
    at.add(make(3, {50, 0}, {}, 1));
    at.add(make(4, {50, 0}, {}, 1)); // in the same place
    at.run(1200);
    EXPECT_GT(at.at(2).position.x - at.at(1).position.x, 1.99);
    EXPECT_LT(length(at.at(1).velocity), 3);
    EXPECT_GT(length(at.at(3).position - at.at(4).position), 1.99);
}
