// Sets of points for the tests of hulls and of what is made of them.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::test {

inline std::vector<vector3> box_corners(vector3 half) {
    std::vector<vector3> corners;
    for (int corner = 0; corner < 8; ++corner) {
        corners.push_back({(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                           (corner & 4) != 0 ? half.z : -half.z});
    }
    return corners;
}

// All points of a lattice in a box, with count + 1 points along each side.
inline std::vector<vector3> box_lattice(vector3 half, int count) {
    std::vector<vector3> points;
    for (int x = 0; x <= count; ++x) {
        for (int y = 0; y <= count; ++y) {
            for (int z = 0; z <= count; ++z) {
                const vector3 part{static_cast<scalar>(x), static_cast<scalar>(y), static_cast<scalar>(z)};
                points.push_back(component_product(
                    part * (scalar(2) / static_cast<scalar>(count)) - vector3::filled(1), half));
            }
        }
    }
    return points;
}

inline std::vector<vector3> moved(std::vector<vector3> points, quaternion turn, vector3 offset) {
    for (vector3& point : points) {
        point = rotate(turn, point) + offset;
    }
    return points;
}

inline std::vector<vector3> random_cloud(xoshiro256& source, std::size_t count, vector3 half) {
    std::vector<vector3> points;
    while (points.size() < count) {
        points.push_back(uniform_point(source, aabb3{-half, half}));
    }
    return points;
}

inline std::vector<vector3> points_on_sphere(xoshiro256& source, std::size_t count, scalar radius) {
    std::vector<vector3> points;
    while (points.size() < count) {
        points.push_back(unit_vector<vector3>(source) * radius);
    }
    return points;
}

// A hull of about this many vertices, not quite round.
inline convex_hull random_hull(std::uint64_t seed, std::size_t count, vector3 half) {
    xoshiro256 source(seed);
    std::vector<vector3> points = points_on_sphere(source, count, 1);
    for (vector3& point : points) {
        point = component_product(point, half);
    }
    return convex_hull::from_points(points).value();
}

} // namespace orrery::rigid::test
