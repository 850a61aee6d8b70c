#include "tests/core/property.hpp"

#include <orrery/core/text.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace {

using namespace orrery;

TEST(text, joins_its_parts) {
    EXPECT_EQ(text("mass is ", -1.5, ", expected > 0"), "mass is -1.5, expected > 0");
    EXPECT_EQ(text("section '", std::string("bodies"), "' ", std::string_view("at byte "), 12u),
              "section 'bodies' at byte 12");
    EXPECT_EQ(text(), "");
}

TEST(text, a_string_literal_is_not_a_bool) {
    EXPECT_EQ(text("yes"), "yes");
    EXPECT_EQ(text(true, ' ', false), "true false");
}

TEST(text, characters_are_characters_and_small_integers_are_numbers) {
    EXPECT_EQ(text('a'), "a");
    EXPECT_EQ(text(std::uint8_t{65}), "65");
    EXPECT_EQ(text(std::int8_t{-3}), "-3");
}

TEST(text, integers_of_any_size_are_written_in_full) {
    EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(text, numbers_take_their_shortest_form) {
    EXPECT_EQ(text(0.1f), "0.1");
    EXPECT_EQ(text(0.1), "0.1");
    EXPECT_EQ(text(100.0), "100");
    EXPECT_EQ(text(-0.0), "-0");
}

TEST(text, every_finite_number_reads_back_exactly) {
    EXPECT_TRUE(property::holds([] {
        const auto noise = property::any<std::uint64_t>();
        const auto wide = std::bit_cast<double>(noise * 0x9e3779b97f4a7c15u);
        const auto narrow =
            std::bit_cast<float>(static_cast<std::uint32_t>(noise * 0x9e3779b97f4a7c15u >> 32));
        if (std::isfinite(wide)) {
            PROPERTY_ASSERT(std::strtod(text(wide).c_str(), nullptr) == wide);
        }
        if (std::isfinite(narrow)) {
            PROPERTY_ASSERT(std::strtof(text(narrow).c_str(), nullptr) == narrow);
        }
    }));
}

TEST(text, the_largest_and_smallest_numbers_fit) {
    for (const double value : {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::lowest()}) {
        EXPECT_EQ(std::strtod(text(value).c_str(), nullptr), value);
    }
    EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "inf");
}

TEST(printable, shows_hostile_characters_as_question_marks) {
    EXPECT_EQ(printable("plain text ~!"), "plain text ~!");
    EXPECT_EQ(printable(std::string_view("a\n\x1b[2J\0\xff", 8)), "a??[2J??");
}

} // namespace
