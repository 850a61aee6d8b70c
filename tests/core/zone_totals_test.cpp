#include <orrery/build_settings.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/core/zone_totals.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace orrery;

#if ORRERY_PROFILING

TEST(zone_totals, add_up_the_zones_of_each_name) {
    start_profiling();
    for (int count = 0; count < 3; ++count) {
        ORRERY_ZONE("outer");
        ORRERY_ZONE("inner");
    }
    ORRERY_COUNTER("number", 7);
    stop_profiling();
    const std::vector<zone_total> totals = zone_totals();
    ASSERT_EQ(totals.size(), 2u);
    EXPECT_EQ(totals[0].name, "inner");
    EXPECT_EQ(totals[1].name, "outer");
    EXPECT_EQ(totals[0].count, 3u);
    EXPECT_EQ(totals[1].count, 3u);
    EXPECT_GE(totals[1].seconds, totals[0].seconds);
}

TEST(zone_totals, forget_what_was_before_the_last_start) {
    start_profiling();
    {
        ORRERY_ZONE("before");
    }
    start_profiling();
    stop_profiling();
    EXPECT_TRUE(zone_totals().empty());
}

#else

TEST(zone_totals, are_none_in_a_build_without_profiling) {
    EXPECT_TRUE(zone_totals().empty());
}

#endif

} // namespace
