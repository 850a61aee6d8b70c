#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace orrery::test {
namespace {

constexpr entity_key hero_key{10};
constexpr scalar stand = scalar(0.9); // the middle of a character of 1.8 m that stands at 0
constexpr scalar degree = scalar(3.14159265358979 / 180);

struct course : small_world {
    using small_world::small_world;

    entity add_hero(const rigid::character_definition& what = {.position = {0, stand, 0}}) {
        rigid::character_definition own = what;
        own.key = hero_key;
        hero = rigid::make_character(world, own).value();
        return hero;
    }

    // A fixed box from its lower to its upper corner.
    entity add_block(vector3 low, vector3 high) {
        return add({.kind = rigid::body_kind::fixed,
                    .position = (low + high) / 2,
                    .shape = rigid::box((high - low) / 2)});
    }

    // Half a space whose surface goes through the origin and rises along x.
    entity add_slope(scalar angle) {
        return add({.kind = rigid::body_kind::fixed,
                    .orientation = quaternion::from_axis_angle({0, 0, 1}, angle),
                    .shape = rigid::plane()});
    }

    // Wants this from now on.
    void walk(vector3 wish, scalar seconds, scalar jump = 0) {
        step(rigid::walk(hero_key, wish, jump));
        run(static_cast<int>(seconds * 60 + scalar(0.5)) - 1);
    }

    [[nodiscard]] vector3 where() const { return position(hero); }

    [[nodiscard]] vector3 speed() const { return velocity(hero); }

    [[nodiscard]] bool is_on_ground() const {
        return world.registry().get<rigid::walk_state>(hero).is_on_ground();
    }

    entity hero{};
};

// The middle of a hero that stands on a slope through the origin, above this x.
[[nodiscard]] vector3 on_slope(scalar x, scalar angle) {
    constexpr scalar radius = scalar(0.3);
    return {x, x * tan(angle) + radius / cos(angle) + stand - radius, 0};
}

TEST(character, walks_at_the_speed_it_wants_and_stops_by_itself) {
    course c;
    c.add_floor();
    c.add_hero();
    c.walk({4, 0, 0}, 1);
    EXPECT_NEAR(c.speed().x, 4, 1e-4);
    EXPECT_NEAR(c.where().y, stand, 1e-3);
    const scalar before = c.where().x;
    c.walk({4, 0, 0}, 1);
    EXPECT_NEAR(c.where().x - before, 4, 1e-3);
    c.walk({}, 1);
    EXPECT_NEAR(length(c.speed()), 0, 1e-5);
    EXPECT_NEAR(c.where().x - before, 4 + 4 * 4 / (2 * 40.0), 0.05); // v^2 / 2a
}

TEST(character, walks_along_slopes_at_the_same_speed_up_and_down) {
    for (const scalar wish : {scalar(3), scalar(-3)}) {
        course c;
        c.add_slope(30 * degree);
        c.add_hero({.position = on_slope(0, 30 * degree)});
        c.walk({wish, 0, 0}, 1);
        const vector3 before = c.where();
        c.walk({wish, 0, 0}, 2);
        EXPECT_NEAR(distance(c.where(), before), 6, 0.01);
        EXPECT_NEAR(distance(c.where(), on_slope(c.where().x, 30 * degree)), 0, 2e-3);
        EXPECT_TRUE(c.is_on_ground());
    }
}

TEST(character, stands_on_what_is_flat_enough_and_slides_down_what_is_not) {
    course gentle({.may_sleep = false});
    gentle.add_slope(40 * degree);
    gentle.add_hero({.position = on_slope(0, 40 * degree)});
    gentle.run(10);
    const vector3 before = gentle.where();
    gentle.run(600);
    EXPECT_LT(distance(gentle.where(), before), 1e-3);

    course steep;
    steep.add_slope(60 * degree);
    steep.add_hero({.position = on_slope(0, 60 * degree)});
    steep.walk({3, 0, 0}, 1); // uphill, in vain
    EXPECT_FALSE(steep.is_on_ground());
    EXPECT_NEAR(length(steep.speed()), 9.81 * sin(60 * degree), 0.2); // g sin(slope) t
    EXPECT_LT(steep.speed().x, 0);
}

TEST(character, climbs_and_descends_steps_that_are_low_enough) {
    course c;
    c.add_floor();
    for (int n = 0; n < 6; ++n) { // up in six steps of 25 cm and down again
        const scalar low = 2 + scalar(0.3) * static_cast<scalar>(n);
        c.add_block({low, scalar(0.25) * static_cast<scalar>(n), -1},
                    {low + 6, scalar(0.25) * static_cast<scalar>(n + 1), 1});
    }
    c.add_hero();
    scalar highest = 0;
    c.step(rigid::walk(hero_key, {3, 0, 0}));
    for (int n = 0; n < 300; ++n) {
        c.run(1);
        highest = max(highest, c.where().y);
        EXPECT_TRUE(c.is_on_ground() || c.where().x > 8) << n << ": " << c.where().x;
    }
    EXPECT_NEAR(highest, stand + 1.5, 0.05);
    EXPECT_GT(c.where().x, 12);
    EXPECT_NEAR(c.where().y, stand, 2e-3);
}

TEST(character, does_not_climb_what_is_higher_than_a_step) {
    course c;
    c.add_floor();
    c.add_block({2, 0, -5}, {6, scalar(0.6), 5});
    c.add_hero();
    c.walk({4, 0, 0}, 3);
    EXPECT_NEAR(c.where().x, 1.7, 5e-3);
    EXPECT_NEAR(c.where().y, stand, 2e-3);
}

TEST(character, slides_along_a_wall_with_what_is_left_of_its_speed) {
    course c;
    c.add_floor();
    c.add_block({2, 0, -50}, {3, 3, 50});
    c.add_hero();
    c.walk({3, 0, 2}, 2);
    const vector3 before = c.where();
    c.walk({3, 0, 2}, 2);
    EXPECT_NEAR(c.where().z - before.z, 4, 0.01);
    EXPECT_NEAR(c.where().x, 1.7, 5e-3);
}

TEST(character, does_not_run_up_what_is_too_steep) {
    course c;
    c.add_floor();
    c.add({.kind = rigid::body_kind::fixed,
           .position = {2, 0, 0},
           .orientation = quaternion::from_axis_angle({0, 0, 1}, 60 * degree),
           .shape = rigid::plane()});
    c.add_hero();
    c.step(rigid::walk(hero_key, {4, 0, 2}));
    scalar highest = 0;
    for (int n = 0; n < 120; ++n) {
        c.run(1);
        highest = max(highest, c.where().y);
    }
    EXPECT_LT(highest, stand + 0.01);
    EXPECT_NEAR(c.speed().z, 2, 0.01);
}

TEST(character, jumps_as_high_as_its_speed_allows_and_only_from_the_ground) {
    course c;
    c.add_floor();
    c.add_hero();
    c.run(2);
    scalar highest = 0;
    c.step(rigid::walk(hero_key, {}, 5));
    for (int n = 0; n < 90; ++n) {
        c.step(rigid::walk(hero_key, {}, n < 20 ? scalar(5) : scalar(0))); // in the air in vain
        highest = max(highest, c.where().y);
    }
    EXPECT_NEAR(highest - stand, 25 / (2 * 9.81), 0.02);
    EXPECT_NEAR(c.where().y, stand, 2e-3);
    EXPECT_TRUE(c.is_on_ground());
}

TEST(character, rides_on_platforms_that_move_and_turn) {
    course c;
    const entity lift = c.add({.kind = rigid::body_kind::kinematic,
                               .position = {0, scalar(-0.5), 0},
                               .linear_velocity = {2, 0, 1},
                               .shape = rigid::box({3, scalar(0.5), 3}),
                               .key = entity_key{5}});
    c.add_hero({.position = {1, stand, 0}});
    c.run(30);
    const vector3 start = c.where() - c.position(lift);
    c.step({.target = entity_key{5}, .kind = rigid::input_kind::velocity, .value = {-1, -3, 0}});
    c.run(30);
    c.step({.target = entity_key{5}, .kind = rigid::input_kind::velocity, .value = {0, 2, 0}});
    c.run(30);
    EXPECT_LT(distance(c.where() - c.position(lift), start), 0.03);
    // A turn in 120 steps leads back.
    const vector3 began = c.where();
    c.step({.target = entity_key{5}, .kind = rigid::input_kind::velocity, .value = {}});
    c.step({.target = entity_key{5}, .kind = rigid::input_kind::spin, .value = {0, 360 * degree / 2, 0}});
    c.run(60);
    EXPECT_GT(distance(c.where(), began), 1.5);
    c.run(59);
    EXPECT_LT(distance(c.where(), began), 0.08);
}

TEST(character, pushes_others_no_harder_than_it_may) {
    const auto moved = [](scalar force) {
        course c;
        c.add_floor();
        rigid::character_definition strong{.position = {0, stand, 0}};
        strong.abilities.push_force = force;
        c.add_hero(strong);
        const entity crate = c.add({.position = {scalar(0.801), scalar(0.5), 0},
                                    .shape = rigid::box(vector3::filled(scalar(0.5))),
                                    .density = 100});
        c.walk({1, 0, 0}, 3);
        return c.position(crate).x - scalar(0.801);
    };
    EXPECT_LT(moved(300), 0.02); // friction holds half of 981 N
    EXPECT_GT(moved(700), 1);
}

TEST(character, does_not_fall_through_a_thin_floor_at_any_speed) {
    course c;
    c.add_block({-5, scalar(-0.02), -5}, {5, 0, 5});
    c.add_hero({.position = {0, 20, 0}, .velocity = {0, -100, 0}});
    c.run(120);
    EXPECT_NEAR(c.where().y, stand, 3e-3);
}

TEST(character, crosses_a_floor_of_ten_thousand_triangles_as_if_it_were_a_plane) {
    course c;
    constexpr std::uint32_t side = 72;
    const std::vector<scalar> level(side * side, scalar(0));
    const auto floor = rigid::triangle_mesh::from(
        rigid::mesh_of({.columns = side, .rows = side, .spacing = scalar(0.3), .heights = level}).value());
    ASSERT_GT(floor.value()->triangle_count(), 10'000u);
    c.add({.kind = rigid::body_kind::fixed, .shape = c.world.shapes().add_mesh(floor.value()).value()});
    c.add_hero({.position = {-9, stand, -9}});
    c.run(20);
    c.step(rigid::walk(hero_key, {4, 0, 3}));
    for (int n = 0; n < 180; ++n) {
        c.run(1);
        EXPECT_LT(abs(c.speed().y), 1e-3);
    }
    EXPECT_GT(c.where().x, 2);
    EXPECT_NEAR(c.where().y, stand, 2e-3);
}

TEST(character, goes_other_ways_after_going_back_and_the_same_way_after_loading) {
    course c;
    c.add_floor();
    c.add_block({2, 0, -5}, {6, scalar(0.2), 5});
    c.add_hero();
    c.walk({4, 0, 0}, scalar(0.48)); // in the middle of the step
    ASSERT_GT(std::as_const(c.world.registry()).get<rigid::walk_state>(c.hero).climbed, 0);
    const rigid::world_snapshot before = c.world.snapshot();
    byte_writer out;
    rigid::save_world(out, c.world);
    c.run(60);
    const std::uint64_t ahead = c.world.hash();
    EXPECT_GT(c.where().y, stand + 0.19);

    c.world.restore(before);
    c.walk({-4, 0, 0}, 1);
    EXPECT_NEAR(c.where().y, stand, 2e-3);

    small_world other;
    byte_reader in(out.bytes());
    ASSERT_TRUE(rigid::load_world(in, other.world).is_ok());
    other.run(60);
    EXPECT_EQ(other.world.hash(), ahead);
}

TEST(character, is_refused_with_a_sentence) {
    small_world home;
    const auto reason = [&](const rigid::character_definition& what) {
        const auto made = rigid::make_character(home.world, what);
        return made ? std::string() : made.reason().message;
    };
    EXPECT_EQ(reason({.height = scalar(0.5)}), "A character is refused: its height is 0.5 m, but it must be "
                                               "above twice its radius of 0.3 m.");
    rigid::character_definition steep;
    steep.abilities.steepest_slope = 2;
    EXPECT_NE(reason(steep).find("steepest_slope"), std::string::npos);
    EXPECT_EQ(home.world.registry().count<rigid::body>(), 0u);
}

} // namespace
} // namespace orrery::test
