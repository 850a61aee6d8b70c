// Values that are not the same in two recordings.
#include "apps/world/value_difference.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace orrery::apps {
namespace {

TEST(value_difference, neighbouring_numbers_are_one_unit_apart) {
    const scalar next = std::nextafter(scalar(1), scalar(2));
    const value_difference found = difference_of("mass", 1, next);
    EXPECT_EQ(found.field, "mass");
    EXPECT_EQ(found.first, "1");
    EXPECT_EQ(found.units, 1U);
    EXPECT_NE(found.first_bits, found.second_bits);
    EXPECT_EQ(found.first_bits.size(), 2 * sizeof(scalar));
    EXPECT_EQ(difference_of("mass", next, 1).units, 1U);
}

TEST(value_difference, units_count_across_zero) {
    const scalar smallest = std::nextafter(scalar(0), scalar(1));
    EXPECT_EQ(difference_of("x", -smallest, smallest).units, 2U);
}

TEST(value_difference, a_word_of_a_motion_is_the_number_that_it_is_part_of) {
    struct pair {
        scalar x = 0;
        scalar y = 0;
    };

    constexpr std::array<std::string_view, 2> names{"x", "y"};
    constexpr std::size_t words = sizeof(scalar) / sizeof(std::uint32_t);
    const value_difference first = difference_in_word(names, pair{1, 2}, pair{3, 4}, words - 1);
    EXPECT_EQ(first.field, "x");
    EXPECT_EQ(first.second, "3");
    EXPECT_EQ(difference_in_word(names, pair{1, 2}, pair{1, 4}, words).field, "y");
}

TEST(value_difference, integers_have_no_bits) {
    const value_difference found = difference_of_integers("angle", -3, 4);
    EXPECT_EQ(found.first, "-3");
    EXPECT_EQ(found.second, "4");
    EXPECT_TRUE(found.first_bits.empty());
    EXPECT_FALSE(found.units);
}

} // namespace
} // namespace orrery::apps
