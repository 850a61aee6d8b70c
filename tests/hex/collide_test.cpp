#include "tests/hex/sample_composites.hpp"

#include <orrery/hex/collide.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace orrery::hex {
namespace {

using test::composite_record;
using test::random_tiles;
using test::sample_rules;
using test::wall_of;

// On the axes of the screen, in double: another way to compute the same.
struct plane_point {
    double x = 0;
    double y = 0;
};

const double root_three = std::sqrt(3.0);

plane_point plane_of(double a, double b) {
    return {a - b / 2, b * root_three / 2};
}

plane_point plane_of(hex_vector v) {
    return plane_of(v.a, v.b);
}

hex_vector hex_of(plane_point p) {
    const double b = p.y * 2 / root_three;
    return {static_cast<std::int32_t>(std::lround(p.x + b / 2)), static_cast<std::int32_t>(std::lround(b))};
}

plane_point turned_by(double steps, plane_point p) {
    const double angle = steps * std::numbers::pi / 32768;
    return {p.x * std::cos(angle) - p.y * std::sin(angle), p.x * std::sin(angle) + p.y * std::cos(angle)};
}

plane_point sum(plane_point p, plane_point q) {
    return {p.x + q.x, p.y + q.y};
}

double length_of(plane_point p) {
    return std::sqrt(p.x * p.x + p.y * p.y);
}

double inner(plane_point p, plane_point q) {
    return p.x * q.x + p.y * q.y;
}

// The centre of a tile in the world.
plane_point tile_center(const passage& how, composite_view shape, cell at) {
    const hex_vector local = shape.header().origin + center_of(at);
    return sum(plane_of(how.position), turned_by(how.angle.steps(), plane_of(local)));
}

std::vector<plane_point> centers_of(const passage& how, composite_view shape) {
    std::vector<plane_point> centers;
    shape.each([&](const tile& each) { centers.push_back(tile_center(how, shape, each.at)); });
    return centers;
}

double least_distance(const std::vector<plane_point>& some, const std::vector<plane_point>& others) {
    double nearest = 1e300;
    for (const plane_point p : some) {
        for (const plane_point q : others) {
            nearest = std::min(nearest, length_of({p.x - q.x, p.y - q.y}));
        }
    }
    return nearest;
}

double distance_between(const passage& a, composite_view shape_a, cell at_a, const passage& b,
                        composite_view shape_b, cell at_b) {
    const plane_point p = tile_center(a, shape_a, at_a);
    const plane_point q = tile_center(b, shape_b, at_b);
    return length_of({p.x - q.x, p.y - q.y});
}

// A number of low .. high.
std::int32_t within(xoshiro256& random, std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

angle16 any_angle(xoshiro256& random) {
    return angle16::from_steps(within(random, 0, 65535));
}

void expect_mirrored(const std::optional<contact>& ab, const std::optional<contact>& ba) {
    ASSERT_EQ(ab.has_value(), ba.has_value());
    if (ab) {
        EXPECT_EQ(ab->arm_a, ba->arm_b);
        EXPECT_EQ(ab->arm_b, ba->arm_a);
        EXPECT_EQ(ab->from_b_to_a, -ba->from_b_to_a);
        EXPECT_EQ(ab->tile_a, ba->tile_b);
        EXPECT_EQ(ab->tile_b, ba->tile_a);
        EXPECT_EQ(ab->moment, ba->moment);
        EXPECT_EQ(ab->moments, ba->moments);
    }
}

// Composites of up to 24 cells at any angle, at rest: the nearest pair by brute force is what is found.
TEST(collide, finds_the_nearest_pair_of_tiles_at_any_angle_and_offset) {
    xoshiro256 random(1);
    const rules types = sample_rules();
    int found_count = 0;
    int missed_count = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const std::int32_t width = within(random, 1, 24);
        const composite_record record_a(random_tiles(random, 1 + random() % 80, width), types);
        const composite_record record_b(random_tiles(random, 1 + random() % 80, 24), types);
        const composite_view a = record_a.view();
        const composite_view b = record_b.view();
        const std::int32_t reach = (a.header().radius + b.header().radius) * 256;
        const hex_vector base{within(random, -500'000'000, 500'000'000),
                              within(random, -500'000'000, 500'000'000)};
        const hex_vector offset{within(random, -reach, reach), within(random, -reach, reach)};
        const passage how_a{.position = base + offset, .angle = any_angle(random)};
        const passage how_b{.position = base, .angle = any_angle(random)};
        const double nearest = least_distance(centers_of(how_a, a), centers_of(how_b, b));
        const std::optional<contact> found = find_contact(how_a, a, how_b, b);
        expect_mirrored(found, find_contact(how_b, b, how_a, a));
        // Two thirds of two in-radii, and 1.2 times two circum-radii.
        EXPECT_TRUE(found || nearest >= 2.0 / 3 * 2 * cell_in_radius);
        EXPECT_TRUE(!found || nearest <= 1.2 * 2 * cell_circum_radius);
        // And more exactly.
        EXPECT_TRUE(found || nearest > contact_distance - 2) << nearest;
        ++(found ? found_count : missed_count);
        if (found) {
            EXPECT_LT(nearest, contact_distance + 2);
            EXPECT_EQ(a.at(found->tile_a.at), found->tile_a);
            EXPECT_EQ(b.at(found->tile_b.at), found->tile_b);
            EXPECT_NEAR(distance_between(how_a, a, found->tile_a.at, how_b, b, found->tile_b.at), nearest, 2);
            EXPECT_EQ(found->moment, 1);
            EXPECT_EQ(found->moments, 1);
        }
    }
    EXPECT_GT(found_count, 500);
    EXPECT_GT(missed_count, 500);
}

TEST(collide, says_where_two_composites_meet_on_the_axes_of_the_world) {
    xoshiro256 random(2);
    const rules types = sample_rules();
    int found_count = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        const composite_record record_a(random_tiles(random, 1 + random() % 60, 24), types);
        const composite_record record_b(random_tiles(random, 1 + random() % 60, 24), types);
        const composite_view a = record_a.view();
        const composite_view b = record_b.view();
        const passage how_a{.position = {within(random, -6000, 6000), within(random, -6000, 6000)},
                            .angle = any_angle(random)};
        const passage how_b{.position = {77, -1234}, .angle = any_angle(random)};
        const std::optional<contact> found = find_contact(how_a, a, how_b, b);
        if (!found) {
            continue;
        }
        ++found_count;
        const plane_point tile_a = tile_center(how_a, a, found->tile_a.at);
        const plane_point tile_b = tile_center(how_b, b, found->tile_b.at);
        const plane_point apart = plane_of(found->from_b_to_a);
        EXPECT_NEAR(apart.x, tile_a.x - tile_b.x, 2);
        EXPECT_NEAR(apart.y, tile_a.y - tile_b.y, 2);
        const plane_point by_a = plane_of(how_a.position + found->arm_a);
        const plane_point by_b = plane_of(how_b.position + found->arm_b);
        EXPECT_NEAR(by_a.x, (tile_a.x + tile_b.x) / 2, 4);
        EXPECT_NEAR(by_a.y, (tile_a.y + tile_b.y) / 2, 4);
        EXPECT_NEAR(by_b.x, by_a.x, 3);
        EXPECT_NEAR(by_b.y, by_a.y, 3);
    }
    EXPECT_GT(found_count, 300);
}

TEST(collide, a_point_meets_the_tile_whose_hexagon_it_is_in) {
    xoshiro256 random(3);
    const rules types = sample_rules();
    int found_count = 0;
    int missed_count = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const composite_record record(random_tiles(random, 1 + random() % 60, 24), types);
        const composite_view b = record.view();
        const passage how_b{.position = {within(random, -400'000'000, 400'000'000), 5},
                            .angle = any_angle(random)};
        const std::int32_t reach = b.header().radius * 256 * 2 / 3;
        const passage how_a{.position = how_b.position + hex_vector{within(random, -reach, reach),
                                                                    within(random, -reach, reach)}};
        const plane_point point = plane_of(how_a.position);
        double nearest = 1e300;
        cell nearest_cell{};
        double second = 1e300;
        b.each([&](const tile& each) {
            const plane_point center = tile_center(how_b, b, each.at);
            const double distance = length_of({point.x - center.x, point.y - center.y});
            if (distance < nearest) {
                second = nearest;
                nearest = distance;
                nearest_cell = each.at;
            } else {
                second = std::min(second, distance);
            }
        });
        const std::optional<contact> found = find_contact(how_a, how_b, b);
        EXPECT_TRUE(found || nearest > cell_in_radius - 2) << nearest;
        ++(found ? found_count : missed_count);
        if (found) {
            EXPECT_LT(nearest, cell_circum_radius + 2);
            EXPECT_EQ(b.at(found->tile_b.at), found->tile_b);
            EXPECT_TRUE(found->tile_b.at == nearest_cell || second - nearest < 4);
            const plane_point center = tile_center(how_b, b, found->tile_b.at);
            const plane_point apart = plane_of(found->from_b_to_a);
            EXPECT_NEAR(apart.x, point.x - center.x, 2);
            EXPECT_NEAR(apart.y, point.y - center.y, 2);
            const plane_point arm = plane_of(found->arm_b);
            EXPECT_NEAR(arm.x, point.x - plane_of(how_b.position).x, 2);
            EXPECT_NEAR(arm.y, point.y - plane_of(how_b.position).y, 2);
        }
    }
    EXPECT_GT(found_count, 500);
    EXPECT_GT(missed_count, 500);
}

// What crosses the middle of a wall, as the wall sees it.
struct crossing {
    plane_point start{};
    plane_point end{};
};

// Straight through a wall of so many cells along x, from above or below, well away from its ends.
std::optional<crossing> random_crossing(xoshiro256& random, std::int32_t cells, double length,
                                        double margin) {
    const double direction = within(random, 0, 65535) * std::numbers::pi / 32768;
    const plane_point way{length * std::cos(direction), length * std::sin(direction)};
    const double share = within(random, 100, 900) / 1000.0;
    const double middle = (cells / 2.0 - 4) * 1024 * within(random, -1000, 1000) / 1000.0;
    const plane_point start{middle - way.x * share, -way.y * share};
    const plane_point end{middle + way.x * (1 - share), way.y * (1 - share)};
    // Out of the wall at both ends.
    if (std::abs(start.y) < margin || std::abs(end.y) < margin) {
        return std::nullopt;
    }
    return crossing{start, end};
}

// Where both are in the world at the end of a tick, so that the wall sees `path`.
struct swept_pair {
    passage mover{};
    passage wall{};
    plane_point came_from{}; // where the mover was, on the axes of the wall at the end, less where it is
};

swept_pair swept(xoshiro256& random, const crossing& path, displacement of_wall) {
    const angle16 angle = any_angle(random);
    const hex_vector position{within(random, -1'000'000, 1'000'000), within(random, -1'000'000, 1'000'000)};
    const plane_point start = turned_by(angle.steps() - of_wall.turned, path.start);
    const plane_point end = turned_by(angle.steps(), path.end);
    const hex_vector from = position - of_wall.moved + hex_of(start);
    const hex_vector to = position + hex_of(end);
    return {.mover = {.position = to, .way = {.moved = to - from}},
            .wall = {.position = position, .angle = angle, .way = of_wall},
            .came_from = {path.start.x - path.end.x, path.start.y - path.end.y}};
}

// On the axes of the wall at the moment of impact.
plane_point as_the_wall_sees(const contact& found, const passage& wall) {
    const double ahead = wall.way.turned * static_cast<double>(found.moments - found.moment) / found.moments;
    return turned_by(-(wall.angle.steps() - ahead), plane_of(found.from_b_to_a));
}

// A wall along each of the three axes of the grid, and how it lies: paths are made for one along x.
struct wall_and_slope {
    composite_record record;
    double steps;
};

std::vector<wall_and_slope> walls_of(std::int32_t cells) {
    std::vector<wall_and_slope> walls;
    for (const cell step : {cell{1, 0}, cell{1, 1}, cell{0, 1}}) {
        auto tiles = wall_of(cells);
        for (tile& each : tiles) {
            each.at = {static_cast<std::int16_t>(each.at.i * step.i),
                       static_cast<std::int16_t>(each.at.i * step.j)};
        }
        const plane_point along = plane_of(step.i, step.j);
        walls.push_back({composite_record(tiles, sample_rules()),
                         std::atan2(along.y, along.x) * 32768 / std::numbers::pi});
    }
    return walls;
}

displacement random_way(xoshiro256& random, int kind) {
    const hex_vector moved{within(random, -8191, 8191), within(random, -8191, 8191)};
    const std::int32_t turned = within(random, -8191, 8191);
    return kind == 0 ? displacement{} : displacement{.moved = moved, .turned = kind == 1 ? 0 : turned};
}

// On the side that it came from: the tile is neared, and the centre line of the wall has not been passed.
void expect_near_side(const contact& found, const swept_pair& pair, const crossing& path, double slope) {
    const plane_point from_wall = turned_by(-slope, as_the_wall_sees(found, pair.wall));
    EXPECT_GT(inner(from_wall, pair.came_from) / length_of(pair.came_from), -2);
    EXPECT_GT(from_wall.y * (path.start.y > 0 ? 1 : -1), 0);
    EXPECT_GE(found.moment, 1);
    EXPECT_LE(found.moment, found.moments);
}

crossing turned_path(const crossing& path, double steps) {
    return {turned_by(steps, path.start), turned_by(steps, path.end)};
}

TEST(collide, nothing_passes_a_wall_of_one_cell_at_the_highest_speed) {
    xoshiro256 random(4);
    const std::int32_t cells = 40;
    const std::vector<wall_and_slope> walls = walls_of(cells);
    int count = 0;
    for (int trial = 0; trial < 60'000 && !testing::Test::HasFailure(); ++trial) {
        const wall_and_slope& wall = walls[static_cast<std::size_t>(trial) % 3];
        // Up to twice the highest speed along each axis: wall and particle fly against each other.
        const auto path = random_crossing(random, cells, within(random, 1300, 28'000), 600);
        if (!path) {
            continue;
        }
        const swept_pair pair =
            swept(random, turned_path(*path, wall.steps), random_way(random, trial / 3 % 3));
        const std::optional<contact> found = find_contact(pair.mover, pair.wall, wall.record.view());
        ++count;
        ASSERT_TRUE(found) << trial;
        swept_pair seen = pair;
        seen.came_from = turned_by(-wall.steps, pair.came_from);
        expect_near_side(*found, seen, *path, wall.steps);
    }
    EXPECT_GT(count, 30'000);
}

// Seen from the wall its way is straight, seen from the world it is not: there it may stay farther away.
TEST(collide, what_flies_through_the_tip_of_a_wall_that_turns_is_found) {
    xoshiro256 random(9);
    const std::int32_t cells = 40;
    const composite_record wall(wall_of(cells), sample_rules());
    const double tip = (cells - 1) * 512.0;
    for (int trial = 0; trial < 5000; ++trial) {
        const double length = within(random, 3000, 28'000);
        const double direction = within(random, 0, 65535) * std::numbers::pi / 32768;
        const plane_point way{length * std::cos(direction), length * std::sin(direction)};
        const double share = within(random, 200, 800) / 1000.0;
        const crossing path{{tip - way.x * share, -way.y * share},
                            {tip + way.x * (1 - share), way.y * (1 - share)}};
        const swept_pair pair = swept(random, path, random_way(random, 2));
        ASSERT_TRUE(find_contact(pair.mover, pair.wall, wall.view())) << trial;
    }
}

// Where a point of `small` is at a moment of the tick (0 .. 1), in the frame of `large`.
plane_point seen_at(double moment, const passage& small, plane_point arm, const passage& large) {
    const double left = 1 - moment;
    const plane_point now = plane_of(small.position - large.position);
    const plane_point way = plane_of(small.way.moved - large.way.moved);
    const plane_point between{now.x - way.x * left, now.y - way.y * left};
    const plane_point turned = turned_by(small.angle.steps() - small.way.turned * left, arm);
    return turned_by(large.way.turned * left - large.angle.steps(), sum(between, turned));
}

// Whether the centre of the mover goes through a wall of so many cells, and not around its ends first.
bool goes_through(const swept_pair& pair, double slope, std::int32_t cells) {
    constexpr int moments = 400;
    plane_point before = turned_by(-slope, seen_at(0, pair.mover, {}, pair.wall));
    for (int moment = 1; moment <= moments; ++moment) {
        const plane_point now =
            turned_by(-slope, seen_at(static_cast<double>(moment) / moments, pair.mover, {}, pair.wall));
        if ((before.y < 0) != (now.y < 0)) {
            return std::abs(now.x) < (cells / 2.0 - 4) * 1024;
        }
        before = now;
    }
    return false;
}

TEST(collide, no_small_composite_passes_a_wall_of_one_cell_however_fast_both_fly_and_turn) {
    xoshiro256 random(5);
    const std::int32_t cells = 40;
    const std::vector<wall_and_slope> walls = walls_of(cells);
    int count = 0;
    for (int trial = 0; trial < 20'000 && !testing::Test::HasFailure(); ++trial) {
        const wall_and_slope& wall = walls[static_cast<std::size_t>(trial) % 3];
        const composite_record record(random_tiles(random, 1 + random() % 7, 3), sample_rules());
        const auto path = random_crossing(random, cells, within(random, 4000, 28'000),
                                          1200 + record.view().header().radius * 256.0);
        if (!path) {
            continue;
        }
        swept_pair pair = swept(random, turned_path(*path, wall.steps), random_way(random, trial / 3 % 3));
        pair.mover.angle = any_angle(random);
        pair.mover.way.turned = within(random, -8191, 8191);
        if (!goes_through(pair, wall.steps, cells)) {
            continue;
        }
        const std::optional<contact> found =
            find_contact(pair.mover, record.view(), pair.wall, wall.record.view());
        ++count;
        ASSERT_TRUE(found) << trial;
        const plane_point from_wall = turned_by(-wall.steps, as_the_wall_sees(*found, pair.wall));
        EXPECT_GT(from_wall.y * (path->start.y > 0 ? 1 : -1), 0) << trial;
        expect_mirrored(found, find_contact(pair.wall, wall.record.view(), pair.mover, record.view()));
    }
    EXPECT_GT(count, 5'000);
}

// The least distance of two tiles at a moment of the tick (0 .. 1).
double nearest_at(double moment, const passage& small, composite_view shape, const passage& large,
                  composite_view grid) {
    double nearest = 1e300;
    shape.each([&](const tile& of_small) {
        const plane_point arm = plane_of(shape.header().origin + center_of(of_small.at));
        const plane_point at = seen_at(moment, small, arm, large);
        grid.each([&](const tile& of_large) {
            const plane_point center = plane_of(grid.header().origin + center_of(of_large.at));
            nearest = std::min(nearest, length_of({at.x - center.x, at.y - center.y}));
        });
    });
    return nearest;
}

TEST(collide, whatever_meets_at_any_moment_of_a_tick_is_found) {
    xoshiro256 random(6);
    const rules types = sample_rules();
    int met = 0;
    int passed = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const auto tiles_of_small = random_tiles(random, 1 + random() % 12, 8);
        const composite_record small(tiles_of_small, types);
        const composite_record large(random_tiles(random, tiles_of_small.size() + 1 + random() % 20, 12),
                                     types);
        const passage of_large{.position = {within(random, -9'000'000, 9'000'000), -4},
                               .angle = any_angle(random),
                               .way = random_way(random, trial % 3)};
        const passage of_small{.position = of_large.position + hex_vector{within(random, -12'000, 12'000),
                                                                          within(random, -12'000, 12'000)},
                               .angle = any_angle(random),
                               .way = random_way(random, trial % 4)};
        double nearest = 1e300;
        for (int part = 1; part <= 64; ++part) {
            nearest =
                std::min(nearest, nearest_at(part / 64.0, of_small, small.view(), of_large, large.view()));
        }
        const auto found = find_contact(of_small, small.view(), of_large, large.view());
        expect_mirrored(found, find_contact(of_large, large.view(), of_small, small.view()));
        if (nearest < 2.0 / 3 * 2 * cell_in_radius) {
            EXPECT_TRUE(found) << trial << " " << nearest;
            ++met;
        }
        if (found) {
            const double then = nearest_at(static_cast<double>(found->moment) / found->moments, of_small,
                                           small.view(), of_large, large.view());
            // What is nearly straight is taken for straight.
            EXPECT_LT(then, contact_distance + 10);
        } else {
            ++passed;
        }
    }
    EXPECT_GT(met, 200);
    EXPECT_GT(passed, 200);
}

TEST(collide, slow_pairs_are_looked_at_once_and_fast_ones_often_enough) {
    const composite_record wall(wall_of(5), sample_rules());
    const composite_record single(wall_of(1), sample_rules());
    const passage resting{};
    const auto moments_at = [&](std::int32_t speed) {
        const auto found = find_contact({.position = {0, 0}, .way = {.moved = {speed, 0}}}, single.view(),
                                        resting, wall.view());
        return found ? found->moments : 0;
    };
    EXPECT_EQ(moments_at(sweep_step), 1);
    EXPECT_GT(moments_at(sweep_step + 1), 1);
    EXPECT_GE(moments_at(8191), 8191 / sweep_step);
    // A point that is in a tile is looked at eight times as often.
    const auto moments_of_point_at = [&](std::int32_t speed) {
        const auto found =
            find_contact({.position = {0, 0}, .way = {.moved = {speed, 0}}}, resting, wall.view());
        return found ? found->moments : 0;
    };
    EXPECT_EQ(moments_of_point_at(sweep_step), 8);
    EXPECT_GT(moments_of_point_at(sweep_step + 1), 8);
    EXPECT_GE(moments_of_point_at(8191), 8 * 8191 / sweep_step);
    // Turning counts, too: the end of the wall goes farther than a step.
    const passage turning{.way = {.turned = 8191}};
    EXPECT_GT(find_contact({.position = {0, 0}}, turning, wall.view())->moments, 4);
}

TEST(collide, what_leaves_one_tile_and_runs_into_another_meets_the_other) {
    // Two tiles with a gap between them, the centre of mass in the middle.
    const composite_record gap({{.at = {0, 0}, .hit_points = 1}, {.at = {7, 0}, .hit_points = 1}},
                               sample_rules());
    const composite_record single(wall_of(1), sample_rules());
    const std::int32_t left = -7 * 512;
    const auto going = [&](std::int32_t from, std::int32_t way) {
        return passage{.position = {left + from + way, 0}, .way = {.moved = {way, 0}}};
    };
    const auto far_tile = find_contact(going(600, 5900), single.view(), passage{}, gap.view());
    ASSERT_TRUE(far_tile);
    EXPECT_EQ(far_tile->tile_b.at, (cell{7, 0}));
    EXPECT_LT(far_tile->from_b_to_a.a, 0);
    const auto only_left = find_contact(going(600, 4000), single.view(), passage{}, gap.view());
    ASSERT_TRUE(only_left);
    EXPECT_EQ(only_left->tile_b.at, (cell{0, 0}));
    EXPECT_EQ(only_left->moment, 1);

    const auto far_point = find_contact(going(200, 6700), passage{}, gap.view());
    ASSERT_TRUE(far_point);
    EXPECT_EQ(far_point->tile_b.at, (cell{7, 0}));
    EXPECT_LT(far_point->from_b_to_a.a, 0);
    const auto leaving_point = find_contact(going(100, 4000), passage{}, gap.view());
    ASSERT_TRUE(leaving_point);
    EXPECT_EQ(leaving_point->tile_b.at, (cell{0, 0}));
}

TEST(collide, virtual_tiles_are_met_like_others) {
    auto tiles = wall_of(3);
    tiles[2].hit_points = 0;
    const composite_record record(tiles, sample_rules());
    const passage how{};
    // The centre of mass is between the two that weigh something.
    const auto by_point = find_contact({.position = {1536, 0}}, how, record.view());
    ASSERT_TRUE(by_point);
    EXPECT_TRUE(by_point->tile_b.is_virtual());
    EXPECT_EQ(by_point->tile_b.at, (cell{2, 0}));
    const composite_record single(wall_of(1), sample_rules());
    const auto by_tile = find_contact({.position = {2100, 0}}, single.view(), how, record.view());
    ASSERT_TRUE(by_tile);
    EXPECT_TRUE(by_tile->tile_b.is_virtual());
    EXPECT_FALSE(by_tile->tile_a.is_virtual());
}

TEST(collide, equal_composites_in_one_place_meet_tile_on_tile) {
    xoshiro256 random(7);
    const composite_record record(random_tiles(random, 20, 9), sample_rules());
    const passage how{.position = {3, 4}, .angle = angle16::from_steps(777), .way = {.moved = {900, 3}}};
    const auto found = find_contact(how, record.view(), how, record.view());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->from_b_to_a, (hex_vector{}));
    EXPECT_EQ(found->tile_a, found->tile_b);
}

TEST(collide, survives_the_ends_of_the_world_and_of_every_field) {
    xoshiro256 random(8);
    std::vector<tile> tiles;
    for (std::int16_t j = 0; j < 64; ++j) {
        const auto left = static_cast<std::int16_t>(63 - j);
        tiles.push_back({.at = {left, j}, .hit_points = 1});
        if (j > 0) {
            tiles.push_back({.at = {static_cast<std::int16_t>(left + 1), j}, .hit_points = 1});
        }
    }
    const composite_record largest(tiles, sample_rules());
    const composite_record long_wall(wall_of(64), sample_rules());
    const std::int32_t ends[] = {-coordinate_limit, -1, 0, coordinate_limit};
    for (int trial = 0; trial < 4000; ++trial) {
        const auto end = [&] { return ends[random() % 4]; };
        const auto some = [&] { return random() % 2 == 0 ? within(random, -150'000, 150'000) : 0; };
        const hex_vector at{end(), end()};
        const passage a{.position = at, .angle = any_angle(random), .way = random_way(random, 2)};
        const passage b{.position = random() % 2 == 0 ? hex_vector{end(), end()}
                                                      : hex_vector{at.a - some(), at.b - some()},
                        .angle = any_angle(random),
                        .way = random_way(random, 2)};
        expect_mirrored(find_contact(a, largest.view(), b, long_wall.view()),
                        find_contact(b, long_wall.view(), a, largest.view()));
        expect_mirrored(find_contact(a, largest.view(), b, largest.view()),
                        find_contact(b, largest.view(), a, largest.view()));
        static_cast<void>(find_contact(a, b, largest.view()));
    }
}

} // namespace
} // namespace orrery::hex
