#include "rigid/collide/core_gap.hpp"
#include "rigid/collide/core_support.hpp"

#include <orrery/math/closest_point.hpp>

#include <array>

namespace orrery::rigid::detail {
namespace {

// Smooth shapes converge by a constant factor each step; polyhedra take a handful.
constexpr int max_steps = 64;
constexpr double scalar_epsilon = std::numeric_limits<scalar>::epsilon();
// The distance is found to this part of itself.
constexpr double relative_tolerance = max(4 * scalar_epsilon, 1e-12);
// What is nearer than this part of the largest difference is as near as rounding can tell.
constexpr double touching = max(4 * scalar_epsilon, 1e-10);
// The height of a tetrahedron over its sides, below which rounding may have turned it inside out.
constexpr double flatness = 64 * std::numeric_limits<double>::epsilon();

// A point of the second core minus one of the first.
struct difference_point {
    vector3d value;
    vector3d on_a;
    vector3d on_b;
};

// One to four points whose hull is searched for the point closest to the origin; only those that this point
// is made of are kept.
class simplex {
public:
    explicit simplex(const difference_point& first) noexcept { add(first); }

    void add(const difference_point& point) noexcept { points_[count_++] = point; }

    [[nodiscard]] bool contains(vector3d value) const noexcept {
        for (std::size_t i = 0; i < count_; ++i) {
            if (points_[i].value == value) {
                return true;
            }
        }
        return false;
    }

    // The point closest to the origin, which is the origin itself when it lies inside.
    [[nodiscard]] vector3d reduce() noexcept {
        switch (count_) {
        case 1:
            weights_[0] = 1;
            return points_[0].value;
        case 2: {
            const auto closest = closest_on_segment(vector3d{}, points_[0].value, points_[1].value);
            keep({0, 1, 0}, {1 - closest.t, closest.t, 0});
            return closest.point;
        }
        case 3:
            return reduce_to_face({0, 1, 2}, closest_on_face({0, 1, 2}));
        default:
            return reduce_tetrahedron();
        }
    }

    [[nodiscard]] vector3d blend(vector3d difference_point::* part) const noexcept {
        vector3d sum;
        for (std::size_t i = 0; i < count_; ++i) {
            sum += points_[i].*part * weights_[i];
        }
        return sum;
    }

private:
    using numbers = std::array<std::size_t, 3>;

    [[nodiscard]] triangle_point<vector3d> closest_on_face(const numbers& face) const noexcept {
        return closest_on_triangle(vector3d{}, points_[face[0]].value, points_[face[1]].value,
                                   points_[face[2]].value);
    }

    vector3d reduce_to_face(const numbers& face, const triangle_point<vector3d>& closest) noexcept {
        keep(face, closest.weights);
        return closest.point;
    }

    [[nodiscard]] vector3d reduce_tetrahedron() noexcept {
        // Each face, and the corner opposite to it.
        constexpr std::array<std::array<std::size_t, 4>, 4> faces{
            {{0, 1, 3, 2}, {1, 2, 3, 0}, {2, 0, 3, 1}, {0, 1, 2, 3}}};
        numbers best_face{};
        triangle_point<vector3d> best{};
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [a, b, c, opposite] : faces) {
            const vector3d corner = points_[a].value;
            const vector3d side = points_[b].value - corner;
            const vector3d other_side = points_[c].value - corner;
            const vector3d upwards = points_[opposite].value - corner;
            const vector3d normal = cross(side, other_side);
            const double height = dot(normal, upwards);
            const double doubt = length_squared(side) * length_squared(other_side) * length_squared(upwards);
            // A tetrahedron that is flat as far as rounding can tell has nothing inside: each of its faces is
            // looked at.
            if (height * height > flatness * flatness * doubt && dot(normal, -corner) * height > 0) {
                continue;
            }
            const numbers face{a, b, c};
            const auto closest = closest_on_face(face);
            const double distance = length_squared(closest.point);
            if (distance < least) {
                least = distance;
                best = closest;
                best_face = face;
            }
        }
        return least < std::numeric_limits<double>::infinity() ? reduce_to_face(best_face, best) : vector3d{};
    }

    void keep(const numbers& which, vector3d weights) noexcept {
        const std::array<difference_point, 3> chosen{points_[which[0]], points_[which[1]], points_[which[2]]};
        count_ = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double weight = weights[static_cast<int>(i)];
            if (weight > 0) {
                weights_[count_] = weight;
                points_[count_++] = chosen[i];
            }
        }
    }

    std::array<difference_point, 4> points_;
    std::array<double, 4> weights_{};
    std::size_t count_ = 0;
};

} // namespace

core_gap search_core_gap(const placed_shape& a, const placed_shape& b, vector3d guess) noexcept {
    const vector3d offset = vector_cast<double>(b.position) - vector_cast<double>(a.position);
    // The point of the difference that is farthest back along a direction from a to b.
    const auto find_nearest = [&](vector3d direction) {
        const vector3 narrow = vector_cast<scalar>(direction);
        const vector3d on_a = vector_cast<double>(core_support(a, narrow));
        const vector3d on_b = vector_cast<double>(core_support(b, -narrow)) + offset;
        return difference_point{on_b - on_a, on_a, on_b};
    };
    simplex points(find_nearest(guess));
    vector3d closest = points.reduce();
    double squared = length_squared(closest);
    double size_squared = squared;
    double least_along = 0;
    for (int step = 0;; ++step) {
        if (squared <= touching * touching * size_squared) {
            core_gap none;
            none.is_overlapping = true;
            return none;
        }
        const difference_point next = find_nearest(closest / sqrt(squared));
        size_squared = max(size_squared, length_squared(next.value));
        least_along = dot(closest, next.value);
        if (squared - least_along <= relative_tolerance * squared || points.contains(next.value) ||
            step + 1 == max_steps) {
            break;
        }
        const simplex before = points;
        points.add(next);
        const vector3d nearer = points.reduce();
        if (!(length_squared(nearer) < squared)) {
            points = before; // rounding ends the progress
            break;
        }
        closest = nearer;
        squared = length_squared(closest);
    }
    const double distance = sqrt(squared);
    return {.is_overlapping = false,
            .least_distance = least_along / distance,
            .distance = distance,
            .normal = closest / distance,
            .on_a = points.blend(&difference_point::on_a),
            .on_b = points.blend(&difference_point::on_b)};
}

} // namespace orrery::rigid::detail
