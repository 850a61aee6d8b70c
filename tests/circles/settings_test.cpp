#include "tests/circles/small_world.hpp"

#include <orrery/circles/settings.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

TEST(circles_settings, change_nothing_that_comes_out) {
    crowded best(1);
    crowded least(1, {.simd_level = simd::level::scalar});
    for (int update = 0; update < 200; ++update) {
        best.world.step();
        least.world.step();
        ASSERT_EQ(best.world.hash(), least.world.hash()) << "in update " << update;
        ASSERT_TRUE(std::ranges::equal(best.world.events(), least.world.events()));
    }
}
