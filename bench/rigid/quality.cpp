#include "bench/rigid/quality.hpp"

#include <orrery/rigid/shapes/collide.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace bench {
namespace {

namespace rigid = orrery::rigid;
namespace scenes = orrery::scenes;

class mean {
public:
    void add(double value) {
        sum_ += value;
        ++count_;
    }

    [[nodiscard]] double value() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

private:
    double sum_ = 0;
    std::size_t count_ = 0;
};

// Calls visit(a, b) for the pairs whose bounding spheres may overlap.
template <typename Visit>
void for_each_near_pair(std::span<const body_state> ended, orrery::scalar largest_radius, Visit visit) {
    std::vector<orrery::aabb3> boxes;
    for (const body_state& each : ended) {
        const orrery::vector3 reach = orrery::vector3::filled(largest_radius);
        boxes.push_back({each.position - reach, each.position + reach});
    }
    orrery::spatial::kd_tree<orrery::aabb3> tree;
    tree.build(boxes);
    orrery::spatial::for_each_pair(tree, [&](std::uint32_t a, std::uint32_t b) { visit(a, b); });
}

double speed_of(const scenes::scene& what, const body_state& state, std::size_t number) {
    const scenes::body& body = what.bodies[number];
    orrery::scalar reach = orrery::length(body.size);
    if (body.what == scenes::form::hull) {
        for (const orrery::vector3& point : what.hulls[body.hull]) {
            reach = std::max(reach, orrery::length(point));
        }
    }
    return orrery::length(state.linear_velocity) + orrery::length(state.angular_velocity) * reach;
}

// Whether a point is over a triangle of the ground, and not below it.
bool is_above(const scenes::fixed_mesh& ground, orrery::vector3 point) {
    return std::any_of(ground.triangles.begin(), ground.triangles.end(), [&](const auto& corners) {
        const orrery::vector3 a = ground.vertices[corners[0]];
        const orrery::vector3 b = ground.vertices[corners[1]];
        const orrery::vector3 c = ground.vertices[corners[2]];
        // Areas as seen from above.
        const auto side = [&](orrery::vector3 from, orrery::vector3 to) {
            return (to.z - from.z) * (point.x - from.x) - (to.x - from.x) * (point.z - from.z);
        };
        return side(a, b) >= 0 && side(b, c) >= 0 && side(c, a) >= 0 &&
               dot(cross(b - a, c - a), point - a) >= 0;
    });
}

} // namespace

double largest_horizontal_drift(const scenes::scene& began, std::span<const body_state> ended) {
    double largest = 0;
    for (std::size_t i = 0; i < ended.size(); ++i) {
        orrery::vector3 moved = ended[i].position - began.bodies[i].position;
        moved.y = 0;
        largest = std::max(largest, static_cast<double>(orrery::length(moved)));
    }
    return largest;
}

double mean_overlap_of_spheres(const scenes::scene& what, std::span<const body_state> ended) {
    mean overlap;
    for_each_near_pair(ended, what.bodies.front().size.x, [&](std::uint32_t a, std::uint32_t b) {
        const orrery::scalar reach = what.bodies[a].size.x + what.bodies[b].size.x;
        const orrery::scalar depth = reach - orrery::distance(ended[a].position, ended[b].position);
        if (depth > 0) {
            overlap.add(depth);
        }
    });
    return overlap.value();
}

double mean_overlap_of_hulls(const scenes::scene& what, std::span<const body_state> ended) {
    std::vector<rigid::convex_hull> hulls;
    orrery::scalar reach = 0;
    for (const auto& points : what.hulls) {
        hulls.push_back(rigid::convex_hull::from_points(points).value());
        reach = std::max(reach, hulls.back().outer_radius());
    }
    const auto placed = [&](std::uint32_t number) {
        return rigid::placed_shape{.kind = rigid::shape_kind::hull,
                                   .size = {},
                                   .hull = &hulls[what.bodies[number].hull],
                                   .position = ended[number].position,
                                   .rotation = orrery::to_matrix(ended[number].orientation)};
    };
    mean overlap;
    for_each_near_pair(ended, reach, [&](std::uint32_t a, std::uint32_t b) {
        rigid::collide_cache nothing_known;
        rigid::manifold found;
        rigid::collide(placed(a), placed(b), 0, nothing_known, found);
        orrery::scalar depth = 0;
        for (std::uint32_t i = 0; i < found.count; ++i) {
            depth = std::max(depth, -found.points[i].separation);
        }
        if (depth > 0) {
            overlap.add(depth);
        }
    });
    return overlap.value();
}

double largest_joint_error(const scenes::scene& what, std::span<const body_state> ended) {
    const auto place = [&](std::uint32_t number, orrery::vector3 pivot) {
        return ended[number].position + orrery::rotate(ended[number].orientation, pivot);
    };
    double largest = 0;
    for (const scenes::ball_joint& each : what.joints) {
        const orrery::vector3 b =
            each.b == scenes::ball_joint::world ? each.pivot_b : place(each.b, each.pivot_b);
        largest = std::max<double>(largest, orrery::distance(place(each.a, each.pivot_a), b));
    }
    return largest;
}

double largest_speed(const scenes::scene& what, std::span<const body_state> ended) {
    double largest = 0;
    for (std::size_t i = 0; i < ended.size(); ++i) {
        largest = std::max(largest, speed_of(what, ended[i], i));
    }
    return largest;
}

std::size_t count_faster_than(double speed, const scenes::scene& what, std::span<const body_state> ended) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ended.size(); ++i) {
        count += speed_of(what, ended[i], i) > speed ? 1 : 0;
    }
    return count;
}

std::size_t count_lost(std::span<const body_state> ended) {
    return static_cast<std::size_t>(std::count_if(
        ended.begin(), ended.end(), [](const body_state& each) { return each.position.y < 0; }));
}

std::size_t count_lost_in_ground(const scenes::scene& what, std::span<const body_state> ended) {
    return static_cast<std::size_t>(std::count_if(ended.begin(), ended.end(), [&](const body_state& each) {
        return !std::any_of(
            what.fixed_meshes.begin(), what.fixed_meshes.end(),
            [&](const scenes::fixed_mesh& ground) { return is_above(ground, each.position); });
    }));
}

} // namespace bench
