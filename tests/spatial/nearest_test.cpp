#include "tests/spatial/distributions.hpp"

#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/sweep.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

class nearest_of_a_sweep : public testing::Test {
protected:
    nearest_of_a_sweep() { boxes_.build(all_); }

    const std::vector<aabb2f> all_ = make_boxes<aabb2f>(distribution::uniform, 400, 1);
    sweep<aabb2f> boxes_;
};

TEST_F(nearest_of_a_sweep, can_be_measured_by_a_metric_of_ones_own) {
    // City blocks, from a point to the lower left corner of each box.
    const vector2f from{100, -50};
    const auto to_corner = [&](std::uint32_t, const aabb2f& box, float) {
        return abs(box.min.x - from.x) + abs(box.min.y - from.y);
    };
    const auto bound = [&](const aabb2f& box) {
        const vector2f inside = clamp(from, box.min, box.max);
        return abs(inside.x - from.x) + abs(inside.y - from.y);
    };
    std::vector<neighbor<float>> expected;
    for (std::uint32_t index = 0; index < all_.size(); ++index) {
        expected.push_back({to_corner(index, all_[index], 0), index});
    }
    std::sort(expected.begin(), expected.end()); // total order: distance and index
    expected.resize(7);
    std::vector<neighbor<float>> found{{0, 99}}; // is replaced
    find_nearest_by(boxes_, 7, found, bound, to_corner);
    EXPECT_EQ(found, expected);

    // Nothing beyond the fourth.
    find_nearest_by(boxes_, 7, found, bound, to_corner, expected[3].distance);
    expected.resize(4);
    EXPECT_EQ(found, expected);
}

TEST_F(nearest_of_a_sweep, are_visited_nearest_first_until_the_visitor_has_seen_enough) {
    const auto found = nearest(boxes_, {3, 4}, 5);
    std::vector<neighbor<float>> visited;
    for_each_nearest(boxes_, {3, 4}, 5, [&](std::uint32_t index, float distance) {
        visited.push_back({distance, index});
        return visited.size() < 3;
    });
    EXPECT_EQ(visited, std::vector<neighbor<float>>(found.begin(), found.begin() + 3));
}

TEST(nearest_so_far, keeps_those_that_are_tied_with_the_last) {
    std::vector<neighbor<float>> list{{1, 1}};
    spatial::detail::nearest_so_far<neighbor<float>> best(list, 2, 10.0F);
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(best.limit(), 10.0F);
    best.add({11, 0}); // too far
    best.add({5, 1});
    EXPECT_EQ(best.limit(), 10.0F);
    best.add({7, 2});
    best.add({7, 3});
    best.add({7, 4});
    EXPECT_EQ(best.limit(), 7.0F);
    EXPECT_EQ(list.size(), 4u);
    best.add({5, 5}); // drives all sevens out
    EXPECT_EQ(best.limit(), 5.0F);
    EXPECT_EQ(list.size(), 2u);
    best.add({1, 6}); // leaves a five that is tied with the other
    EXPECT_EQ(best.limit(), 5.0F);
    EXPECT_EQ(list.size(), 3u);
}

} // namespace
} // namespace orrery::spatial::test
