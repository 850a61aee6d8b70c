#include "tests/hex/small_world.hpp"

#include <orrery/hex/settings.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

TEST(hex_settings, say_how_often_objects_are_sorted) {
    small_world often(shared_small_rules(), {.ticks_between_sorts = 4});
    for (std::uint64_t key = 1; key <= 50; ++key) {
        often.add(make(key, pebble, {static_cast<std::int32_t>(key) * 700, 0},
                       {static_cast<std::int32_t>(key), 0}));
    }
    int sorts = 0;
    for (int tick = 0; tick < 40; ++tick) {
        often.world.step();
        sorts += often.world.statistics().has_sorted ? 1 : 0;
    }
    EXPECT_GE(sorts, 9);
}

TEST(hex_settings, choose_a_broad_phase_and_nothing_else) {
    EXPECT_EQ(world_settings{}.broad_phase, broad_phase_kind::hilbert_tree);
    small_world sweep(shared_small_rules(), {.broad_phase = broad_phase_kind::sweep});
    sweep.add(make(1, rock, {0, 0}, {}, bar(1)));
    sweep.add(make(2, pebble, {-3000, 0}, {400, 0}));
    sweep.run(40);
    EXPECT_GT(sweep.at(1).motion.a.velocity, 0) << "it was hit";
}
