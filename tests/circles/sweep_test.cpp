#include <orrery/circles/sweep.hpp>
#include <orrery/math/random_values.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery::circles::test {
namespace {

using wide = long double;
constexpr scalar unit_rounding = std::numeric_limits<scalar>::epsilon();

struct wide_vector {
    wide x = 0;
    wide y = 0;
};

wide_vector at_time(vector2 from, vector2 velocity, wide time) {
    return {from.x + velocity.x * time, from.y + velocity.y * time};
}

wide length_of(wide_vector v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

// From the line through two points, or, beyond the ends, from the nearer end.
wide distance_to_segment(wide_vector p, vector2 a, vector2 b) {
    const wide_vector edge{wide(b.x) - a.x, wide(b.y) - a.y};
    const wide_vector offset{p.x - a.x, p.y - a.y};
    const wide along = std::clamp(
        (edge.x * offset.x + edge.y * offset.y) / (edge.x * edge.x + edge.y * edge.y), wide(0), wide(1));
    return length_of({offset.x - edge.x * along, offset.y - edge.y * along});
}

// What the header promises, with the lengths that are at work.
wide allowed(scalar lengths) {
    return 8 * wide(unit_rounding) * lengths;
}

vector2 random_vector(xoshiro256& source, scalar reach) {
    return {uniform_real<scalar>(source, -reach, reach), uniform_real<scalar>(source, -reach, reach)};
}

// The nearest that a path comes to something until a time, by looking at it often.
template <typename Distance>
wide nearest_until(vector2 from, vector2 velocity, wide until, Distance distance) {
    wide nearest = distance(at_time(from, velocity, 0));
    constexpr int samples = 400;
    for (int sample = 1; sample <= samples; ++sample) {
        nearest = std::min(nearest, distance(at_time(from, velocity, until * sample / samples)));
    }
    return nearest;
}

TEST(circles_sweep, meets_a_point_at_the_distance_and_not_before) {
    xoshiro256 source(1);
    int hits = 0;
    int misses = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        const scalar distance = uniform_real<scalar>(source, scalar(0.125), 4);
        const vector2 from = random_vector(source, 10);
        const vector2 velocity = random_vector(source, 240);
        const scalar until = scalar(1) / 30;
        const wide start = length_of(at_time(from, velocity, 0));
        const wide allowance = allowed(distance + static_cast<scalar>(start));
        const auto time = time_to_point(from, velocity, distance, until);
        const auto from_origin = [](wide_vector p) { return length_of(p); };
        if (time && *time > 0) {
            ++hits;
            ASSERT_NEAR(static_cast<double>(from_origin(at_time(from, velocity, *time))), distance,
                        static_cast<double>(allowance));
            ASSERT_GE(nearest_until(from, velocity, *time, from_origin), distance - allowance);
        } else if (time) {
            ASSERT_LE(start, distance + allowance);
        } else if (start > distance) {
            ++misses;
            ASSERT_GE(nearest_until(from, velocity, until, from_origin), distance - allowance);
        }
    }
    EXPECT_GT(hits, 1000);
    EXPECT_GT(misses, 1000);
}

TEST(circles_sweep, meets_an_edge_and_its_ends_at_the_distance_and_not_before) {
    xoshiro256 source(2);
    int edge_hits = 0;
    int misses = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        const scalar distance = uniform_real<scalar>(source, scalar(0.125), 4);
        const vector2 a = random_vector(source, 10);
        const vector2 b = random_vector(source, 10);
        const vector2 from = random_vector(source, 10);
        const vector2 velocity = random_vector(source, 240);
        const scalar until = scalar(1) / 30;
        const auto from_edge = [&](wide_vector p) { return distance_to_segment(p, a, b); };
        const wide start = from_edge(at_time(from, velocity, 0));
        if (start <= distance) {
            continue;
        }
        const wide allowance = allowed(distance + length(from - a) + length(from - b) + length(from));
        const auto edge = time_to_edge(from, velocity, a, b, distance, until);
        const scalar none = std::numeric_limits<scalar>::infinity();
        const scalar first =
            std::min({edge.value_or(none), time_to_point(from - a, velocity, distance, until).value_or(none),
                      time_to_point(from - b, velocity, distance, until).value_or(none)});
        if (first < none) {
            edge_hits += edge && *edge == first ? 1 : 0;
            ASSERT_NEAR(static_cast<double>(from_edge(at_time(from, velocity, first))), distance,
                        static_cast<double>(allowance));
            ASSERT_GE(nearest_until(from, velocity, first, from_edge), distance - allowance);
        } else {
            ++misses;
            ASSERT_GE(nearest_until(from, velocity, until, from_edge), distance - allowance);
        }
    }
    EXPECT_GT(edge_hits, 1000);
    EXPECT_GT(misses, 1000);
}

TEST(circles_sweep, tells_a_grazing_hit_from_a_near_miss) {
    xoshiro256 source(3);
    for (int trial = 0; trial < 2000; ++trial) {
        const scalar distance = uniform_real<scalar>(source, 1, 4);
        const vector2 along = unit_vector<vector2>(source);
        const vector2 aside = perpendicular(along);
        const vector2 start = along * -uniform_real<scalar>(source, 5, 8);
        const scalar margin = scalar(1e-4);
        ASSERT_TRUE(time_to_point(start + aside * (distance - margin), along, distance, 100));
        ASSERT_FALSE(time_to_point(start + aside * (distance + margin), along, distance, 100));
        ASSERT_TRUE(time_to_point(start - aside * (distance - margin), along, distance, 100));
        ASSERT_FALSE(time_to_point(start - aside * (distance + margin), along, distance, 100));
    }
}

TEST(circles_sweep, gives_the_same_bits_in_a_mirror_and_turned_by_a_quarter) {
    xoshiro256 source(4);
    const auto mirrored = [](vector2 v) { return vector2{-v.x, v.y}; };
    for (int trial = 0; trial < 5000; ++trial) {
        const vector2 from = random_vector(source, 6);
        const vector2 velocity = random_vector(source, 6);
        const vector2 a = random_vector(source, 6);
        const vector2 b = random_vector(source, 6);
        const auto point = time_to_point(from, velocity, 1, 2);
        ASSERT_EQ(point, time_to_point(mirrored(from), mirrored(velocity), 1, 2));
        ASSERT_EQ(point, time_to_point(perpendicular(from), perpendicular(velocity), 1, 2));
        const auto edge = time_to_edge(from, velocity, a, b, 1, 2);
        ASSERT_EQ(edge, time_to_edge(mirrored(from), mirrored(velocity), mirrored(a), mirrored(b), 1, 2));
        ASSERT_EQ(edge, time_to_edge(perpendicular(from), perpendicular(velocity), perpendicular(a),
                                     perpendicular(b), 1, 2));
    }
}

TEST(circles_sweep, meets_at_once_what_it_overlaps_only_when_it_comes_nearer) {
    EXPECT_EQ(time_to_point({1, 0}, {-1, 0}, 2, 5), scalar(0));
    EXPECT_EQ(time_to_point({2, 0}, {-1, 3}, 2, 5), scalar(0));
    EXPECT_FALSE(time_to_point({1, 0}, {1, 0}, 2, 5));
    EXPECT_FALSE(time_to_point({1, 0}, {0, 7}, 2, 5));
    EXPECT_FALSE(time_to_point({1, 0}, {0, 0}, 2, 5));
    EXPECT_EQ(time_to_edge({1, 1}, {0, -1}, {0, 0}, {4, 0}, 2, 5), scalar(0));
    EXPECT_EQ(time_to_edge({1, -1}, {0, 1}, {0, 0}, {4, 0}, 2, 5), scalar(0));
    EXPECT_FALSE(time_to_edge({1, 1}, {0, 1}, {0, 0}, {4, 0}, 2, 5));
    EXPECT_FALSE(time_to_edge({1, 1}, {1, 0}, {0, 0}, {4, 0}, 2, 5));
    EXPECT_FALSE(time_to_edge({1, 1}, {0, 0}, {0, 0}, {4, 0}, 2, 5));
}

TEST(circles_sweep, comes_to_rest_on_either_side_of_an_edge) {
    EXPECT_EQ(time_to_edge({1, 5}, {0, -1}, {0, 0}, {4, 0}, 2, 5), scalar(3));
    EXPECT_EQ(time_to_edge({1, -5}, {0, 1}, {0, 0}, {4, 0}, 2, 5), scalar(3));
    EXPECT_EQ(time_to_edge({1, 5}, {0, -1}, {4, 0}, {0, 0}, 2, 5), scalar(3));
}

TEST(circles_sweep, takes_a_centre_on_the_line_to_be_where_it_comes_from) {
    EXPECT_EQ(time_to_edge({1, 0}, {0, -1}, {0, 0}, {4, 0}, 2, 5), scalar(0));
    EXPECT_EQ(time_to_edge({1, 0}, {0, 1}, {0, 0}, {4, 0}, 2, 5), scalar(0));
    EXPECT_FALSE(time_to_edge({1, 0}, {1, 0}, {0, 0}, {4, 0}, 2, 5));
}

TEST(circles_sweep, leaves_what_is_beyond_the_ends_of_an_edge_to_its_corners) {
    EXPECT_FALSE(time_to_edge({-1, 5}, {0, -1}, {0, 0}, {4, 0}, 2, 10));
    EXPECT_FALSE(time_to_edge({5, 5}, {0, -1}, {0, 0}, {4, 0}, 2, 10));
    // Down behind the end, and only then along.
    EXPECT_FALSE(time_to_edge({-10, 10}, {1, -2}, {0, 0}, {4, 0}, 2, 100));
    EXPECT_FALSE(time_to_edge({14, 10}, {-1, -2}, {0, 0}, {4, 0}, 2, 100));
}

TEST(circles_sweep, meets_an_edge_when_it_comes_in_beside_it_below_the_distance) {
    EXPECT_EQ(time_to_edge({-1, 1}, {1, scalar(-0.125)}, {0, 0}, {4, 0}, 2, 10), scalar(1));
    EXPECT_EQ(time_to_edge({5, 1}, {-1, scalar(-0.125)}, {0, 0}, {4, 0}, 2, 10), scalar(1));
}

TEST(circles_sweep, does_not_slip_between_a_corner_and_its_edge_along_a_flat_path) {
    // So flat that rounding decides whether it grazes the corner; then it sinks all along the edge.
    xoshiro256 source(5);
    for (int trial = 0; trial < 20'000; ++trial) {
        const scalar distance = uniform_real<scalar>(source, 1, 2);
        const vector2 along = unit_vector<vector2>(source);
        const vector2 aside = perpendicular(along);
        const vector2 end = along * 20;
        const scalar slope = uniform_real<scalar>(source, scalar(1e-4), scalar(2e-3));
        const vector2 velocity = along - aside * slope;
        // At the height of the distance just before or just behind the corner.
        const vector2 crossing =
            aside * distance + along * uniform_real<scalar>(source, scalar(-1e-3), scalar(1e-3));
        const vector2 from = crossing - velocity * 4;
        const bool is_met = time_to_point(from, velocity, distance, 20).has_value() ||
                            time_to_edge(from, velocity, {}, end, distance, 20).has_value();
        ASSERT_TRUE(is_met) << "trial " << trial;
    }
}

TEST(circles_sweep, finds_nothing_after_the_time_asked_about) {
    EXPECT_EQ(time_to_point({8, 0}, {-1, 0}, 2, 6), scalar(6));
    EXPECT_FALSE(time_to_point({8, 0}, {-1, 0}, 2, scalar(5.9)));
    EXPECT_EQ(time_to_edge({1, 8}, {0, -1}, {0, 0}, {4, 0}, 2, 6), scalar(6));
    EXPECT_FALSE(time_to_edge({1, 8}, {0, -1}, {0, 0}, {4, 0}, 2, scalar(5.9)));
}

TEST(circles_sweep, meets_nothing_with_a_nan) {
    constexpr scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_FALSE(time_to_point({nan, 0}, {-1, 0}, 2, 6));
    EXPECT_FALSE(time_to_point({8, 0}, {nan, 0}, 2, 6));
    EXPECT_FALSE(time_to_edge({nan, 8}, {0, -1}, {0, 0}, {4, 0}, 2, 6));
    EXPECT_FALSE(time_to_edge({1, 8}, {0, nan}, {0, 0}, {4, 0}, 2, 6));
}

} // namespace
} // namespace orrery::circles::test
