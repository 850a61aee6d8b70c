#include "tests/core/property.hpp"

#include <orrery/timeline/frame_range.hpp>

#include <gtest/gtest.h>

namespace {

using orrery::time::frame_range;

TEST(frame_range, holds_what_lies_between_its_ends_and_not_the_end) {
    const frame_range some{3, 6};
    EXPECT_FALSE(some.contains(2));
    EXPECT_TRUE(some.contains(3));
    EXPECT_TRUE(some.contains(5));
    EXPECT_FALSE(some.contains(6));
    EXPECT_EQ(some.size(), 3u);
    EXPECT_EQ(frame_range::one(4).size(), 1u);
    EXPECT_TRUE(frame_range::all().contains(0));
}

TEST(frame_range, without_frames_has_no_size) {
    EXPECT_TRUE((frame_range{5, 5}.is_empty()));
    EXPECT_TRUE((frame_range{6, 5}.is_empty()));
    EXPECT_EQ((frame_range{6, 5}.size()), 0u);
}

TEST(frame_range, shares_the_frames_that_both_contain) {
    EXPECT_TRUE(property::holds([] {
        const auto any_frame = [] { return property::in_range<std::uint64_t>(0, 10); };
        const frame_range a{any_frame(), any_frame()};
        const frame_range b{any_frame(), any_frame()};
        for (std::uint64_t frame = 0; frame < 10; ++frame) {
            PROPERTY_ASSERT(common(a, b).contains(frame) == (a.contains(frame) && b.contains(frame)));
        }
    }));
}

} // namespace
