// Walls of many kinds, for tests that compare a search with looking at everything.
#pragma once

#include <orrery/circles/rules.hpp>
#include <orrery/math/random_values.hpp>

#include <utility>
#include <vector>

namespace orrery::circles::test {

inline wall circle_wall(vector2 at, scalar radius) {
    wall made;
    made.points = {at};
    made.radius = radius;
    return made;
}

inline wall chain_wall(std::vector<vector2> points, bool is_closed = false) {
    wall made;
    made.points = std::move(points);
    made.is_closed = is_closed;
    return made;
}

// A closed chain of so many corners around a place, at different distances from it: simple, seldom convex.
inline wall star_wall(xoshiro256& source, vector2 at, scalar radius, int corners) {
    std::vector<vector2> points;
    for (int corner = 0; corner < corners; ++corner) {
        const scalar angle = scalar(6.2831853) *
                             (static_cast<scalar>(corner) + uniform_real<scalar>(source, 0.125, 0.875)) /
                             static_cast<scalar>(corners);
        const auto around = sin_cos(angle);
        points.push_back(at +
                         vector2{around.cos, around.sin} * (radius * uniform_real<scalar>(source, 0.5, 1)));
    }
    return chain_wall(std::move(points), true);
}

inline aabb2 square_around(vector2 at, scalar half) {
    return aabb2::from_center(at, vector2::filled(half));
}

// Circles and polygons all over a square.
inline std::vector<wall> scattered_walls(xoshiro256& source, scalar half, int circle_count,
                                         int polygon_count) {
    const aabb2 square = square_around({}, half);
    std::vector<wall> walls;
    for (int number = 0; number < circle_count; ++number) {
        walls.push_back(circle_wall(uniform_point(source, square), uniform_real<scalar>(source, 0.5, 2)));
    }
    for (int number = 0; number < polygon_count; ++number) {
        walls.push_back(star_wall(source, uniform_point(source, square), uniform_real<scalar>(source, 1, 5),
                                  static_cast<int>(uniform_int(source, 3, 12))));
    }
    return walls;
}

} // namespace orrery::circles::test
