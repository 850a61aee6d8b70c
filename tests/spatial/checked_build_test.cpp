#include "tests/spatial/box_list.hpp"

#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/checked_build.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial::test {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::string problem_of(const std::vector<aabb3f>& boxes) {
    const status checked = check_boxes(std::span(boxes));
    return checked ? "" : checked.reason().message;
}

TEST(checked_build, accepts_points_and_infinite_boxes) {
    EXPECT_EQ(problem_of({}), "");
    EXPECT_EQ(problem_of({{{1, 2, 3}, {1, 2, 3}}, {{-infinity, 0, -infinity}, {infinity, 0, 5}}}), "");
}

TEST(checked_build, names_the_box_the_axis_and_the_bounds) {
    const aabb3f fine{{0, 0, 0}, {1, 1, 1}};
    EXPECT_EQ(problem_of({fine, {{0, 2, 0}, {1, 1.5F, 1}}, fine}),
              "box 1 is inverted on axis 1: it reaches from 2 to 1.5");
    EXPECT_EQ(problem_of({fine, fine, {{0, 0, 0}, {1, 1, -1}}}),
              "box 2 is inverted on axis 2: it reaches from 0 to -1");
    EXPECT_EQ(problem_of({{{0, 0, 0}, {not_a_number, 1, 1}}}).substr(0, 23), "box 0 has a NaN on axis");
}

TEST(checked_build, leaves_the_structure_as_it_was_when_a_box_is_wrong) {
    thread_pool jobs(2);
    const std::vector<aabb2i> good{{{0, 0}, {1, 1}}, {{2, 2}, {3, 3}}};
    const std::vector<aabb2i> bad{{{0, 0}, {-1, 1}}};
    box_list<aabb2i> list;
    EXPECT_TRUE(checked_build(list, good));
    EXPECT_FALSE(checked_build(list, bad));
    EXPECT_FALSE(checked_build(list, bad, jobs));
    EXPECT_EQ(list.size(), 2u);
    EXPECT_TRUE(checked_build(list, std::span(good).first(1), jobs));
    EXPECT_EQ(list.size(), 1u);
}

} // namespace
} // namespace orrery::spatial::test
