// Impacts: the contacts around one body, together with the joints of all bodies that take part.
#include "impact.hpp"
#include "impact_point.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::rigid::detail {
namespace {

constexpr int most_iterations = 12; // of the contacts around one body

} // namespace

void impact_solver::push(const edge& which, const manifold_point& at, vector3 impulse) noexcept {
    const touch& pair = scene_.touches[which.touch];
    if (pair.is_a_dynamic) {
        bodies_[which.a].push(scene_.rows[pair.row_a], -impulse, cross(pair.arm_a + at.offset, -impulse),
                              which.time);
    }
    if (pair.is_b_dynamic) {
        bodies_[which.b].push(scene_.rows[pair.row_b], impulse, cross(pair.arm_b + at.offset, impulse),
                              which.time);
    }
}

void impact_solver::solve_group() {
    if (group_.empty()) {
        return;
    }
    impulses_.assign(group_.size() * manifold::max_points, 0);
    scalar last = 0; // time
    for (const std::uint32_t index : group_) {
        last = max(last, edges_[index].time);
    }
    const bool is_one_point = group_.size() == 1 && group_joints_.empty() &&
                              scene_.manifolds[scene_.touches[edges_[group_[0]].touch].candidate].count == 1;
    const int iterations = is_one_point ? 1 : most_iterations;
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for (std::size_t place = 0; place < group_.size(); ++place) {
            solve_points(place);
        }
        for (const std::uint32_t joint : group_joints_) {
            joints_[joint].solve(bodies_, scene_.rows, last);
        }
    }
    for (std::size_t place = 0; place < group_.size(); ++place) {
        solve_friction(place);
    }
    if (!is_timed_) {
        return;
    }
    const auto fixed = bodies_.size() - 1;
    for (const std::uint32_t index : group_) {
        for (const std::uint32_t body : {edges_[index].a, edges_[index].b}) {
            if (body != fixed) {
                bodies_[body].time = max(bodies_[body].time, edges_[index].time);
            }
        }
    }
}

void impact_solver::solve_points(std::size_t place) {
    const edge& each = edges_[group_[place]];
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const impact_point point(pair, where.points[number], scene_.rows);
        const scalar speed = dot(where.normal, point.relative_velocity());
        scalar& impulse = impulses_[place * manifold::max_points + number];
        const scalar wanted =
            max(impulse + point.effective_mass(where.normal) * (each.parting - speed), scalar(0));
        push(each, where.points[number], where.normal * (wanted - impulse));
        impulse = wanted;
    }
}

// Of the blow.
void impact_solver::solve_friction(std::size_t place) {
    const edge& each = edges_[group_[place]];
    touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const scalar impulse = impulses_[place * manifold::max_points + number];
        pair.impulse += impulse;
        const impact_point point(pair, where.points[number], scene_.rows);
        const vector3 velocity = point.relative_velocity();
        const vector3 slip = velocity - where.normal * dot(where.normal, velocity);
        const scalar speed = length(slip);
        if (speed > 0 && impulse > 0) {
            const vector3 direction = slip / speed;
            const scalar share = static_cast<scalar>(where.count);
            const scalar stop = point.effective_mass(direction) * speed / share;
            push(each, where.points[number], direction * -min(stop, pair.material.friction * impulse));
        }
    }
}

} // namespace orrery::rigid::detail
