#include <orrery/math/simd/level.hpp>

#include <gtest/gtest.h>

#include <set>

namespace {

namespace simd = orrery::simd;

TEST(simd_level, the_best_level_is_native_and_none_above_it_is) {
    EXPECT_TRUE(simd::is_native(simd::best_level()));
    for (const simd::level width : simd::all_levels) {
        EXPECT_TRUE(width <= simd::best_level() || !simd::is_native(width)) << simd::name(width);
    }
}

TEST(simd_level, every_machine_has_registers_of_four_floats) {
    EXPECT_TRUE(simd::is_native(simd::level::scalar));
    EXPECT_TRUE(simd::is_native(simd::level::width4));
}

TEST(simd_level, levels_are_ordered_by_their_number_of_lanes) {
    EXPECT_EQ(simd::lane_count(simd::level::scalar), 4);
    EXPECT_EQ(simd::lane_count(simd::level::width4), 4);
    EXPECT_EQ(simd::lane_count(simd::level::width8), 8);
    EXPECT_EQ(simd::lane_count(simd::level::width16), 16);
}

TEST(simd_level, each_level_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (const simd::level width : simd::all_levels) {
        names.insert(simd::name(width));
    }
    EXPECT_EQ(names.size(), std::size(simd::all_levels));
}

} // namespace
