// Capsules among themselves and on planes: segments with a radius.
#include "rigid/collide/ball_contact.hpp"
#include "rigid/collide/narrow_phase.hpp"

#include <orrery/math/closest_point.hpp>

namespace orrery::rigid::detail {
namespace {

// Capsules at a smaller angle than about two degrees lie along each other and touch at two points.
constexpr scalar along_each_other = scalar(0.0009);

struct interval {
    scalar low;
    scalar high;
};

// The ends of the part of a's segment that has b's segment beside it: ends of a, or those of b.
void add_points_along(const placed_shape& a, const placed_shape& b, vector3 between, vector3 normal,
                      scalar margin, manifold& found) noexcept {
    const vector3 axis_a = a.rotation.column(1);
    const vector3 axis_b = b.rotation.column(1);
    const scalar cosine = dot(axis_a, axis_b);
    const scalar middle = dot(between, axis_a);
    const scalar reach = abs(cosine) * b.size.y;
    const interval both{max(-a.size.y, middle - reach), min(a.size.y, middle + reach)};
    if (!(both.low < both.high)) {
        return;
    }
    const auto add = [&](scalar place, bool is_end_of_a, std::uint32_t number) {
        const vector3 on_a = axis_a * place;
        const vector3 on_b = between + axis_b * clamp((place - middle) / cosine, -b.size.y, b.size.y);
        const scalar separation = dot(on_b - on_a, normal) - (a.size.x + b.size.x);
        add_ball_point(found, on_a, a.size.x, normal, separation, margin,
                       1 + number * 2 + (is_end_of_a ? 1 : 0));
    };
    add(both.low, both.low == -a.size.y, 0);
    add(both.high, both.high == a.size.y, 1);
}

} // namespace

void collide_capsules(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& /*cache*/,
                      manifold& found) noexcept {
    const vector3 between = b.position - a.position;
    const scalar reach = ((a.size.x + b.size.x) + (a.size.y + b.size.y)) + margin;
    if (dot(between, between) > reach * reach) {
        return;
    }
    const vector3 axis_a = a.rotation.column(1);
    const vector3 axis_b = b.rotation.column(1);
    const vector3 half_a = axis_a * a.size.y;
    const vector3 half_b = axis_b * b.size.y;
    const auto nearest = closest_of_segments(-half_a, half_a, between - half_b, between + half_b);
    const vector3 apart = nearest.on_b.point - nearest.on_a.point;
    const scalar separation = length(apart) - (a.size.x + b.size.x);
    if (separation > margin) {
        return;
    }
    const vector3 across = cross(axis_a, axis_b);
    const vector3 sideways = normalize_or(across, perpendicular(axis_a));
    const vector3 normal = normalize_or(apart, dot(sideways, between) < 0 ? -sideways : sideways);
    if (dot(across, across) < along_each_other) {
        add_points_along(a, b, between, normal, margin, found);
    }
    if (found.count < 2) {
        found.count = 0;
        add_ball_point(found, nearest.on_a.point, a.size.x, normal, separation, margin, 0);
    }
}

void collide_capsule_plane(const placed_shape& a, const placed_shape& b, scalar margin,
                           collide_cache& /*cache*/, manifold& found) noexcept {
    const vector3 up = b.rotation.column(1);
    const vector3 half = a.rotation.column(1) * a.size.y;
    const scalar height = dot(a.position - b.position, up) - a.size.x;
    const scalar slope = dot(half, up);
    add_ball_point(found, -half, a.size.x, -up, height - slope, margin, 1);
    add_ball_point(found, half, a.size.x, -up, height + slope, margin, 2);
}

} // namespace orrery::rigid::detail
