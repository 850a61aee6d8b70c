// What objects do to each other and by themselves: they fire, hit, break, come apart, grow and turn back.
#include "tests/hex/small_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

TEST(hex_battle, a_bullet_is_spent_by_the_first_thing_it_comes_to) {
    small_world at;
    at.add(make(1, target, {6000, 0}, {}, bar(1)));
    at.add(make(2, target, {9000, 0}, {}, bar(1)));
    at.add(make(3, bullet, {0, 0}, {32'767, 0})); // past both in two ticks
    at.run(1);
    ASSERT_EQ(at.events(event_kind::impact).size(), 1u);
    EXPECT_EQ(at.events(event_kind::impact)[0].key_a, entity_key{1});
    EXPECT_TRUE(at.has(3)) << "what an impact destroys is there until the next tick";
    at.run(1);
    EXPECT_FALSE(at.has(3));
    EXPECT_FALSE(at.has(1)) << "three hit points are gone";
    EXPECT_TRUE(at.has(2));
    EXPECT_EQ(at.events(event_kind::tile_lost).size(), 1u);
    EXPECT_EQ(at.events(event_kind::destroyed).size(), 2u);
}

TEST(hex_battle, fast_pebbles_bounce_off_a_thin_wall_and_never_come_out_behind_it) {
    for (std::int32_t speed = 300; speed <= max_velocity; speed += 977) {
        for (const std::int32_t offset : {0, 200, 512, 777}) {
            small_world at;
            at.add(make(1, rock, {0, 0}, {}, bar(50, core)));
            at.add(make(2, pebble, {offset, -12'000}, {0, speed}));
            bool was_hit = false;
            for (int tick = 0; tick < 400 && !was_hit; ++tick) {
                at.world.step();
                was_hit = !at.events(event_kind::impact).empty();
                ASSERT_LT(at.at(2).place.position.b, at.at(1).place.position.b + 600) << "at speed " << speed;
            }
            ASSERT_TRUE(was_hit) << "at speed " << speed;
            at.run(100);
            EXPECT_LT(at.at(2).place.position.b, at.at(1).place.position.b) << "at speed " << speed;
        }
    }
}

TEST(hex_battle, a_particle_lives_exactly_as_long_as_its_type_says) {
    small_world at;
    at.add(make(1, bullet, {0, 0}, {4, 0}));
    at.run(299);
    EXPECT_TRUE(at.has(1));
    at.run(1);
    EXPECT_FALSE(at.has(1));
}

TEST(hex_battle, weapons_fire_once_a_period_and_ahead) {
    small_world at;
    object_definition ship = make(1, gunship, {0, 0}, {}, bar(3));
    ship.tiles.back().type = gun_tile;
    ship.tiles.back().hit_points = 2;
    ship.angle = angle16::from_steps(65536 / 3); // along B
    at.add(ship);
    std::vector<std::uint64_t> fired;
    for (int tick = 0; tick < 100; ++tick) {
        at.world.step();
        for (const event& each : at.events(event_kind::created)) {
            EXPECT_EQ(each.key_b, entity_key{1});
            const object shot = at.world.current().at(at.world.find(each.key_a).value());
            EXPECT_NEAR(shot.motion.b.velocity, 2000, 2);
            EXPECT_NEAR(shot.motion.a.velocity, 0, 2);
            fired.push_back(at.world.frame());
        }
    }
    ASSERT_EQ(fired.size(), 10u);
    for (std::size_t shot = 1; shot < fired.size(); ++shot) {
        EXPECT_EQ(fired[shot] - fired[shot - 1], 10u);
    }
    EXPECT_TRUE(at.events(event_kind::impact).empty()) << "a ship does not hit itself";
}

TEST(hex_battle, pilots_turn_towards_their_enemies_and_hit_them) {
    small_world at;
    for (const std::uint64_t key : {1u, 2u}) {
        object_definition ship = make(key, fighter, {static_cast<std::int32_t>(key) * 30'000, 0}, {}, bar(4));
        ship.tiles.back().type = gun_tile;
        ship.tiles.back().hit_points = 2;
        ship.group = static_cast<std::uint8_t>(key);
        ship.angle = angle16::from_steps(16'384);
        ship.a.friction = ship.b.friction = ship.turn.friction = 3;
        at.add(ship);
    }
    bool was_hit = false;
    for (int tick = 0; tick < 600 && !was_hit; ++tick) {
        at.world.step();
        was_hit = !at.events(event_kind::tile_lost).empty() || !at.events(event_kind::tile_damaged).empty();
    }
    EXPECT_TRUE(was_hit);
}

TEST(hex_battle, a_composite_comes_apart_when_its_bridge_dies) {
    small_world at;
    object_definition made = make(1, rock, {50'000, 20'000}, {120, -80}, bar(9));
    made.turn.velocity = 900;
    made.angle = angle16::from_steps(5000);
    made.tiles[4].hit_points = 1;
    at.add(made);
    const object whole = at.at(1);
    const std::array<input, 1> blow{
        input{.target = entity_key{1}, .kind = input_kind::damage_tile, .at = {4, 0}, .amount = 1}};
    at.run(1, blow);
    ASSERT_EQ(at.events(event_kind::split).size(), 1u);
    const entity_key other = at.events(event_kind::split)[0].key_b;
    const frame& in = at.world.current();
    ASSERT_EQ(in.composite_count, 2u);
    const object left = at.at(1);
    const object right = in.at(at.world.find(other).value());
    EXPECT_EQ(at.tiles_of(1).size(), 4u);
    EXPECT_EQ(at.tiles_of(static_cast<std::uint64_t>(other)).size(), 4u);
    // Equal parts: their mean is where the whole would be, and they spin about it.
    const hex_vector sum = left.place.position + right.place.position;
    EXPECT_NEAR(sum.a / 2, whole.place.position.a + 30, 2);
    EXPECT_NEAR(sum.b / 2, whole.place.position.b - 20, 2);
    EXPECT_NEAR(length(left.place.position - right.place.position), 5 * cell_pitch, 60);
    EXPECT_NEAR(left.motion.a.velocity + right.motion.a.velocity, 240, 2);
    EXPECT_NEAR(left.motion.b.velocity + right.motion.b.velocity, -160, 2);
    const hex_vector apart{left.motion.a.velocity - right.motion.a.velocity,
                           left.motion.b.velocity - right.motion.b.velocity};
    EXPECT_NEAR(length(apart), 5 * cell_pitch * 900 * 6.2831853 / 65536, 6);
    EXPECT_EQ(left.motion.turn.velocity, 900);
}

TEST(hex_battle, a_virtual_tile_becomes_real_after_a_tick_if_nothing_is_in_the_way) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(2)));
    const std::array<input, 1> grow{
        input{.target = entity_key{1}, .kind = input_kind::add_tile, .at = {2, 0}, .subject = core}};
    at.run(1, grow);
    ASSERT_EQ(at.tiles_of(1).size(), 3u);
    EXPECT_TRUE(at.tiles_of(1)[2].is_virtual());
    EXPECT_EQ(at.world.current().composite(0).mass(), 4u) << "it weighs nothing yet";
    at.run(1);
    EXPECT_EQ(at.tiles_of(1)[2].hit_points, 9);
    EXPECT_EQ(at.world.current().composite(0).mass(), 13u);
    EXPECT_EQ(at.events(event_kind::tile_added).size(), 1u);
    EXPECT_GT(at.at(1).place.position.a, 0) << "the centre of mass is nearer to the heavy tile";
}

TEST(hex_battle, a_virtual_tile_that_meets_something_is_blocked_and_pushes_nothing) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(2)));
    at.add(make(2, rock, {1536, 0}, {}, bar(1))); // where the new tile would be
    const std::array<input, 1> grow{
        input{.target = entity_key{1}, .kind = input_kind::add_tile, .at = {2, 0}, .subject = core}};
    at.run(1, grow);
    at.run(1);
    EXPECT_EQ(at.tiles_of(1).size(), 2u);
    ASSERT_EQ(at.events(event_kind::tile_blocked).size(), 1u);
    EXPECT_EQ(at.events(event_kind::tile_blocked)[0].key_b, entity_key{2});
    at.run(5);
    EXPECT_EQ(at.at(2).motion.a.velocity, 0);
}

TEST(hex_battle, the_border_brings_back_what_leaves_it) {
    rules by = small_rules();
    by.environment.border = {.inside = {{-10'000, -10'000}, {10'000, 10'000}}, .friction = 5, .pull = 300};
    small_world at(std::make_shared<const rules>(by));
    at.add(make(1, pebble, {0, 0}, {2000, 1500}));
    at.run(4000);
    const vector2i there = to_screen(at.at(1).place.position);
    EXPECT_LT(std::abs(there.x), 12'000);
    EXPECT_LT(std::abs(there.y), 12'000);
}
