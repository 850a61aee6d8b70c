#include "tests/hex/small_world.hpp"

#include <orrery/core/simulation.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

static_assert(divisible_simulation<world>);

namespace {

// Rocks and pebbles of all sizes that fly about in a box, so dense that they meet all the time.
std::vector<object_definition> crowd(std::uint64_t seed, int count, std::int32_t width) {
    xoshiro256 random(seed);
    std::vector<object_definition> all;
    for (int number = 0; number < count; ++number) {
        const auto within = [&](std::int32_t lowest, std::int32_t highest) {
            return static_cast<std::int32_t>(uniform_int(random, lowest, highest));
        };
        const bool is_rock = within(0, 2) != 0;
        const auto length = static_cast<std::int16_t>(within(1, 6));
        hex_vector position;
        position.a = within(0, width);
        position.b = within(0, width);
        hex_vector velocity;
        velocity.a = within(-800, 800);
        velocity.b = within(-800, 800);
        object_definition made = make(static_cast<std::uint64_t>(number) + 1, is_rock ? rock : pebble,
                                      position, velocity, is_rock ? bar(length) : std::vector<tile>());
        made.turn.velocity = static_cast<std::int16_t>(is_rock ? within(-400, 400) : 0);
        all.push_back(made);
    }
    return all;
}

rules crowd_rules(std::int32_t width) {
    rules made = small_rules();
    made.environment.border = {.inside = {{-width, 0}, {width, width}}, .friction = 4, .pull = 400};
    return made;
}

struct crowded : small_world {
    explicit crowded(std::uint64_t seed, int count = 300, std::int32_t width = 60'000,
                     const world_settings& how = {})
        : small_world(std::make_shared<const rules>(crowd_rules(width)), how) {
        const std::vector<object_definition> all = crowd(seed, count, width);
        const status answer = world.add(all);
        EXPECT_TRUE(answer.is_ok());
    }
};

} // namespace

TEST(hex_world, a_frame_that_is_held_never_changes) {
    crowded at(1);
    at.run(5);
    const world_snapshot held = at.world.snapshot();
    const std::uint64_t hash = held.hash();
    at.run(100);
    EXPECT_EQ(held.hash(), hash);
    EXPECT_EQ(held.frame(), 5u);
    EXPECT_EQ(at.world.frame(), 105u);
}

TEST(hex_world, goes_on_from_any_snapshot_with_the_same_bits) {
    crowded at(2, 300, 60'000, {.ticks_between_sorts = 7});
    std::vector<world_snapshot> held;
    std::vector<std::uint64_t> hashes;
    for (int tick = 0; tick < 60; ++tick) {
        held.push_back(at.world.snapshot());
        hashes.push_back(at.world.hash());
        at.world.step();
    }
    for (const std::size_t back : {std::size_t{41}, std::size_t{3}, std::size_t{20}}) {
        at.world.restore(held[back]);
        for (std::size_t tick = back; tick < held.size(); ++tick) {
            ASSERT_EQ(at.world.hash(), hashes[tick]) << "from " << back << " at " << tick;
            at.world.step();
        }
    }
}

TEST(hex_world, a_late_input_that_is_replayed_from_an_old_snapshot_gives_the_bits_of_one_in_time) {
    const std::array<input, 2> late{
        input{.target = entity_key{7}, .kind = input_kind::push, .velocity = {900, -300}, .spin = 50},
        input{.target = entity_key{1000},
              .kind = input_kind::create,
              .position = {30'000, 30'000},
              .subject = 1}};
    // Sorts fall on other ticks after going back; none of it may show.
    for (const std::uint32_t sorts : {3u, 8u, 64u}) {
        crowded in_time(3, 300, 60'000, {.ticks_between_sorts = sorts});
        in_time.run(20);
        in_time.run(40, late);
        crowded corrected(3, 300, 60'000, {.ticks_between_sorts = 5});
        corrected.run(13);
        const world_snapshot before = corrected.world.snapshot();
        corrected.run(30);
        corrected.world.restore(before);
        corrected.run(7);
        corrected.run(40, late);
        EXPECT_EQ(corrected.world.hash(), in_time.world.hash());
    }
}

TEST(hex_world, tree_and_sweep_find_the_same_collisions) {
    crowded tree(4, 400);
    crowded sweep(4, 400, 60'000, {.broad_phase = broad_phase_kind::sweep});
    std::size_t impacts = 0;
    for (int tick = 0; tick < 100; ++tick) {
        tree.world.step();
        sweep.world.step();
        ASSERT_TRUE(std::ranges::equal(tree.world.events(), sweep.world.events())) << "in tick " << tick;
        ASSERT_EQ(tree.world.hash(), sweep.world.hash());
        impacts += tree.world.events().size();
    }
    EXPECT_GT(impacts, 100u);
}

TEST(hex_world, the_order_of_objects_means_nothing) {
    const auto rules = std::make_shared<const hex::rules>(crowd_rules(60'000));
    std::vector<object_definition> all = crowd(5, 300, 60'000);
    small_world forwards(rules);
    ASSERT_TRUE(forwards.world.add(all).is_ok());
    std::ranges::reverse(all);
    small_world backwards(rules);
    ASSERT_TRUE(backwards.world.add(all).is_ok());
    for (int tick = 0; tick < 50; ++tick) {
        forwards.world.step();
        backwards.world.step();
        ASSERT_EQ(forwards.world.hash(), backwards.world.hash()) << "in tick " << tick;
        ASSERT_TRUE(std::ranges::equal(forwards.world.events(), backwards.world.events()));
    }
}

TEST(hex_world, a_part_goes_through_the_same_bits_alone) {
    small_world both;
    std::vector<entity_key> keys;
    for (const auto& [seed, shift] : {std::pair{6u, 0}, std::pair{7u, 10'000'000}}) {
        for (object_definition each : crowd(seed, 100, 30'000)) {
            each.key = entity_key{static_cast<std::uint64_t>(each.key) + (shift != 0 ? 1000 : 0)};
            each.position.a += shift;
            both.add(each);
            if (shift != 0) {
                keys.push_back(each.key);
            }
        }
    }
    both.run(3);
    small_world alone;
    alone.world.restore(part_of(both.world.snapshot(), keys));
    EXPECT_EQ(alone.world.current().count, 100u);
    for (int tick = 0; tick < 60; ++tick) {
        both.world.step();
        alone.world.step();
        ASSERT_EQ(part_of(both.world.snapshot(), keys).hash(), alone.world.hash()) << "in tick " << tick;
    }
    const world_snapshot whole = both.world.snapshot();
    EXPECT_EQ(with_part(whole, keys, alone.world.snapshot()).hash(), whole.hash());
}

TEST(hex_world, impacts_keep_momentum_within_what_rounding_allows_and_add_no_energy) {
    // Without a border, so that nothing else changes velocities.
    small_world at;
    ASSERT_TRUE(at.world.add(crowd(8, 300, 60'000)).is_ok());
    const auto mass_of = [&](const frame& in, std::uint32_t index) {
        return static_cast<double>(in.is_composite(index)
                                       ? in.composite(index).mass()
                                       : at.world.rules().object_types[in.places()[index].type].mass);
    };
    const auto sums = [&] {
        const frame& in = at.world.current();
        std::array<double, 3> sum{};
        for (std::uint32_t index = 0; index < in.count; ++index) {
            const motion& how = in.motions()[index];
            const double mass = mass_of(in, index);
            const double a = how.a.velocity;
            const double b = how.b.velocity;
            const double spin = how.turn.velocity * 6.283185307179586 / 65536;
            sum[0] += mass * a;
            sum[1] += mass * b;
            sum[2] += mass * (a * a + b * b - a * b) / 2;
            if (in.is_composite(index)) {
                sum[2] += static_cast<double>(in.composite(index).header().inertia) * spin * spin / 2;
            }
        }
        return sum;
    };
    const std::array<double, 3> before = sums();
    double allowed = 0;
    for (int tick = 0; tick < 200; ++tick) {
        at.world.step();
        for (const event& each : at.events(event_kind::impact)) {
            // Half a quarter of a unit for each of the two, see impact.hpp.
            const frame& in = at.world.current();
            allowed += (mass_of(in, at.world.find(each.key_a).value()) +
                        mass_of(in, at.world.find(each.key_b).value())) /
                       2;
        }
    }
    const std::array<double, 3> after = sums();
    EXPECT_GT(allowed, 0);
    EXPECT_LE(std::abs(after[0] - before[0]), allowed);
    EXPECT_LE(std::abs(after[1] - before[1]), allowed);
    EXPECT_LE(after[2], before[2] * 1.02);
    EXPECT_GE(after[2], before[2] * 0.9) << "everything is elastic";
}

TEST(hex_world, velocities_change_in_the_tick_of_the_impact_and_positions_in_the_next) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {400, 0}, bar(1)));
    at.add(make(2, rock, {1200, 0}, {-400, 0}, bar(1)));
    while (at.events(event_kind::impact).empty()) {
        const hex_vector before = at.at(1).place.position;
        at.world.step();
        EXPECT_EQ(at.at(1).place.position.a, before.a + 100);
        ASSERT_LT(at.world.frame(), 20u);
    }
    EXPECT_EQ(at.at(1).motion.a.velocity, -400);
    EXPECT_EQ(at.at(2).motion.a.velocity, 400);
}

TEST(hex_world, objects_of_one_group_do_not_meet) {
    small_world at;
    for (const std::uint64_t key : {1u, 2u}) {
        object_definition made =
            make(key, rock, {static_cast<std::int32_t>(key) * 3000, 0}, {key == 1 ? 400 : -400, 0}, bar(1));
        made.group = 5;
        at.add(made);
    }
    at.run(60);
    EXPECT_EQ(at.at(1).motion.a.velocity, 400);
    EXPECT_GT(at.at(1).place.position.a, at.at(2).place.position.a);
}

TEST(hex_world, particles_never_meet_each_other) {
    small_world at;
    at.add(make(1, pebble, {0, 0}, {400, 0}));
    at.add(make(2, pebble, {1000, 0}, {-400, 0}));
    at.run(20);
    EXPECT_EQ(at.at(1).motion.a.velocity, 400);
    EXPECT_EQ(at.world.statistics().pairs, 0u);
}

TEST(hex_world, a_bullet_is_spent_by_the_first_thing_it_comes_to) {
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

TEST(hex_world, a_particle_lives_exactly_as_long_as_its_type_says) {
    small_world at;
    at.add(make(1, bullet, {0, 0}, {4, 0}));
    at.run(299);
    EXPECT_TRUE(at.has(1));
    at.run(1);
    EXPECT_FALSE(at.has(1));
}

TEST(hex_world, weapons_fire_once_a_period_and_ahead) {
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

TEST(hex_world, pilots_turn_towards_their_enemies_and_hit_them) {
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

TEST(hex_world, a_composite_comes_apart_when_its_bridge_dies) {
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

TEST(hex_world, a_virtual_tile_becomes_real_after_a_tick_if_nothing_is_in_the_way) {
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

TEST(hex_world, a_virtual_tile_that_meets_something_is_blocked_and_pushes_nothing) {
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

TEST(hex_world, the_border_brings_back_what_leaves_it) {
    rules by = small_rules();
    by.environment.border = {.inside = {{-10'000, -10'000}, {10'000, 10'000}}, .friction = 5, .pull = 300};
    small_world at(std::make_shared<const rules>(by));
    at.add(make(1, pebble, {0, 0}, {2000, 1500}));
    at.run(4000);
    const vector2i there = to_screen(at.at(1).place.position);
    EXPECT_LT(std::abs(there.x), 12'000);
    EXPECT_LT(std::abs(there.y), 12'000);
}

TEST(hex_world, inputs_that_are_not_possible_are_refused_and_change_nothing) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {40, 0}, bar(2)));
    at.add(make(2, pebble, {90'000, 0}));
    small_world same;
    same.world.restore(at.world.snapshot());
    const std::array<input, 10> wrong{
        input{.target = entity_key{9}, .kind = input_kind::push, .velocity = {1, 1}},
        input{.target = entity_key{1}, .kind = input_kind::thrust, .velocity = {128, 0}},
        input{.target = entity_key{1}, .kind = input_kind::brake, .amount = 256},
        input{.target = entity_key{1}, .kind = input_kind::place, .position = {coordinate_limit + 1, 0}},
        input{.target = entity_key{1}, .kind = input_kind::create, .subject = 1},
        input{.target = entity_key{3}, .kind = input_kind::create, .subject = 2},
        input{.target = entity_key{1}, .kind = input_kind::add_tile, .at = {5, 0}},
        input{.target = entity_key{2}, .kind = input_kind::remove_tile},
        input{.target = entity_key{1}, .kind = input_kind::damage_tile, .at = {0, 3}, .amount = 1},
        input{.target = entity_key{1}, .kind = input_kind::set_group, .amount = 256}};
    at.world.step(wrong);
    same.world.step();
    EXPECT_EQ(at.events(event_kind::refused).size(), wrong.size());
    EXPECT_EQ(at.world.hash(), same.world.hash());
}

TEST(hex_world, inputs_do_what_they_say) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(3)));
    const std::array<input, 6> all{
        input{.target = entity_key{5},
              .kind = input_kind::create,
              .position = {-9000, 0},
              .subject = 0,
              .amount = 3},
        input{.target = entity_key{5}, .kind = input_kind::push, .velocity = {8, 16}},
        input{.target = entity_key{1}, .kind = input_kind::place, .position = {70'000, 8000}, .angle = 300},
        input{.target = entity_key{1}, .kind = input_kind::thrust, .velocity = {4, -4}, .spin = 8},
        input{.target = entity_key{1}, .kind = input_kind::set_group, .amount = 9},
        input{.target = entity_key{1}, .kind = input_kind::remove_tile, .at = {2, 0}}};
    at.run(1, all);
    EXPECT_TRUE(at.events(event_kind::refused).empty());
    EXPECT_EQ(at.at(5).place.position, (hex_vector{-8998, 4}));
    EXPECT_EQ(at.at(5).place.group, 3);
    EXPECT_EQ(at.at(1).place.group, 9);
    EXPECT_EQ(at.at(1).motion.a.velocity, 4);
    EXPECT_EQ(at.at(1).motion.turn.velocity, 8);
    EXPECT_EQ(at.at(1).place.angle.steps(), 302);
    EXPECT_EQ(at.tiles_of(1).size(), 2u);
    EXPECT_NEAR(at.at(1).place.position.a, 70'000 - 512 + 1, 20);
    const std::array<input, 1> end{input{.target = entity_key{5}, .kind = input_kind::destroy}};
    at.run(1, end);
    EXPECT_FALSE(at.has(5));
}

TEST(hex_world, objects_that_cannot_be_are_refused_and_the_world_is_as_it_was) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(1)));
    const std::uint64_t hash = at.world.hash();
    const auto message = [&](const object_definition& what) {
        const status answer = at.world.add(what);
        return answer.is_ok() ? std::string() : answer.reason().message;
    };
    EXPECT_EQ(message(make(1, pebble, {0, 0})), "there is already an object with the key 1");
    EXPECT_EQ(message(make(0, pebble, {0, 0})), "an object needs a key other than 0");
    EXPECT_EQ(message(make(2, 99, {0, 0})), "the type is 99, expected less than 7");
    EXPECT_NE(message(make(2, rock, {0, 0})), "");
    EXPECT_NE(message(make(2, rock, {0, 0}, {}, bar(65))), "");
    std::vector<tile> unknown = bar(2);
    unknown[1].type = 77;
    EXPECT_NE(message(make(2, rock, {0, 0}, {}, unknown)).find("77"), std::string::npos);
    std::vector<object_definition> many(70'000, make(0, rock, {0, 0}, {}, bar(1)));
    for (std::size_t number = 0; number < many.size(); ++number) {
        many[number].key = entity_key{number + 10};
    }
    const status answer = at.world.add(many);
    ASSERT_FALSE(answer.is_ok());
    EXPECT_EQ(answer.reason().message,
              "the world would have 70001 objects with extended data, and can have 65535");
    EXPECT_EQ(at.world.hash(), hash);
    EXPECT_EQ(at.world.current().count, 1u);
}

TEST(hex_world, equal_composites_share_a_record) {
    small_world at;
    std::vector<object_definition> many;
    for (std::uint64_t key = 1; key <= 20'000; ++key) {
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 20'000, 0}, {},
                            bar(static_cast<std::int16_t>(1 + key % 5))));
    }
    ASSERT_TRUE(at.world.add(many).is_ok());
    EXPECT_LT(at.world.current().arena->used(), 100u);
}

TEST(hex_world, composites_that_do_not_fit_into_the_arena_are_refused_with_the_limit) {
    small_world at;
    std::vector<object_definition> many;
    for (std::uint64_t key = 1; key <= 300; ++key) {
        // Big ones that all differ: 4 KB each.
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 50; ++i) {
                const bool is_marked = (key >> (i % 9) & 1) != 0;
                tiles.push_back({.at = {i, j}, .type = is_marked ? core : hull, .hit_points = 1});
            }
        }
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 200'000, 0}, {}, std::move(tiles)));
    }
    const status answer = at.world.add(many);
    ASSERT_FALSE(answer.is_ok());
    EXPECT_NE(answer.reason().message.find("1048560"), std::string::npos) << answer.reason().message;
    EXPECT_EQ(at.world.current().count, 0u);
    many.resize(200);
    EXPECT_TRUE(at.world.add(many).is_ok()) << "the attempt has cost nothing";
}

TEST(hex_world, an_arena_full_of_old_records_is_swept_and_nothing_shows) {
    // A big composite that is damaged again and again fills the arena with records of the past.
    const auto play = [](bool goes_back) {
        small_world at;
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 40; ++i) {
                tiles.push_back({.at = {i, j}, .type = core, .hit_points = 9});
            }
        }
        at.add(make(1, rock, {0, 0}, {}, tiles));
        at.add(make(2, rock, {400'000, 0}, {20, 0}, bar(5)));
        bool has_collected = false;
        for (std::uint16_t tick = 0; tick < 900; ++tick) {
            const std::array<input, 1> blow{
                input{.target = entity_key{1},
                      .kind = input_kind::damage_tile,
                      .at = {static_cast<std::int16_t>(tick % 40), static_cast<std::int16_t>(tick / 40)},
                      .amount = 1}};
            const world_snapshot before = at.world.snapshot();
            at.world.step(blow);
            if (goes_back) { // so that the arena fills at other times
                at.world.restore(before);
                at.world.step(blow);
            }
            has_collected |= at.world.statistics().has_collected;
        }
        EXPECT_TRUE(has_collected);
        EXPECT_EQ(at.tiles_of(2).size(), 5u);
        return at.world.hash();
    };
    EXPECT_EQ(play(false), play(true));
}

TEST(hex_world, says_what_there_is_no_room_for_and_goes_on) {
    small_world at;
    std::vector<object_definition> many;
    constexpr std::uint32_t count = 240;
    for (std::uint64_t key = 1; key <= count; ++key) {
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 49; ++i) {
                const bool is_marked = (key >> (i % 9) & 1) != 0;
                tiles.push_back({.at = {i, j}, .type = is_marked ? core : hull, .hit_points = 1});
            }
        }
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 200'000, 0}, {}, std::move(tiles)));
    }
    ASSERT_TRUE(at.world.add(many).is_ok());
    ASSERT_GT(at.world.current().arena->free(), at.world.current().composite(0).header().grains);
    std::vector<input> blows;
    for (std::uint64_t key = 1; key <= count; ++key) {
        blows.push_back(
            {.target = entity_key{key}, .kind = input_kind::damage_tile, .at = {3, 3}, .amount = 1});
    }
    at.world.step(blows);
    const std::vector<event> left_out = at.events(event_kind::overfull);
    EXPECT_FALSE(left_out.empty());
    EXPECT_LT(left_out.size(), count);
    EXPECT_EQ(at.world.current().count, count);
    for (const event& each : left_out) {
        EXPECT_EQ(at.tiles_of(static_cast<std::uint64_t>(each.key_a)).size(), 40u * 49);
    }
    at.run(10);
}
