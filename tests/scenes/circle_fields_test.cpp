#include "scenes/builders/circle_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace orrery::scenes {
namespace {

struct disc {
    vector2 center{};
    scalar radius = 0;
};

bool is_circle(const circles::wall& what) {
    return what.points.size() == 1;
}

// Circles, static or not.
std::vector<disc> discs_of(const circle_scene& scene) {
    std::vector<disc> all;
    for (const circles::circle_definition& each : scene.circles) {
        all.push_back({each.motion.position, each.form.radius});
    }
    for (const circles::wall& each : scene.rules->walls) {
        if (is_circle(each)) {
            all.push_back({each.points.front(), each.radius});
        }
    }
    return all;
}

scalar distance_to_edge(vector2 point, vector2 a, vector2 b) {
    const vector2 along = b - a;
    const scalar share = std::clamp(dot(point - a, along) / length_squared(along), scalar(0), scalar(1));
    return length(point - a - along * share);
}

scalar distance_to_chain(vector2 point, const circles::wall& chain) {
    scalar nearest = length(point - chain.points.front());
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
        nearest = std::min(nearest, distance_to_edge(point, chain.points[i], chain.points[i + 1]));
    }
    if (chain.is_closed) {
        nearest = std::min(nearest, distance_to_edge(point, chain.points.back(), chain.points.front()));
    }
    return nearest;
}

void expect_nothing_touches(const circle_scene& scene) {
    std::vector<disc> discs = discs_of(scene);
    for (const disc& each : discs) {
        for (const circles::wall& wall : scene.rules->walls) {
            if (!is_circle(wall)) {
                ASSERT_GT(distance_to_chain(each.center, wall), each.radius + scene.rules->skin);
            }
        }
    }
    // Those at the same place would be in any order, which makes no difference here.
    std::sort(discs.begin(), discs.end(),
              [](const disc& a, const disc& b) { return a.center.x < b.center.x; });
    scalar largest = 0;
    for (const disc& each : discs) {
        largest = std::max(largest, each.radius);
    }
    for (std::size_t i = 0; i < discs.size(); ++i) {
        for (std::size_t j = i + 1; j < discs.size(); ++j) {
            if (discs[j].center.x - discs[i].center.x > 3 * largest) {
                break;
            }
            ASSERT_GT(length(discs[j].center - discs[i].center),
                      discs[i].radius + discs[j].radius + scene.rules->skin);
        }
    }
}

bool is_convex(const circles::wall& polygon) {
    const std::size_t corners = polygon.points.size();
    for (std::size_t i = 0; i < corners; ++i) {
        const vector2 a = polygon.points[i];
        const vector2 b = polygon.points[(i + 1) % corners];
        const vector2 c = polygon.points[(i + 2) % corners];
        if (cross(b - a, c - b) < 0) {
            return false;
        }
    }
    return true;
}

TEST(circle_field, has_what_it_is_asked_for) {
    const circle_scene scene = circle_field({.circles = 3000, .static_circles = 400, .polygons = 90});
    EXPECT_TRUE(scene.rules->check());
    ASSERT_EQ(scene.circles.size(), 3000u);
    std::uint64_t key = 0;
    scalar fastest = 0;
    for (const circles::circle_definition& each : scene.circles) {
        EXPECT_TRUE(check(each));
        EXPECT_EQ(each.key, entity_key{++key});
        EXPECT_GE(each.form.radius, scalar(0.5));
        EXPECT_LE(each.form.radius, 2);
        fastest = std::max(fastest, length(each.motion.velocity));
    }
    EXPECT_LE(fastest, scalar(4.001));
    EXPECT_GT(fastest, scalar(3.9));
    std::size_t static_circles = 0;
    std::size_t convex = 0;
    std::set<std::size_t> corner_counts;
    for (const circles::wall& each : scene.rules->walls) {
        EXPECT_EQ(each.surface, (circles::surface{.friction = 0, .restitution = 1}));
        if (is_circle(each)) {
            ++static_circles;
        } else if (each.name.empty()) {
            convex += is_convex(each) ? 1 : 0;
            corner_counts.insert(each.points.size());
        }
    }
    EXPECT_EQ(static_circles, 400u);
    EXPECT_EQ(scene.rules->walls.size(), 400u + 90 + 1);
    EXPECT_GE(convex, 45u);
    EXPECT_LE(convex, 55u); // some stars with three points are so blunt that they are no stars
    EXPECT_EQ(*corner_counts.begin(), 3u);
    EXPECT_EQ(*corner_counts.rbegin(), 12u);
}

TEST(circle_field, has_nothing_that_touches_anything_else) {
    expect_nothing_touches(circle_field({.circles = 3000, .static_circles = 400, .polygons = 90}));
}

TEST(circle_field, has_one_circle_for_each_cell) {
    const circle_scene scene = circle_field({.circles = 900, .static_circles = 700, .polygons = 0});
    const std::vector<vector2>& corners = scene.rules->walls.front().points;
    EXPECT_NEAR(corners[1].x - corners[0].x, 160, 0.01); // 40 cells of 4 units
    std::size_t on_the_left = 0;
    for (const disc& each : discs_of(scene)) {
        on_the_left += each.center.x < 0 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(on_the_left), 800, 60);
}

TEST(circle_field, leaves_out_circles_for_which_there_is_no_room) {
    const circle_scene scene = circle_field(
        {.circles = 100, .static_circles = 0, .polygons = 0, .min_diameter = 4, .max_diameter = 4});
    EXPECT_LT(scene.circles.size(), 80u);
    EXPECT_GT(scene.circles.size(), 40u);
    expect_nothing_touches(scene);
}

TEST(circle_field, is_the_same_again_and_another_one_with_another_seed) {
    const circle_field_settings settings{.circles = 100, .static_circles = 20, .polygons = 10};
    circle_field_settings others = settings;
    others.seed = 2;
    const circle_scene first = circle_field(settings);
    const circle_scene again = circle_field(settings);
    EXPECT_EQ(*first.rules, *again.rules);
    EXPECT_EQ(first.circles.back().motion, again.circles.back().motion);
    EXPECT_NE(first.circles.back().motion, circle_field(others).circles.back().motion);
}

TEST(ball_pit, has_nothing_that_touches_anything_else) {
    const circle_scene scene = ball_pit({.circles = 3000});
    EXPECT_TRUE(scene.rules->check());
    EXPECT_EQ(scene.circles.size(), 3000u);
    EXPECT_EQ(scene.rules->walls.size(), 30u + 1);
    expect_nothing_touches(scene);
}

TEST(ball_pit, has_no_pegs_if_none_are_asked_for) {
    const circle_scene scene = ball_pit({.circles = 50, .min_diameter = 2, .max_diameter = 2, .pegs = 0});
    EXPECT_TRUE(scene.rules->check());
    EXPECT_EQ(scene.rules->walls.size(), 1u);
    expect_nothing_touches(scene);
}

} // namespace
} // namespace orrery::scenes
