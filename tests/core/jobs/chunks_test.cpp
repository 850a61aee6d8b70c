#include "tests/core/property.hpp"

#include <orrery/core/jobs/chunks.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace {

using namespace orrery;

// The pieces follow one another without gap, overlap or empty piece.
void expect_to_cover(const chunks& pieces, std::size_t count) {
    std::size_t expected_begin = 0;
    for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
        PROPERTY_ASSERT(pieces[piece].begin == expected_begin);
        PROPERTY_ASSERT(pieces[piece].size() > 0u);
        expected_begin = pieces[piece].end;
    }
    PROPERTY_ASSERT(expected_begin == count);
}

TEST(chunks, cover_the_range_once) {
    EXPECT_TRUE(property::holds([] {
        const auto count = property::in_range<std::size_t>(0, 5000);
        const auto grain = property::in_range<std::size_t>(1, 700);
        expect_to_cover(chunks(count, grain), count);
    }));
}

TEST(chunks, have_the_size_of_the_grain_except_for_the_last) {
    EXPECT_TRUE(property::holds([] {
        const auto count = property::in_range<std::size_t>(1, 5000);
        const auto grain = property::in_range<std::size_t>(1, 700);
        const chunks pieces(count, grain);
        for (std::uint32_t piece = 0; piece + 1 < pieces.size(); ++piece) {
            PROPERTY_ASSERT(pieces[piece].size() == grain);
        }
        PROPERTY_ASSERT(pieces[pieces.size() - 1].size() <= grain);
    }));
}

TEST(chunks, stay_below_a_limit_in_multiples_of_the_grain) {
    EXPECT_TRUE(property::holds([] {
        const auto count = property::in_range<std::size_t>(0, 5000);
        const auto grain = property::in_range<std::size_t>(1, 50);
        const auto limit = property::in_range<std::size_t>(1, 300);
        const chunks pieces = chunks::at_most(limit, count, grain);
        expect_to_cover(pieces, count);
        PROPERTY_ASSERT(pieces.size() <= limit);
        if (pieces.size() > 1) {
            PROPERTY_ASSERT(pieces[0].size() % grain == 0u);
        }
    }));
}

TEST(chunks, of_nothing_are_none) {
    EXPECT_EQ(chunks(0, 10).size(), 0u);
}

TEST(chunks, refuse_a_grain_of_zero) {
    EXPECT_DEATH(chunks(10, 0), "the grain must not be 0");
}

} // namespace
