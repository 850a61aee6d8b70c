#include "tests/circles/sample_walls.hpp"
#include "tests/circles/small_world.hpp"

#include <orrery/circles/query.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace orrery::circles::test {
namespace {

using far_real = long double;

struct far_point {
    far_real x = 0;
    far_real y = 0;
};

far_real between(far_point a, far_point b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

far_point widened(vector2 v) {
    return {v.x, v.y};
}

far_real distance_to_edge(far_point p, vector2 a, vector2 b) {
    const far_point edge{far_real(b.x) - a.x, far_real(b.y) - a.y};
    const far_real along =
        ((p.x - a.x) * edge.x + (p.y - a.y) * edge.y) / (edge.x * edge.x + edge.y * edge.y);
    const far_real within = std::clamp(along, far_real(0), far_real(1));
    return between(p, {a.x + edge.x * within, a.y + edge.y * within});
}

// Of a disc, its inside included; of a chain, its edges.
far_real distance_to_wall(far_point p, const wall& what) {
    if (what.points.size() == 1) {
        return std::max(between(p, widened(what.points[0])) - what.radius, far_real(0));
    }
    far_real least = std::numeric_limits<far_real>::infinity();
    const std::size_t count = what.points.size();
    for (std::size_t place = 0; place + (what.is_closed ? 0 : 1) < count; ++place) {
        least = std::min(least, distance_to_edge(p, what.points[place], what.points[(place + 1) % count]));
    }
    return least;
}

bool is_seen(const collision_filter& filter, bool is_sensor, const query_settings& which) {
    return (which.finds_sensors || !is_sensor) && do_meet(which.filter, filter);
}

// Everything in a frame that a question may find, with a distance from anywhere.
struct thing {
    found what{};
    vector2 center{};
    scalar radius = 0;
    const wall* chain = nullptr;

    [[nodiscard]] far_real distance(far_point from) const {
        return chain != nullptr ? distance_to_wall(from, *chain)
                                : std::max(between(from, widened(center)) - radius, far_real(0));
    }
};

std::vector<thing> things_of(const world_snapshot& snapshot, const query_settings& which) {
    std::vector<thing> all;
    const frame& now = snapshot.state();
    for (std::uint32_t place = 0; which.finds_circles && place < now.size(); ++place) {
        const form& what = now.roster->forms[place];
        if (is_seen(what.filter, what.is_sensor != 0, which)) {
            all.push_back({{.key = now.roster->keys[place]}, now.motions[place].position, what.radius});
        }
    }
    const std::vector<wall>& walls = snapshot.rules()->walls;
    for (std::uint32_t number = 0; which.finds_walls && number < walls.size(); ++number) {
        if (is_seen(walls[number].filter, walls[number].is_sensor, which)) {
            all.push_back({.what = {.wall = number}, .chain = &walls[number]});
        }
    }
    return all;
}

rules mixed_rules(xoshiro256& source) {
    rules by;
    by.walls = scattered_walls(source, 40, 20, 12);
    by.walls.push_back(chain_wall({{-45, -45}, {45, -45}, {45, 45}, {-45, 45}}, true));
    by.walls.push_back(chain_wall({{-30, 0}, {-10, 12}, {5, -3}, {33, 8}}));
    for (std::size_t number = 0; number < by.walls.size(); ++number) {
        by.walls[number].is_sensor = number % 7 == 3;
        by.walls[number].filter.groups = number % 5 == 2 ? 2 : 1;
    }
    return by;
}

// Circles and walls of all kinds that may overlap each other, some of them sensors and in other groups.
struct mixed_world : small_world {
    explicit mixed_world(std::uint64_t seed)
        : mixed_world(xoshiro256(seed)) {}

    explicit mixed_world(xoshiro256 source)
        : small_world(mixed_rules(source)) {
        std::vector<circle_definition> all;
        for (std::uint64_t number = 0; number < 150; ++number) {
            circle_definition each = make(1000 - number * 3, uniform_point(source, square_around({}, 44)), {},
                                          uniform_real<scalar>(source, scalar(0.25), 2));
            each.form.is_sensor = number % 11 == 5 ? 1 : 0;
            each.form.filter.groups = number % 6 == 1 ? 2 : 1;
            all.push_back(each);
        }
        add(all);
    }
};

std::vector<query_settings> settings_to_try() {
    std::vector<query_settings> all(6);
    all[1].finds_sensors = true;
    all[2].finds_walls = false;
    all[3].finds_circles = false;
    all[4].filter.mask = 2;
    all[5] = {.finds_sensors = true, .finds_walls = false, .finds_circles = false};
    return all;
}

constexpr scalar query_allowance = 40 * std::numeric_limits<scalar>::epsilon() * 50;

TEST(circles_query, casts_circles_to_where_they_first_touch_anything) {
    const mixed_world made(1);
    const query ask(made.world.snapshot());
    xoshiro256 source(2);
    int hits = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const query_settings which = settings_to_try()[static_cast<std::size_t>(trial) % 6];
        const vector2 from = uniform_point(source, square_around({}, 50));
        const vector2 way = unit_vector<vector2>(source);
        const scalar radius = trial % 3 == 0 ? 0 : uniform_real<scalar>(source, scalar(0.125), 2);
        const scalar length = uniform_real<scalar>(source, 1, 30);
        const auto hit =
            ask.cast_circle(from, radius, way * uniform_real<scalar>(source, scalar(0.5), 8), length, which);
        const std::vector<thing> all = things_of(ask.of(), which);
        const scalar end = hit ? hit->distance : length;
        hits += hit ? 1 : 0;
        // Until then it is near nothing.
        for (const thing& each : all) {
            for (int sample = 0; end > 0 && sample < 200; ++sample) {
                const far_real along = far_real(end) * sample / 200;
                const far_real gap = each.distance({from.x + way.x * along, from.y + way.y * along});
                ASSERT_GE(gap, radius - query_allowance) << "trial " << trial << " at " << along;
            }
        }
        if (!hit) {
            continue;
        }
        const auto named =
            std::find_if(all.begin(), all.end(), [&](const thing& each) { return each.what == hit->what; });
        ASSERT_NE(named, all.end());
        const far_point there{from.x + far_real(way.x) * end, from.y + far_real(way.y) * end};
        const far_real reached = named->distance(there);
        ASSERT_NEAR(static_cast<double>(named->distance(widened(hit->point))), 0, query_allowance);
        if (hit->distance > 0) {
            ASSERT_NEAR(static_cast<double>(reached), radius, query_allowance);
            ASSERT_NEAR(static_cast<double>(between(there, widened(hit->point))), radius, query_allowance);
            // The point is behind the normal, and the way goes against it.
            ASSERT_NEAR(length_squared(hit->normal), 1, query_allowance);
            ASSERT_LE(dot(hit->normal, way), query_allowance);
            const vector2 expected = hit->point + hit->normal * radius;
            ASSERT_NEAR(static_cast<double>(between(there, widened(expected))), 0, 4 * query_allowance);
        } else {
            ASSERT_LE(reached, radius + query_allowance);
        }
    }
    EXPECT_GT(hits, 200);
}

TEST(circles_query, hits_at_once_what_it_begins_in) {
    small_world made({.walls = {circle_wall({10, 0}, 2), chain_wall({{20, -5}, {20, 5}})}});
    made.add(make(5, {0, 0}, {}, 2));
    const query ask(made.world.snapshot());
    const auto circle = ask.cast_ray({1, 0}, {1, 0}, 100);
    ASSERT_TRUE(circle);
    EXPECT_EQ(circle->what.key, entity_key{5});
    EXPECT_EQ(circle->distance, 0);
    EXPECT_EQ(circle->normal, (vector2{-1, 0}));
    EXPECT_EQ(circle->point, (vector2{1, 0}));
    const auto disc = ask.cast_circle({scalar(12.5), 0}, 1, {1, 0}, 100);
    ASSERT_TRUE(disc);
    EXPECT_EQ(disc->what.wall, 0u);
    EXPECT_EQ(disc->distance, 0);
    EXPECT_EQ(disc->point, (vector2{12, 0}));
    const auto edge = ask.cast_circle({scalar(20.5), 1}, 1, {1, 0}, 100);
    ASSERT_TRUE(edge);
    EXPECT_EQ(edge->what.wall, 1u);
    EXPECT_EQ(edge->distance, 0);
    EXPECT_EQ(edge->point, (vector2{20, 1}));
}

TEST(circles_query, leaves_what_it_only_touches) {
    small_world made({.walls = {circle_wall({10, 0}, 2), chain_wall({{20, -5}, {20, 5}})}});
    const query ask(made.world.snapshot());
    EXPECT_FALSE(ask.cast_circle({13, 0}, 1, {0, 1}, 100));
    EXPECT_FALSE(ask.cast_circle({21, 0}, 1, {1, 0}, 100));
    EXPECT_EQ(ask.cast_circle({13, 0}, 1, {-1, 0}, 100)->distance, 0);
    EXPECT_EQ(ask.cast_circle({21, 0}, 1, {-1, 0}, 100)->distance, 0);
}

TEST(circles_query, finds_the_hollow_of_a_closed_chain_empty) {
    small_world made({.walls = {chain_wall({{-5, -5}, {5, -5}, {5, 5}, {-5, 5}}, true)}});
    const query ask(made.world.snapshot());
    const auto hit = ask.cast_ray({0, 1}, {1, 0}, 100);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->distance, 5);
    EXPECT_EQ(hit->normal, (vector2{-1, 0}));
    EXPECT_TRUE(ask.in_box(square_around({}, 1)).empty());
    EXPECT_EQ(ask.nearest({0, 1}, 1, 100).at(0).distance, 4);
}

TEST(circles_query, prefers_circles_and_low_keys_among_equal_hits) {
    small_world made({.walls = {circle_wall({10, 0}, 2), circle_wall({10, 0}, 2)}});
    EXPECT_EQ(query(made.world.snapshot()).cast_ray({0, 0}, {1, 0}, 100)->what, (found{.wall = 0}));
    for (const std::uint64_t key : {9, 4, 6}) {
        made.add(make(key, {10, 0}, {}, 2));
    }
    const query ask(made.world.snapshot());
    EXPECT_EQ(ask.cast_ray({0, 0}, {1, 0}, 100)->what, (found{.key = entity_key{4}}));
    std::vector<found> order;
    for (const query_neighbor& each : ask.nearest({0, 0}, 10, 100)) {
        order.push_back(each.what);
    }
    EXPECT_EQ(order, (std::vector<found>{{.key = entity_key{4}},
                                         {.key = entity_key{6}},
                                         {.key = entity_key{9}},
                                         {.wall = 0},
                                         {.wall = 1}}));
    EXPECT_EQ(ask.nearest({0, 0}, 2, 100).size(), 2u);
    EXPECT_EQ(ask.nearest({0, 0}, 2, 100)[1].what, (found{.key = entity_key{6}}));
}

TEST(circles_query, prefers_the_lower_key_of_two_that_are_hit_at_the_same_time) {
    for (const bool is_lower_above : {false, true}) {
        small_world made;
        for (const std::uint64_t key : {1, 2}) {
            const scalar y = (key == 1) == is_lower_above ? 3 : -3;
            made.add(make(key, {10, y}, {}, 2));
        }
        const auto hit = query(made.world.snapshot()).cast_circle({0, 0}, 2, {1, 0}, 100);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->what.key, entity_key{1});
    }
}

TEST(circles_query, casts_circles_against_both_ends_of_an_open_chain) {
    small_world made({.walls = {chain_wall({{0, 0}, {0, 4}})}});
    const query ask(made.world.snapshot());
    EXPECT_EQ(ask.cast_circle({0, 10}, 1, {0, -1}, 100)->distance, 5);
    EXPECT_EQ(ask.cast_circle({0, -10}, 1, {0, 1}, 100)->distance, 9);
    EXPECT_EQ(ask.cast_circle({0, 10}, 1, {0, -1}, 100)->normal, (vector2{0, 1}));
}

TEST(circles_query, casts_rays_through_the_corners_of_chains_without_a_gap) {
    xoshiro256 source(3);
    for (int trial = 0; trial < 300; ++trial) {
        const wall star = star_wall(source, {}, 10, 9);
        small_world made({.walls = {star}});
        const query ask(made.world.snapshot());
        for (const vector2 corner : star.points) {
            ASSERT_TRUE(ask.cast_ray({}, corner, 100)) << "trial " << trial;
        }
    }
}

TEST(circles_query, casts_nothing_without_a_direction_or_a_length) {
    small_world made({.walls = {circle_wall({10, 0}, 2)}});
    const query ask(made.world.snapshot());
    constexpr scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_FALSE(ask.cast_ray({0, 0}, {0, 0}, 100));
    EXPECT_FALSE(ask.cast_ray({0, 0}, {nan, 1}, 100));
    EXPECT_FALSE(ask.cast_ray({nan, 0}, {1, 0}, 100));
    EXPECT_FALSE(ask.cast_ray({0, 0}, {1, 0}, nan));
    EXPECT_FALSE(ask.cast_ray({0, 0}, {1, 0}, -1));
    EXPECT_FALSE(ask.cast_ray({0, 0}, {1, 0}, 7));
    EXPECT_FALSE(ask.cast_circle({0, 0}, nan, {1, 0}, 100));
    EXPECT_EQ(ask.cast_ray({0, 0}, {1, 0}, std::numeric_limits<scalar>::infinity())->distance, 8);
    EXPECT_TRUE(ask.nearest({nan, 0}, 3, 100).empty());
    EXPECT_TRUE(ask.nearest({0, 0}, 0, 100).empty());
    EXPECT_TRUE(ask.nearest({0, 0}, 3, nan).empty());
    EXPECT_TRUE(ask.in_box({{nan, 0}, {20, 20}}).empty());
}

TEST(circles_query, lists_the_nearest_in_order) {
    const mixed_world made(4);
    const query ask(made.world.snapshot());
    xoshiro256 source(5);
    for (int trial = 0; trial < 300; ++trial) {
        const query_settings which = settings_to_try()[static_cast<std::size_t>(trial) % 6];
        const vector2 to = uniform_point(source, square_around({}, 60));
        const std::size_t count = trial % 10 == 0 ? 1000 : 1 + uniform_below(source, 12);
        const scalar reach = uniform_real<scalar>(source, 0, 40);
        const std::vector<query_neighbor> answer = ask.nearest(to, count, reach, which);
        std::vector<far_real> distances;
        for (const thing& each : things_of(ask.of(), which)) {
            const far_real gap = each.distance(widened(to));
            distances.push_back(gap);
            for (const query_neighbor& neighbor : answer) {
                if (neighbor.what == each.what) {
                    ASSERT_NEAR(neighbor.distance, static_cast<double>(gap), query_allowance);
                    ASSERT_NEAR(static_cast<double>(each.distance(widened(neighbor.point))), 0,
                                query_allowance);
                    ASSERT_NEAR(distance(neighbor.point, to), neighbor.distance, query_allowance);
                }
            }
        }
        std::sort(distances.begin(), distances.end());
        for (std::size_t place = 0; place < answer.size(); ++place) {
            ASSERT_NEAR(answer[place].distance, static_cast<double>(distances[place]), query_allowance);
            for (std::size_t other = 0; other < place; ++other) {
                ASSERT_NE(answer[place].what, answer[other].what);
            }
            if (place > 0) {
                const auto rank = [&](const query_neighbor& each) {
                    return std::tuple(each.distance, each.what.wall != no_wall, each.what.key,
                                      each.what.wall);
                };
                ASSERT_LT(rank(answer[place - 1]), rank(answer[place]));
            }
        }
        if (answer.size() < count && answer.size() < distances.size()) {
            ASSERT_GE(distances[answer.size()], reach - query_allowance);
        }
    }
}

// By cutting its edges down to the box.
bool has_a_point_in(const thing& what, const aabb2& box) {
    if (what.chain == nullptr || what.chain->points.size() == 1) {
        const vector2 center = what.chain == nullptr ? what.center : what.chain->points[0];
        const scalar radius = what.chain == nullptr ? what.radius : what.chain->radius;
        const vector2 nearest = clamp(center, box.min, box.max);
        return between(widened(center), widened(nearest)) <= radius;
    }
    const std::size_t count = what.chain->points.size();
    for (std::size_t place = 0; place + (what.chain->is_closed ? 0 : 1) < count; ++place) {
        const far_point a = widened(what.chain->points[place]);
        const far_point b = widened(what.chain->points[(place + 1) % count]);
        far_real first = 0;
        far_real last = 1;
        const auto cut = [&](far_real start, far_real end, far_real low, far_real high) {
            const far_real one = (low - start) / (end - start);
            const far_real other = (high - start) / (end - start);
            first = std::max(first, std::min(one, other));
            last = std::min(last, std::max(one, other));
        };
        cut(a.x, b.x, box.min.x, box.max.x);
        cut(a.y, b.y, box.min.y, box.max.y);
        if (first <= last) {
            return true;
        }
    }
    return false;
}

TEST(circles_query, lists_what_has_a_point_in_a_box_by_keys_and_numbers) {
    const mixed_world made(6);
    const query ask(made.world.snapshot());
    xoshiro256 source(7);
    std::size_t sum = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const query_settings which = settings_to_try()[static_cast<std::size_t>(trial) % 6];
        const aabb2 box =
            aabb2::from_center(uniform_point(source, square_around({}, 50)),
                               {uniform_real<scalar>(source, 0, 9), uniform_real<scalar>(source, 0, 9)});
        std::vector<found> expected;
        for (const thing& each : things_of(ask.of(), which)) {
            if (has_a_point_in(each, box)) {
                expected.push_back(each.what);
            }
        }
        ASSERT_EQ(ask.in_box(box, which), expected) << "trial " << trial;
        sum += expected.size();
    }
    EXPECT_GT(sum, 500u);
}

TEST(circles_query, keeps_the_frame_it_was_made_of) {
    small_world made;
    made.add(make(1, {0, 0}, {60, 0}, 1));
    query ask(made.world.snapshot());
    made.run(10);
    EXPECT_EQ(ask.of().frame(), 0u);
    EXPECT_EQ(ask.in_box(square_around({}, 1)).size(), 1u);
    ask = query(made.world.snapshot());
    EXPECT_TRUE(ask.in_box(square_around({}, 1)).empty());
    EXPECT_EQ(ask.in_box(square_around({10, 0}, 1)).size(), 1u);
}

TEST(circles_query, finds_nothing_in_an_empty_world) {
    small_world made;
    const query ask(made.world.snapshot());
    EXPECT_FALSE(ask.cast_ray({0, 0}, {1, 0}, 100));
    EXPECT_TRUE(ask.nearest({0, 0}, 5, 100).empty());
    EXPECT_TRUE(ask.in_box(square_around({}, 100)).empty());
}

} // namespace
} // namespace orrery::circles::test
