#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/timeline_settings.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace orrery::test {
namespace {

TEST(timeline_settings, have_defaults_that_a_timeline_takes) {
    toy_timeline time(toy_world{}, timeline_settings{});
    time.advance(3);
    EXPECT_EQ(time.settings().frames_between_keyframes, 60U);
    EXPECT_TRUE(time.settings().keeps_head);
}

TEST(rewrite_report, says_that_nothing_was_computed_before_there_was_a_change) {
    const rewrite_report report;
    EXPECT_EQ(report.entity_frames, 0U);
    EXPECT_TRUE(report.was_local);
}

} // namespace
} // namespace orrery::test
