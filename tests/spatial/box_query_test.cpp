#include "tests/spatial/box_list.hpp"

#include <orrery/spatial/box_query.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

class box_query : public testing::Test {
protected:
    box_query() { list_.build(boxes_); }

    const std::vector<aabb2i> boxes_{{{0, 0}, {2, 2}}, {{2, 2}, {4, 4}}, {{0, 0}, {9, 9}}, {{5, 5}, {5, 5}}};
    box_list<aabb2i> list_;
};

TEST_F(box_query, counts_what_only_touches) {
    EXPECT_EQ(intersecting(list_, {{4, 4}, {4, 4}}), (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(inside(list_, {{0, 0}, {4, 4}}), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(containing(list_, {{2, 2}, {2, 2}}), (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(containing(list_, {{5, 5}, {5, 5}}), (std::vector<std::uint32_t>{2, 3}));
}

TEST_F(box_query, ends_when_the_visitor_has_seen_enough) {
    const aabb2i everywhere{{-10, -10}, {10, 10}};
    int visited = 0;
    const auto stop_at_two = [&](std::uint32_t, const aabb2i&) { return ++visited < 2; };
    for_each_intersecting(list_, everywhere, stop_at_two);
    EXPECT_EQ(visited, 2);
    visited = 0;
    for_each_inside(list_, everywhere, stop_at_two);
    EXPECT_EQ(visited, 2);
    visited = 0;
    for_each_containing(list_, {{2, 2}, {2, 2}}, stop_at_two);
    EXPECT_EQ(visited, 2);
}

TEST_F(box_query, lets_the_visitor_change_what_the_program_keeps_under_the_index) {
    std::vector<int> marks(boxes_.size());
    for_each_inside(list_, {{0, 0}, {4, 4}}, [&](std::uint32_t index, const aabb2i&) { marks[index] += 1; });
    EXPECT_EQ(marks, (std::vector<int>{1, 1, 0, 0}));
}

} // namespace
} // namespace orrery::spatial::test
