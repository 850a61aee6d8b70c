#include "scenes/builders/hex_fields.hpp"

#include <orrery/hex/world.hpp>

#include <gtest/gtest.h>

#include <set>

namespace orrery::scenes {
namespace {

hex::world world_of(engine& machine, const hex_scene& scene) {
    EXPECT_TRUE(scene.rules->check());
    hex::world world(machine, scene.rules);
    EXPECT_TRUE(world.add(scene.objects));
    return world;
}

bool is_composite(const hex_scene& scene, const hex::object_definition& what) {
    return scene.rules->object_types[what.type].kind == hex::object_kind::composite;
}

TEST(asteroid_field, has_as_many_rocks_and_as_much_dust_as_it_is_asked_for) {
    const hex_scene scene = asteroid_field({.count = 2000, .particles = 0.6, .min_tiles = 5, .max_tiles = 9});
    ASSERT_EQ(scene.objects.size(), 2000u);
    std::size_t rocks = 0;
    for (const hex::object_definition& each : scene.objects) {
        EXPECT_TRUE(check(each, *scene.rules));
        EXPECT_NE(std::make_pair(each.a.velocity, each.b.velocity),
                  std::make_pair(std::int16_t{0}, std::int16_t{0}));
        if (is_composite(scene, each)) {
            ++rocks;
            EXPECT_GE(each.tiles.size(), 5u);
            EXPECT_LE(each.tiles.size(), 9u);
        }
    }
    EXPECT_EQ(rocks, 800u);
}

TEST(asteroid_field, has_no_rock_twice_as_long_as_all_fit_into_an_arena) {
    const auto shapes_of = [](std::uint32_t count) {
        const hex_scene scene = asteroid_field({.count = count, .min_tiles = 20});
        std::set<std::vector<std::pair<hex::cell, int>>> shapes;
        std::size_t rocks = 0;
        for (const hex::object_definition& each : scene.objects) {
            if (is_composite(scene, each)) {
                std::vector<std::pair<hex::cell, int>> shape;
                for (const hex::tile& tile : each.tiles) {
                    shape.emplace_back(tile.at, tile.type);
                }
                shapes.insert(shape);
                ++rocks;
            }
        }
        return std::make_pair(shapes.size(), rocks);
    };
    EXPECT_EQ(shapes_of(10'000), std::make_pair(std::size_t{3000}, std::size_t{3000}));
    const auto [shapes, rocks] = shapes_of(40'000);
    EXPECT_EQ(rocks, 12'000u);
    EXPECT_GT(shapes, 300u);
    EXPECT_LT(shapes, 500u);
}

TEST(asteroid_field, stays_where_it_is_and_in_motion) {
    engine machine({.thread_count = 1});
    const hex_scene scene = asteroid_field({.count = 500});
    hex::world world = world_of(machine, scene);
    std::uint32_t impacts = 0;
    for (int tick = 0; tick < 500; ++tick) {
        world.step();
        impacts += world.statistics().impacts;
    }
    EXPECT_EQ(world.current().count, 500u);
    EXPECT_GT(impacts, 1000u);
    const aabb2i inside = scene.rules->environment.border.inside;
    for (const hex::place& each : world.current().places()) {
        const vector2i at = to_screen(each.position);
        EXPECT_TRUE(contains(inflate(inside, 65536), at)) << at.x << ' ' << at.y;
    }
}

TEST(asteroid_field, differs_by_its_seed_alone) {
    const auto places_of = [](std::uint64_t seed) {
        std::vector<std::int32_t> numbers;
        for (const hex::object_definition& each : asteroid_field({.count = 100, .seed = seed}).objects) {
            numbers.push_back(each.position.a);
            numbers.push_back(each.turn.velocity);
            numbers.push_back(static_cast<std::int32_t>(each.tiles.size()));
        }
        return numbers;
    };
    EXPECT_EQ(places_of(3), places_of(3));
    EXPECT_NE(places_of(3), places_of(4));
}

TEST(two_fleets, meet_and_shoot_each_other_to_pieces) {
    engine machine({.thread_count = 1});
    const hex_scene scene = two_fleets();
    hex::world world = world_of(machine, scene);
    std::set<std::uint8_t> groups;
    for (const hex::object_definition& each : scene.objects) {
        groups.insert(each.group);
        if (each.group != 0) {
            EXPECT_GE(each.tiles.size(), 30u);
            EXPECT_LE(each.tiles.size(), 60u);
        }
    }
    EXPECT_EQ(groups, (std::set<std::uint8_t>{0, 1, 2}));
    std::size_t shots = 0;
    std::size_t lost = 0;
    std::size_t splits = 0;
    for (int tick = 0; tick < 1500; ++tick) {
        world.step();
        for (const hex::event& each : world.events()) {
            shots += each.kind == hex::event_kind::created ? 1 : 0;
            lost += each.kind == hex::event_kind::tile_lost ? 1 : 0;
            splits += each.kind == hex::event_kind::split ? 1 : 0;
        }
    }
    EXPECT_GT(shots, 200u);
    EXPECT_GT(lost, 50u);
    EXPECT_GT(splits, 0u);
}

TEST(rapid_fire, makes_a_column_of_bullets_along_b) {
    engine machine({.thread_count = 1});
    const hex_scene scene = rapid_fire({.bullets = 300, .rocks = 0});
    hex::world world = world_of(machine, scene);
    for (int tick = 0; tick < 500; ++tick) {
        world.step();
    }
    const hex::frame& now = world.current();
    EXPECT_EQ(now.composite_count, 1u);
    EXPECT_NEAR(now.count - 1, 300, 2);
    for (std::uint32_t index = 1; index < now.count; ++index) {
        EXPECT_EQ(now.motions()[index].a.velocity, 0);
        EXPECT_EQ(now.motions()[index].b.velocity, 400);
        EXPECT_EQ(now.places()[index].position.a, now.places()[1].position.a);
    }
}

TEST(rapid_fire, has_rocks_that_are_hit) {
    engine machine({.thread_count = 1});
    hex::world world = world_of(machine, rapid_fire({.bullets = 1000}));
    std::uint32_t impacts = 0;
    for (int tick = 0; tick < 2000; ++tick) {
        world.step();
        impacts += world.statistics().impacts;
    }
    EXPECT_GT(impacts, 20u);
    EXPECT_GT(world.current().count, 300u);
}

} // namespace
} // namespace orrery::scenes
