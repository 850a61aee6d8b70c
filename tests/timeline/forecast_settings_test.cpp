#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/forecast_settings.hpp>
#include <orrery/timeline/forecaster.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace orrery::test {
namespace {

TEST(forecast_settings, say_how_far_the_head_runs_ahead) {
    forecaster<toy_world> future(toy_timeline(toy_world{}), {.horizon = 25, .has_thread = false});
    while (future.work(std::chrono::milliseconds(2))) {
    }
    const forecast_progress progress = future.progress();
    EXPECT_EQ(progress.state, forecast_state::at_horizon);
    EXPECT_EQ(progress.head, 25U);
    EXPECT_EQ(progress.goal, 25U);
}

} // namespace
} // namespace orrery::test
