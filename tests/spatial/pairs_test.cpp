#include "tests/spatial/box_list.hpp"
#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/pairs.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

class pairs_of_a_list : public testing::Test {
protected:
    pairs_of_a_list() { list_.build(boxes_); }

    const std::vector<aabb2f> boxes_ = make_boxes<aabb2f>(distribution::mixed_by_12, 300, 1);
    box_list<aabb2f> list_;
};

TEST_F(pairs_of_a_list, end_when_the_visitor_has_seen_enough) {
    std::vector<index_pair> visited;
    for_each_pair(list_, [&](std::uint32_t first, std::uint32_t second) {
        visited.push_back({first, second});
        return visited.size() < 5;
    });
    std::vector<index_pair> expected = all_pairs(std::span(boxes_));
    expected.resize(5);
    EXPECT_EQ(visited, expected);
}

TEST_F(pairs_of_a_list, between_two_sets_end_when_the_visitor_has_seen_enough) {
    int visited = 0;
    for_each_pair_between(list_, std::span(boxes_), [&](std::uint32_t index, std::uint32_t other) {
        EXPECT_TRUE(intersects(boxes_[index], boxes_[other]));
        return ++visited < 7;
    });
    EXPECT_EQ(visited, 7);
}

TEST_F(pairs_of_a_list, between_two_sets_come_in_the_order_of_the_others) {
    std::vector<index_pair> visited;
    for_each_pair_between(list_, std::span(boxes_), [&](std::uint32_t index, std::uint32_t other) {
        visited.push_back({index, other});
    });
    EXPECT_TRUE(std::is_sorted(visited.begin(), visited.end(),
                               [](index_pair a, index_pair b) { return a.second < b.second; }));
    const pair_list found = pairs_between(list_, std::span(boxes_));
    EXPECT_EQ(visited, std::vector<index_pair>(found.begin(), found.end()));
}

TEST_F(pairs_of_a_list, replace_those_of_the_search_before) {
    thread_pool jobs(2);
    pair_list found;
    find_pairs(list_, jobs, found);
    EXPECT_EQ(found.size(), all_pairs(std::span(boxes_)).size());
    list_.build(std::span(boxes_).first(1));
    find_pairs(list_, jobs, found);
    EXPECT_TRUE(found.empty());
    find_pairs(list_, found);
    EXPECT_TRUE(found.empty());
}

} // namespace
} // namespace orrery::spatial::test
