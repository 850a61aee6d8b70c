#include "src/circles/walls/terrain.hpp"
#include "tests/circles/sample_walls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace orrery::circles::test {
namespace {

using detail::terrain;
using detail::wall_grid;
using detail::wall_part;

terrain terrain_of(std::vector<wall> walls) {
    auto by = std::make_shared<rules>();
    by->walls = std::move(walls);
    return terrain(by);
}

using wide_range = std::pair<long double, long double>;

// Of a segment between two values of one coordinate; it is cut down to them.
bool cut(long double start, long double way, wide_range within, wide_range& times) {
    if (way == 0) {
        return start >= within.first && start <= within.second;
    }
    const long double one = (within.first - start) / way;
    const long double other = (within.second - start) / way;
    times = {std::max(times.first, std::min(one, other)), std::min(times.second, std::max(one, other))};
    return times.first <= times.second;
}

// In long double: whether it has a point well inside the box.
bool is_in_box(const wall_part& part, const aabb2& box) {
    using wide = long double;
    if (part.is_edge) {
        wide_range times{0, 1};
        return cut(part.a.x, wide(part.b.x) - part.a.x, {box.min.x, box.max.x}, times) &&
               cut(part.a.y, wide(part.b.y) - part.a.y, {box.min.y, box.max.y}, times);
    }
    const wide x = std::clamp(wide(part.a.x), wide(box.min.x), wide(box.max.x)) - part.a.x;
    const wide y = std::clamp(wide(part.a.y), wide(box.min.y), wide(box.max.y)) - part.a.y;
    return x * x + y * y <= wide(part.radius) * part.radius;
}

std::set<std::uint32_t> visited(const terrain& ground, const aabb2& box) {
    std::set<std::uint32_t> numbers;
    ground.each_near(box, [&](std::uint32_t number) { numbers.insert(number); });
    return numbers;
}

void expect_nothing_is_missed(const terrain& ground, const aabb2& box) {
    const std::set<std::uint32_t> found = visited(ground, box);
    for (std::uint32_t number = 0; number < ground.parts().size(); ++number) {
        const wall_part& part = ground.parts()[number];
        if (is_in_box(part, box)) {
            ASSERT_TRUE(found.contains(number)) << "part " << number;
        }
        if (found.contains(number)) {
            // Not all of it is near, but its box is.
            ASSERT_TRUE(intersects(box_of(part), box)) << "part " << number;
        }
    }
}

void expect_nothing_is_missed(std::vector<wall> walls, const aabb2& where, scalar largest) {
    const terrain ground = terrain_of(std::move(walls));
    xoshiro256 source(7);
    for (int trial = 0; trial < 400; ++trial) {
        const vector2 half{largest * uniform_real<scalar>(source), largest * uniform_real<scalar>(source)};
        expect_nothing_is_missed(ground, aabb2::from_center(uniform_point(source, where), half));
        if (!ground.parts().empty()) {
            const wall_part& some = ground.parts()[uniform_below(source, ground.parts().size())];
            const vector2 at = lerp(some.a, some.b, uniform_real<scalar>(source));
            expect_nothing_is_missed(ground, aabb2::from_center(at, half * scalar(0.01)));
            expect_nothing_is_missed(ground, {some.a, some.a});
        }
    }
}

TEST(circles_terrain, lists_a_chain_as_corners_and_edges_in_turn) {
    const terrain ground = terrain_of({circle_wall({9, 9}, 2), chain_wall({{0, 0}, {4, 0}, {4, 4}}),
                                       chain_wall({{0, 0}, {1, 0}, {0, 1}}, true)});
    std::vector<bool> kinds;
    std::vector<std::uint32_t> walls;
    for (const wall_part& part : ground.parts()) {
        kinds.push_back(part.is_edge);
        walls.push_back(part.wall);
    }
    EXPECT_EQ(kinds, (std::vector<bool>{false, false, true, false, true, false, false, true, false, true,
                                        false, true}));
    EXPECT_EQ(walls, (std::vector<std::uint32_t>{0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}));
    EXPECT_EQ(ground.parts()[0].radius, 2);
    EXPECT_EQ(ground.parts()[2].a, (vector2{0, 0}));
    EXPECT_EQ(ground.parts()[2].b, (vector2{4, 0}));
    EXPECT_EQ(ground.parts()[11].b, (vector2{0, 0}));
    EXPECT_EQ(&ground.wall_of(3), &ground.rules().walls[1]);
}

TEST(circles_terrain, without_walls_has_nothing_anywhere) {
    const terrain ground = terrain_of({});
    constexpr scalar far = std::numeric_limits<scalar>::infinity();
    EXPECT_TRUE(visited(ground, {{-far, -far}, {far, far}}).empty());
}

TEST(circles_terrain, finds_every_part_that_has_a_point_in_a_box) {
    xoshiro256 source(1);
    expect_nothing_is_missed(scattered_walls(source, 60, 200, 60), square_around({}, 80), 6);
}

TEST(circles_terrain, finds_every_part_in_boxes_of_any_size) {
    xoshiro256 source(8);
    const std::vector<wall> walls = scattered_walls(source, 60, 200, 60);
    expect_nothing_is_missed(walls, square_around({}, 80), 60);
    constexpr scalar far = std::numeric_limits<scalar>::infinity();
    const terrain ground = terrain_of(walls);
    EXPECT_EQ(visited(ground, {{-far, -far}, {far, far}}).size(), ground.parts().size());
}

TEST(circles_terrain, visits_a_part_once_however_many_cells_it_is_in) {
    xoshiro256 source(9);
    std::vector<wall> walls = scattered_walls(source, 60, 200, 60);
    walls.push_back(chain_wall({{-70, -70}, {70, -69}, {69, 70}, {-70, 68}}, true));
    const terrain ground = terrain_of(walls);
    for (int trial = 0; trial < 300; ++trial) {
        const aabb2 box =
            square_around(uniform_point(source, square_around({}, 70)), uniform_real<scalar>(source, 0, 30));
        std::vector<std::uint32_t> numbers;
        ground.each_near(box, [&](std::uint32_t number) { numbers.push_back(number); });
        ASSERT_EQ(numbers.size(), visited(ground, box).size()) << "trial " << trial;
    }
}

TEST(circles_terrain, finds_large_circles_from_their_rim_to_their_middle) {
    xoshiro256 source(2);
    std::vector<wall> walls = scattered_walls(source, 60, 100, 0);
    walls.push_back(circle_wall({10, 10}, 30));
    walls.push_back(circle_wall({-200, 10}, 150));
    expect_nothing_is_missed(walls, square_around({}, 80), 6);
}

TEST(circles_terrain, finds_long_edges_at_any_angle) {
    xoshiro256 source(3);
    std::vector<wall> walls = scattered_walls(source, 60, 50, 10);
    for (int number = 0; number < 60; ++number) {
        walls.push_back(chain_wall(
            {uniform_point(source, square_around({}, 90)), uniform_point(source, square_around({}, 90))}));
    }
    walls.push_back(chain_wall({{-70, -70}, {70, -70}, {70, 70}, {-70, 70}}, true));
    expect_nothing_is_missed(walls, square_around({}, 100), 6);
}

TEST(circles_terrain, finds_what_is_far_from_all_others) {
    xoshiro256 source(4);
    std::vector<wall> walls = scattered_walls(source, 60, 100, 30);
    walls.push_back(circle_wall({1e6, -3e5}, 20));
    walls.push_back(chain_wall({{-1e6, -1e6}, {1e6, scalar(999'000)}}));
    expect_nothing_is_missed(walls, square_around({}, 100), 6);
    expect_nothing_is_missed(walls, square_around({1e6, -3e5}, 100), 6);
}

TEST(circles_terrain, finds_walls_that_all_lie_on_one_line_or_point) {
    std::vector<wall> walls;
    for (int number = 0; number < 100; ++number) {
        walls.push_back(circle_wall({static_cast<scalar>(number), 3}, scalar(0.25)));
    }
    expect_nothing_is_missed(walls, {{-5, -2}, {105, 5}}, 3);
    expect_nothing_is_missed({chain_wall({{0, 0}, {0, 50}, {0, 51}})}, {{-1, -1}, {1, 52}}, 3);
    expect_nothing_is_missed({circle_wall({5, 5}, 1)}, square_around({5, 5}, 3), 2);
    expect_nothing_is_missed(std::vector<wall>(300, circle_wall({5, 5}, 1)), square_around({5, 5}, 3), 2);
}

TEST(circles_terrain, finds_walls_at_the_ends_of_the_range_of_coordinates) {
    constexpr scalar end = 1e9;
    std::vector<wall> walls{circle_wall({end, end}, end), circle_wall({-end, end}, 1000),
                            chain_wall({{-end, -end}, {end, end}}),
                            chain_wall({{end, -end}, {-end, -end}, {-end, end}})};
    expect_nothing_is_missed(walls, square_around({}, end), 1e7);
    for (wall& each : walls) {
        each = circle_wall({end, -end}, 1);
    }
    expect_nothing_is_missed(walls, square_around({end, -end}, 1000), 100);
}

TEST(circles_terrain, finds_walls_in_two_places_far_apart) {
    xoshiro256 source(5);
    std::vector<wall> walls = scattered_walls(source, 40, 300, 100);
    for (wall each : std::vector<wall>(walls)) {
        for (vector2& point : each.points) {
            point += {scalar(400'000), 0};
        }
        walls.push_back(each);
    }
    expect_nothing_is_missed(walls, square_around({}, 50), 6);
    expect_nothing_is_missed(walls, square_around({scalar(400'000), 0}, 50), 6);
}

TEST(circles_terrain, holds_a_chain_of_thousands_of_edges) {
    std::vector<vector2> points;
    for (int number = 0; number < 8000; ++number) {
        points.push_back({static_cast<scalar>(number) * scalar(0.25), static_cast<scalar>(number % 7)});
    }
    const terrain ground = terrain_of({chain_wall(points)});
    EXPECT_EQ(ground.parts().size(), 15'999u);
    std::set<std::uint32_t> numbers = visited(ground, {{1000, 0}, {1001, 10}});
    EXPECT_TRUE(numbers.contains(8001));
    EXPECT_LT(numbers.size(), 40u);
}

TEST(circles_wall_grid, needs_memory_by_the_number_of_parts_and_not_by_their_size) {
    xoshiro256 source(6);
    std::vector<std::vector<wall>> samples{scattered_walls(source, 60, 500, 100),
                                           {chain_wall({{0, 0}, {1e6, 1e6}})},
                                           {circle_wall({0, 0}, 1e9)}};
    for (int number = 0; number < 200; ++number) { // all across everything
        samples[0].push_back(chain_wall({{-1e6, uniform_real<scalar>(source, -60, 60)}, {1e6, 0}}));
        samples[2].push_back(circle_wall(uniform_point(source, square_around({}, 60)), 300));
    }
    for (const std::vector<wall>& walls : samples) {
        const terrain ground = terrain_of(walls);
        wall_grid grid;
        grid.build(ground.parts());
        EXPECT_LE(grid.cells(), wall_grid::most_cells(ground.parts().size()));
        EXPECT_LE(grid.entries(), wall_grid::most_entries(ground.parts().size()));
    }
}

} // namespace
} // namespace orrery::circles::test
