#include <orrery/rigid/motion.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace orrery::rigid {
namespace {

TEST(motion, is_numbers_without_gaps_first_of_the_pose_and_then_of_the_velocities) {
    const motion sample{{1, 2, 3}, quaternion{4, 5, 6, 7}, {8, 9, 10}, {11, 12, 13}};
    const auto numbers = std::bit_cast<std::array<scalar, 13>>(sample);
    for (std::size_t index = 0; index < 3; ++index) {
        EXPECT_EQ(numbers[index], static_cast<scalar>(index + 1));
        EXPECT_EQ(numbers[7 + index], static_cast<scalar>(index + 8));
    }
}

TEST(motion, starts_at_rest_at_the_origin) {
    EXPECT_EQ(motion{}, (motion{{}, quaternion{}, {}, {}}));
}

} // namespace
} // namespace orrery::rigid
