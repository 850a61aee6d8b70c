#include "tests/spatial/box_list.hpp"

#include <orrery/spatial/ray_query.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

using hits = std::vector<ray_hit<float>>;

class ray_query : public testing::Test {
protected:
    ray_query() { list_.build(boxes_); }

    const std::vector<aabb2f> boxes_{
        {{6, 0}, {7, 1}}, {{2, 0}, {3, 1}}, {{2, -1}, {4, 1}}, {{-3, 0}, {-2, 1}}};
    box_list<aabb2f> list_;
    const ray2f along_x_{{0, 0.5F}, {1, 0}};
};

TEST_F(ray_query, counts_time_in_lengths_of_the_direction) {
    EXPECT_EQ(ray_hits(list_, along_x_), (hits{{2, 1}, {2, 2}, {6, 0}}));
    EXPECT_EQ(ray_hits(list_, {{0, 0.5F}, {2, 0}}), (hits{{1, 1}, {1, 2}, {3, 0}}));
}

TEST_F(ray_query, hits_at_once_what_it_starts_in) {
    EXPECT_EQ(first_ray_hits(list_, {{3.5F, 0.5F}, {1, 0}}), (hits{{0, 2}}));
}

TEST_F(ray_query, finds_all_that_are_tied_for_the_first_hit) {
    EXPECT_EQ(first_ray_hits(list_, along_x_), (hits{{2, 1}, {2, 2}}));
    hits visited;
    for_each_first_ray_hit(list_, along_x_,
                           [&](std::uint32_t index, float t) { visited.push_back({t, index}); });
    EXPECT_EQ(visited, (hits{{2, 1}, {2, 2}}));
}

TEST_F(ray_query, finds_nothing_where_nothing_is) {
    EXPECT_TRUE(first_ray_hits(list_, {{0, 5}, {1, 0}}).empty());
    EXPECT_TRUE(ray_hits(list_, {{0, 5}, {1, 0}}).empty());
}

TEST_F(ray_query, goes_as_far_as_it_is_told_and_counts_what_lies_exactly_there) {
    EXPECT_EQ(ray_hits(list_, along_x_, hit_the_box{}, 6.0F).size(), 3u);
    EXPECT_EQ(ray_hits(list_, along_x_, hit_the_box{}, 5.5F).size(), 2u);
    EXPECT_TRUE(first_ray_hits(list_, along_x_, hit_the_box{}, 1.5F).empty());
}

TEST_F(ray_query, lets_a_fine_test_decide_who_comes_first) {
    const auto fine = [](std::uint32_t index, const aabb2f&, float enter) {
        return index == 1 ? std::nullopt : std::optional<float>(index == 2 ? 6 : enter);
    };
    EXPECT_EQ(first_ray_hits(list_, along_x_, fine), (hits{{6, 0}, {6, 2}}));
}

TEST_F(ray_query, ends_when_the_visitor_has_seen_enough) {
    int visited = 0;
    for_each_ray_hit(list_, along_x_, [&](std::uint32_t, float) { return ++visited < 2; });
    EXPECT_EQ(visited, 2);
}

} // namespace
} // namespace orrery::spatial::test
