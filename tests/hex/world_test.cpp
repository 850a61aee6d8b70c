#include "tests/hex/small_world.hpp"

#include <orrery/hex/collide.hpp>
#include <orrery/hex/world.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/simulation/simulation.hpp>

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

TEST(hex_world, objects_stop_where_they_meet_and_have_new_velocities_from_the_next_tick_on) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {400, 0}, bar(1)));
    at.add(make(2, rock, {1200, 0}, {-400, 0}, bar(1)));
    while (at.events(event_kind::impact).empty()) {
        const hex_vector before = at.at(1).place.position;
        at.world.step();
        const std::int32_t moved = at.at(1).place.position.a - before.a;
        EXPECT_TRUE(at.events(event_kind::impact).empty() ? moved == 100 : moved >= 0 && moved < 100);
        ASSERT_LT(at.world.frame(), 20u);
    }
    EXPECT_NEAR(at.at(2).place.position.a - at.at(1).place.position.a, hex::contact_distance, 10);
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
