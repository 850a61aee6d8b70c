#include "scenes/builders/circle_checker.hpp"

#include <gtest/gtest.h>

#include <array>

namespace orrery::scenes {
namespace {

// A room of 40 by 40 units with a pole in its middle, a triangle on its right and a fence on its left.
circle_scene room() {
    circles::rules rules;
    rules.walls = {
        {.points = {{-20, -20}, {20, -20}, {20, 20}, {-20, 20}}, .is_closed = true},
        {.points = {{0, 0}}, .radius = 2},
        {.points = {{10, -3}, {14, -3}, {12, 3}}, .is_closed = true},
        {.points = {{-10, -5}, {-10, 5}}},
    };
    return {.rules = std::make_shared<const circles::rules>(std::move(rules)),
            .circles = {{.key = entity_key{1}, .motion = {.position = {-15, 0}}, .form = {.radius = 1}},
                        {.key = entity_key{2}, .motion = {.position = {5, 0}}, .form = {.radius = 1}}}};
}

bool passes(std::initializer_list<vector2d> path) {
    static const circle_checker checker(room());
    return checker.passes_through(std::span(path.begin(), path.size()));
}

TEST(circle_checker, finds_paths_through_walls) {
    EXPECT_TRUE(passes({{-11, 0}, {-9, 0}}));             // the fence
    EXPECT_TRUE(passes({{9, 0}, {15, 1}}));               // the triangle, in and out again
    EXPECT_TRUE(passes({{9, 0}, {12, 0}}));               // into it
    EXPECT_TRUE(passes({{12, 0}, {12, 4}}));              // out of it
    EXPECT_TRUE(passes({{-3, 0.9}, {3, 0.9}}));           // the middle part of the pole
    EXPECT_TRUE(passes({{19, 19}, {21, 19}}));            // the border
    EXPECT_TRUE(passes({{0, 10}, {-15, 10}, {-5, -10}})); // the fence, on the second step
}

TEST(circle_checker, finds_nothing_in_paths_around_walls) {
    EXPECT_FALSE(passes({{-15, 0}, {-11, 0}, {-15, 1}}));
    EXPECT_FALSE(passes({{-11, 0}, {-11, 6}, {-9, 6}, {-9, 0}})); // around the end of the fence
    EXPECT_FALSE(passes({{9, 3}, {9, -4}, {15, -4}, {15, 3}}));
    EXPECT_FALSE(passes({{-3, 1.1}, {3, 1.1}})); // grazes the pole
    EXPECT_FALSE(passes({{5, 0}, {5, 0}}));
    EXPECT_FALSE(passes({{5, 0}}));
}

TEST(circle_checker, counts_one_crossing_where_a_path_has_a_corner_on_an_edge) {
    EXPECT_TRUE(passes({{-11, 0}, {-10, 0}, {-9, 0}}));
    EXPECT_NE(passes({{-11, 0}, {-10, 0}}), passes({{-10, 0}, {-9, 0}}));
}

TEST(circle_checker, looks_beyond_the_border) {
    EXPECT_TRUE(passes({{300, 300}, {0, 19}}));
    EXPECT_FALSE(passes({{300, 300}, {400, 300}}));
}

TEST(circle_checker, counts_circles_that_are_on_another_side_than_they_were) {
    const circle_checker checker(room());
    EXPECT_EQ(checker.count_misplaced(std::array{vector2d{-15, 0}, vector2d{5, 0}}), 0u);
    EXPECT_EQ(checker.count_misplaced(std::array{vector2d{0, 19}, vector2d{13, 2.9}}), 0u);
    EXPECT_EQ(checker.count_misplaced(std::array{vector2d{12, 0}, vector2d{5, 0}}), 1u);
    EXPECT_EQ(checker.count_misplaced(std::array{vector2d{12, 0}, vector2d{5, 20.5}}), 2u);
}

TEST(circle_checker, measures_how_deep_circles_are_in_each_other_and_in_walls) {
    const circle_checker checker(room());
    const auto deepest = [&](vector2d first, vector2d second) {
        return checker.deepest_overlap(std::array{first, second});
    };
    EXPECT_DOUBLE_EQ(deepest({-15, 0}, {5, 10}), -1);
    EXPECT_DOUBLE_EQ(deepest({-11.5, 0}, {5, 10}), -0.5);   // a circle and the fence
    EXPECT_DOUBLE_EQ(deepest({-15, 0}, {2.75, 0}), 0.25);   // the pole
    EXPECT_DOUBLE_EQ(deepest({5, 11.5}, {5, 10}), 0.5);     // each other
    EXPECT_DOUBLE_EQ(deepest({5, 10}, {5, 11.5}), 0.5);     // in whichever order
    EXPECT_DOUBLE_EQ(deepest({-15, 19.75}, {5, 10}), 0.75); // the border
}

TEST(circle_checker, finds_nothing_where_a_scene_begins) {
    const circle_scene scene = circle_field({.circles = 2000, .static_circles = 300, .polygons = 60});
    const circle_checker checker(scene);
    std::vector<vector2d> centers;
    for (const circles::circle_definition& each : scene.circles) {
        centers.push_back(vector_cast<double>(each.motion.position));
    }
    EXPECT_EQ(checker.count_misplaced(centers), 0u);
    EXPECT_LT(checker.deepest_overlap(centers), 0);
    EXPECT_GT(checker.deepest_overlap(centers), -1);
}

} // namespace
} // namespace orrery::scenes
