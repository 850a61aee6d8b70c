#include "tests/core/property.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/timeline/nearest_pass.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace orrery::time {
namespace {

TEST(nearest_pass, is_what_dense_sampling_finds) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 dice(seed);
        const auto coordinate = [&] { return static_cast<scalar>(uniform_int(dice, -50, 50)); };
        nearest_pass_search<vector2> search;
        std::vector<vector2> ways;
        for (std::uint64_t frame = 100; frame < 120; ++frame) {
            const scalar x = coordinate();
            ways.push_back({x, coordinate()});
            search.add(frame, ways.back());
        }
        constexpr int samples = 64;
        scalar nearest = std::numeric_limits<scalar>::max();
        for (std::size_t number = 0; number + 1 < ways.size(); ++number) {
            for (int sample = 0; sample <= samples; ++sample) {
                const scalar fraction = static_cast<scalar>(sample) / samples;
                nearest = min(nearest, length(ways[number] + (ways[number + 1] - ways[number]) * fraction));
            }
        }
        const auto found = search.result();
        PROPERTY_ASSERT(found.has_value());
        PROPERTY_ASSERT(found->distance <= nearest + scalar(0.001));
        PROPERTY_ASSERT(found->distance >= nearest - scalar(2)); // a sample is at most 142 / 64 / 2 away
        const vector2 from = ways[found->frame - 100];
        const vector2 to = found->fraction > 0 ? ways[found->frame - 99] : from;
        PROPERTY_ASSERT(length(from + (to - from) * found->fraction) <= found->distance + scalar(0.001));
    }));
}

TEST(nearest_pass, does_not_bridge_frames_in_which_one_was_missing) {
    nearest_pass_search<vector2> search;
    EXPECT_FALSE(search.result());
    search.add(3, {-10, 1});
    search.add(5, {10, 1}); // it has not passed at distance 1
    ASSERT_TRUE(search.result());
    EXPECT_GT(search.result()->distance, scalar(10));
    search.add(6, {-10, 1});
    EXPECT_EQ(search.result()->distance, scalar(1));
    EXPECT_EQ(search.result()->frame, 5U);
    EXPECT_EQ(search.result()->fraction, scalar(0.5));
}

} // namespace
} // namespace orrery::time
