#include "tests/core/property.hpp"

#include <orrery/rigid/step_timer.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery::rigid {
namespace {

TEST(step_timer, neither_gains_nor_loses_time_however_it_is_cut) {
    EXPECT_TRUE(property::holds([] {
        const auto pieces = property::list_in_range<int>(0, 40);
        step_timer timer(0.02, 1000);
        double total = 0;
        std::uint64_t steps = 0;
        for (const int piece : pieces) {
            const double seconds = piece * 0.001;
            total += seconds;
            steps += timer.advance(seconds);
            PROPERTY_ASSERT(timer.remainder() >= 0.0 && timer.remainder() < 0.02);
        }
        const double accounted = static_cast<double>(steps) * 0.02 + timer.remainder();
        PROPERTY_ASSERT(accounted - total < 1e-9 && total - accounted < 1e-9);
        PROPERTY_ASSERT(timer.dropped_steps() == 0U);
    }));
}

TEST(step_timer, drops_what_is_beyond_the_limit_and_counts_it) {
    step_timer timer(0.5, 3);
    EXPECT_EQ(timer.advance(5.25), 3U);
    EXPECT_EQ(timer.dropped_steps(), 7U);
    EXPECT_DOUBLE_EQ(timer.remainder(), 0.25);
    EXPECT_DOUBLE_EQ(timer.until_next(), 0.25);
    EXPECT_EQ(timer.advance(0.25), 1U);
}

TEST(step_timer, survives_clocks_that_go_wrong) {
    step_timer timer(0.5, 3);
    EXPECT_EQ(timer.advance(-1), 0U);
    EXPECT_EQ(timer.advance(1e300), 3U);
    EXPECT_LE(timer.remainder(), 0.5);
}

} // namespace
} // namespace orrery::rigid
