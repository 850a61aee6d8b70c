#include "src/circles/walls/side_of_line.hpp"
#include "tests/circles/sample_walls.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace orrery::circles::test {
namespace {

std::string trouble_with(const wall& what) {
    const status answer = check(what);
    return answer ? "" : answer.reason().message;
}

TEST(circles_wall, may_be_a_circle_or_a_chain) {
    EXPECT_EQ(trouble_with(circle_wall({3, 4}, 2)), "");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}})), "");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {8, 0}})), "");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}}, true)), "");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}, true)), "");
}

TEST(circles_wall, needs_points_within_the_range_of_coordinates) {
    EXPECT_EQ(trouble_with({}), "points is empty, expected one for a circle, or more for a chain");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {0, scalar(2e9)}})),
              "points[1].y is 2e+09, expected -1e+09 to 1e+09");
    constexpr scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(trouble_with(circle_wall({nan, 0}, 1)), "points[0].x is nan, expected -1e+09 to 1e+09");
    constexpr scalar end = 1e9;
    EXPECT_EQ(trouble_with(chain_wall({{-end, -end}, {end, -end}, {end, end}, {-end, end}}, true)), "");
}

TEST(circles_wall, has_a_radius_if_and_only_if_it_is_a_circle) {
    EXPECT_EQ(trouble_with(circle_wall({0, 0}, 0)), "radius is 0, expected more than 0 and at most 1e+09");
    EXPECT_EQ(trouble_with(circle_wall({0, 0}, -1)), "radius is -1, expected more than 0 and at most 1e+09");
    wall chain = chain_wall({{0, 0}, {4, 0}});
    chain.radius = 1;
    EXPECT_EQ(trouble_with(chain), "radius is 1, expected 0 for a chain of 2 points");
}

TEST(circles_wall, is_closed_only_with_three_points_or_more) {
    wall circle = circle_wall({0, 0}, 1);
    circle.is_closed = true;
    EXPECT_EQ(trouble_with(circle), "is_closed is true, expected false for a circle: it has only one point");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}}, true)),
              "points has 2 entries, expected at least 3 for a closed chain");
}

TEST(circles_wall, has_no_edge_without_length) {
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 0}, {5, 5}})),
              "points[2] is where points[1] is, expected edges that are longer than 0");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}, {0, 0}}, true)),
              "points[3] is where points[0] is, expected another place: the last point of a closed chain is "
              "joined to the first");
}

TEST(circles_wall, comes_to_a_place_only_once) {
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}, {0, 0}})),
              "points[3] is where points[0] is, expected that a chain comes to a place once");
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}, true)),
              "points[5] is where points[2] is, expected that a chain comes to a place once");
}

TEST(circles_wall, does_not_go_back_along_itself) {
    const std::string rest = ", expected edges that meet only where one ends and the next begins";
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {6, 3}, {2, 1}})),
              "points[1] to points[2] goes back along points[0] to points[1]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {0, 6}, {0, 1}})),
              "points[1] to points[2] goes back along points[0] to points[1]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {1, 0}, {2, 0}}, true)),
              "points[2] to points[0] goes back along points[1] to points[2]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{1, 0}, {2, 0}, {2, 2}, {0, 0}}, true)), "");
    EXPECT_EQ(trouble_with(chain_wall({{3, 0}, {2, 0}, {2, 2}, {5, 0}}, true)), "");
    EXPECT_EQ(trouble_with(chain_wall({{3, 0}, {5, 0}, {2, 2}, {2, 0}, {4, 0}}, true)),
              "points[4] to points[0] goes back along points[3] to points[4]" + rest);
}

TEST(circles_wall, does_not_cross_or_touch_itself) {
    const std::string rest = ", expected edges that meet only where one ends and the next begins";
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}, {2, -2}})),
              "points[0] to points[1] crosses points[2] to points[3]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {4, 4}, {2, 0}})),
              "points[0] to points[1] touches points[2] to points[3]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 4}, {4, 0}, {0, 4}}, true)),
              "points[0] to points[1] crosses points[2] to points[3]" + rest);
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {6, 2}, {3, 2}, {3, 0}, {1, 0}, {1, 5}})),
              "points[0] to points[1] touches points[3] to points[4]" + rest);
    // The one that closes it.
    EXPECT_EQ(trouble_with(chain_wall({{0, 0}, {4, 0}, {1, 2}, {4, 3}}, true)),
              "points[1] to points[2] crosses points[3] to points[0]" + rest);
}

TEST(circles_wall, has_ranges_for_its_surface_and_kick) {
    wall bumper = circle_wall({0, 0}, 1);
    bumper.kick = -1;
    EXPECT_EQ(trouble_with(bumper), "kick is -1, expected 0 to 1e+09");
    bumper.kick = 100;
    bumper.surface.restitution = 2;
    EXPECT_EQ(trouble_with(bumper), "surface.restitution is 2, expected 0 to 1");
}

// Whether any two edges meet that should not, by comparing all of them in whole numbers.
bool meets_itself(const std::vector<vector2>& points) {
    const auto side = [&](std::size_t a, std::size_t b, std::size_t c) {
        const auto x = [&](std::size_t k) { return static_cast<std::int64_t>(points[k].x * 8); };
        const auto y = [&](std::size_t k) { return static_cast<std::int64_t>(points[k].y * 8); };
        const std::int64_t area = (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
        return area > 0 ? 1 : area < 0 ? -1 : 0;
    };
    const auto is_between = [&](std::size_t a, std::size_t b, std::size_t c) {
        return side(a, b, c) == 0 && contains(aabb2::around(points[a], points[b]), points[c]);
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (i + 2 < points.size() && (is_between(i, i + 1, i + 2) || is_between(i + 1, i + 2, i))) {
            return true;
        }
        for (std::size_t j = i + 2; j + 1 < points.size(); ++j) {
            const bool is_crossed = side(i, i + 1, j) * side(i, i + 1, j + 1) < 0 &&
                                    side(j, j + 1, i) * side(j, j + 1, i + 1) < 0;
            if (is_crossed || is_between(i, i + 1, j) || is_between(i, i + 1, j + 1) ||
                is_between(j, j + 1, i) || is_between(j, j + 1, i + 1)) {
                return true;
            }
        }
    }
    return false;
}

TEST(circles_wall, is_refused_exactly_when_two_of_its_edges_meet) {
    xoshiro256 source(1);
    int simple = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::vector<vector2> points;
        const std::uint64_t count = 2 + uniform_below(source, 7);
        for (std::uint64_t place = 0; place < count; ++place) {
            points.push_back({static_cast<scalar>(uniform_int(source, -16, 16)) / 8,
                              static_cast<scalar>(uniform_int(source, -16, 16)) / 8});
        }
        bool has_length = true;
        for (std::size_t place = 1; place < points.size(); ++place) {
            has_length = has_length && points[place] != points[place - 1];
        }
        const bool is_simple = has_length && !meets_itself(points);
        simple += is_simple ? 1 : 0;
        ASSERT_EQ(trouble_with(chain_wall(points)) == "", is_simple) << "trial " << trial;
    }
    EXPECT_GT(simple, 2000);
}

TEST(circles_wall, may_have_thousands_of_edges) {
    std::vector<vector2> points;
    for (int number = 0; number < 20'000; ++number) {
        points.push_back({static_cast<scalar>(number), static_cast<scalar>(number % 2)});
    }
    EXPECT_EQ(trouble_with(chain_wall(points)), "");
    points.push_back({scalar(19'999.5), 5});
    points.push_back({scalar(10'000.5), -5});
    EXPECT_NE(trouble_with(chain_wall(points)), "");
}

TEST(circles_side_of_line, is_right_where_rounding_would_decide) {
    // Points in steps of the smallest difference around a line through far corners.
    const vector2 a{scalar(0.5), scalar(0.5)};
    const vector2 b{12, 12};
    scalar x = a.x;
    for (int step = 0; step < 100; ++step) {
        EXPECT_EQ(detail::side_of_line(a, b, {x, x}), 0);
        const scalar above = std::nextafter(x, scalar(100));
        EXPECT_EQ(detail::side_of_line(a, b, {x, above}), 1);
        EXPECT_EQ(detail::side_of_line(a, b, {above, x}), -1);
        x = above;
    }
    constexpr scalar far = 1e9;
    const scalar tiny = scalar(1e-30);
    EXPECT_EQ(detail::side_of_line({-far, -far}, {far, far}, {0, 0}), 0);
    EXPECT_EQ(detail::side_of_line({-far, -far}, {far, far}, {0, tiny}), 1);
    EXPECT_EQ(detail::side_of_line({-far, -far}, {far, far}, {0, -tiny}), -1);
    EXPECT_EQ(detail::side_of_line({tiny, 0}, {far, far}, {0, 0}), 1);
}

} // namespace
} // namespace orrery::circles::test
