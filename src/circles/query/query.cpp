// What is nearest, and what is in a box.
#include "circles/query/query_scene.hpp"

#include <orrery/math/closest_point.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/nearest.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace orrery::circles {

namespace detail {

query_scene::query_scene(world_snapshot of)
    : snapshot_(std::move(of)) {
    const frame& now = snapshot_.state();
    std::vector<aabb2> boxes;
    boxes.reserve(now.size());
    for (std::uint32_t circle = 0; circle < now.size(); ++circle) {
        boxes.push_back(box_of_circle(center(circle), form_of(circle).radius));
    }
    circles_.build(boxes);
}

nearest_place nearest_of_disc(vector2 to, vector2 center, scalar radius) noexcept {
    const vector2 offset = to - center;
    const scalar away = length(offset);
    return away > radius ? nearest_place{away - radius, center + offset * (radius / away)}
                         : nearest_place{0, to};
}

nearest_place nearest_of_edge(vector2 to, vector2 a, vector2 b) noexcept {
    const vector2 point = closest_on_segment(to, a, b).point;
    return {distance(to, point), point};
}

} // namespace detail

namespace {

using detail::nearest_of_disc;
using detail::nearest_of_edge;
using detail::nearest_place;
using detail::query_scene;
using detail::wall_part;

[[nodiscard]] nearest_place nearest_of_part(vector2 to, const wall_part& part) noexcept {
    return part.is_edge ? nearest_of_edge(to, part.a, part.b) : nearest_of_disc(to, part.a, part.radius);
}

// A corner is the end of an edge, which is looked at anyway.
[[nodiscard]] bool is_corner(const wall_part& part) noexcept {
    return !part.is_edge && part.radius == 0;
}

[[nodiscard]] bool has_point_in(const aabb2& box, vector2 center, scalar radius) noexcept {
    const vector2 offset = center - min(max(center, box.min), box.max);
    return dot(offset, offset) <= radius * radius;
}

[[nodiscard]] bool has_point_in(const aabb2& box, const wall_part& part) noexcept {
    if (!part.is_edge) {
        return has_point_in(box, part.a, part.radius);
    }
    if (!intersects(box, aabb2::around(part.a, part.b))) {
        return false;
    }
    // Its line passes between the corners of the box, or through one.
    const auto a = vector_cast<double>(part.a);
    const vector2d edge = vector_cast<double>(part.b) - a;
    const auto low = vector_cast<double>(box.min);
    const auto high = vector_cast<double>(box.max);
    const vector2d half = (high - low) * 0.5;
    return abs(cross(edge, (low + high) * 0.5 - a)) <= abs(edge.x) * half.y + abs(edge.y) * half.x;
}

// No farther than anything in a box, whatever is rounded.
class least_distance {
public:
    explicit least_distance(vector2 to) noexcept
        : to_(to) {}

    [[nodiscard]] scalar operator()(const aabb2& box) const noexcept {
        const vector2 doubt = detail::doubt_about(box, to_);
        return max(sqrt(spatial::distance_squared(box, to_)) - (doubt.x + doubt.y), scalar(0));
    }

private:
    vector2 to_;
};

void append_nearest_circles(const query_scene& scene, vector2 to, std::size_t count, scalar reach,
                            const query_settings& which, std::vector<query_neighbor>& into) {
    std::vector<spatial::neighbor<scalar>> nearest;
    const auto place_of = [&](std::uint32_t circle) {
        return nearest_of_disc(to, scene.center(circle), scene.form_of(circle).radius);
    };
    spatial::find_nearest_by(
        scene.circles(), count, nearest, least_distance(to),
        [&](std::uint32_t circle, const aabb2&, scalar) {
            return scene.sees_circle(circle, which) ? place_of(circle).distance
                                                    : std::numeric_limits<scalar>::quiet_NaN();
        },
        reach);
    for (const auto& each : nearest) {
        into.push_back({scene.circle_found(each.index), each.distance, place_of(each.index).point});
    }
}

void append_nearest_walls(const query_scene& scene, vector2 to, std::size_t count, scalar reach,
                          const query_settings& which, std::vector<query_neighbor>& into) {
    std::vector<spatial::neighbor<scalar>> nearest;
    const std::size_t before = into.size();
    const std::size_t parts = scene.walls().size();
    // Several parts may be of one wall: asked again for more of them until there are enough walls.
    for (std::size_t wanted = std::min(count, parts); wanted > 0; wanted = std::min(wanted * 4, parts)) {
        spatial::find_nearest_by(
            scene.walls(), wanted, nearest, least_distance(to),
            [&](std::uint32_t number, const aabb2&, scalar) {
                const wall_part& part = scene.part(number);
                return !is_corner(part) && scene.sees_part(number, which)
                           ? nearest_of_part(to, part).distance
                           : std::numeric_limits<scalar>::quiet_NaN();
            },
            reach);
        into.resize(before);
        std::vector<std::uint32_t> seen;
        for (const auto& each : nearest) {
            const std::uint32_t wall = scene.part(each.index).wall;
            const auto place = std::lower_bound(seen.begin(), seen.end(), wall);
            if (place == seen.end() || *place != wall) {
                seen.insert(place, wall);
                into.push_back({scene.wall_found(each.index), each.distance,
                                nearest_of_part(to, scene.part(each.index)).point});
            }
        }
        if (seen.size() >= count || nearest.size() < wanted || wanted == parts) {
            return;
        }
    }
}

} // namespace

query::query(world_snapshot of)
    : scene_(std::make_unique<query_scene>(std::move(of))) {}

query::query(query&&) noexcept = default;
query& query::operator=(query&&) noexcept = default;
query::~query() = default;

const world_snapshot& query::of() const noexcept {
    return scene_->snapshot();
}

std::vector<query_neighbor> query::nearest(vector2 to, std::size_t count, scalar reach,
                                           const query_settings& which) const {
    std::vector<query_neighbor> all;
    if (!is_finite(to) || count == 0 || !(reach >= 0)) {
        return all;
    }
    if (which.finds_circles) {
        append_nearest_circles(*scene_, to, count, reach, which, all);
    }
    if (which.finds_walls) {
        // Of no interest is what is farther than enough circles.
        const scalar limit = all.size() >= count ? all[count - 1].distance : reach;
        append_nearest_walls(*scene_, to, count, limit, which, all);
    }
    // total order: every circle and every wall comes once
    std::sort(all.begin(), all.end(), [](const query_neighbor& left, const query_neighbor& right) {
        const auto rank = [](const query_neighbor& each) {
            const bool is_wall = each.what.wall != no_wall;
            return std::tuple(each.distance, is_wall, each.what.key, each.what.wall);
        };
        return rank(left) < rank(right);
    });
    all.resize(std::min(all.size(), count));
    return all;
}

std::vector<found> query::in_box(const aabb2& box, const query_settings& which) const {
    std::vector<std::uint32_t> circles;
    if (which.finds_circles) {
        spatial::for_each_intersecting(scene_->circles(), box, [&](std::uint32_t circle, const aabb2&) {
            if (scene_->sees_circle(circle, which) &&
                has_point_in(box, scene_->center(circle), scene_->form_of(circle).radius)) {
                circles.push_back(circle);
            }
        });
    }
    std::vector<std::uint32_t> walls;
    if (which.finds_walls) {
        spatial::for_each_intersecting(scene_->walls(), box, [&](std::uint32_t number, const aabb2&) {
            if (scene_->sees_part(number, which) && has_point_in(box, scene_->part(number))) {
                walls.push_back(scene_->part(number).wall);
            }
        });
    }
    std::sort(circles.begin(), circles.end()); // total order: a circle comes once
    std::sort(walls.begin(), walls.end());     // total order: equal numbers are the same wall
    walls.erase(std::unique(walls.begin(), walls.end()), walls.end());
    std::vector<found> all;
    all.reserve(circles.size() + walls.size());
    for (const std::uint32_t circle : circles) {
        all.push_back(scene_->circle_found(circle));
    }
    for (const std::uint32_t wall : walls) {
        all.push_back({.wall = wall});
    }
    return all;
}

} // namespace orrery::circles
