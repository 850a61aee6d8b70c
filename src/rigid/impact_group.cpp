// Impacts: the contacts around one body, together with the joints of all bodies that take part.
#include "impact.hpp"
#include "impact_point.hpp"

#include <orrery/math/vector.hpp>

#include <limits>

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
    // Of all points first the impulses, then the speeds at which they part.
    impulses_.assign(group_.size() * manifold::max_points * 2, 0);
    for (std::size_t place = 0; place < group_.size(); ++place) {
        list_partings(place);
    }
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

// Each point that has come to the surface parts with a share of its own approach: if all of a body that turns
// parted as fast as the fastest, energy would come from nowhere. The others are left alone.
void impact_solver::list_partings(std::size_t place) {
    const edge& each = edges_[group_[place]];
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    const scalar pull = pull_between(each);
    const scalar reach = is_timed_ ? substep_ / 2 : scene_.settings->time_step + substep_;
    scalar* const partings = impulses_.data() + (group_.size() + place) * manifold::max_points;
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const manifold_point& at = where.points[number];
        const impact_point point(pair, at, scene_.rows);
        const scalar began = dot(where.normal, point.relative_velocity()) + pull * substep_ / 2;
        const scalar approach = began + pull * each.time;
        const scalar gap = at.separation + dot(where.normal, bodies_[each.b].shift_at(point.arm_b) -
                                                                 bodies_[each.a].shift_at(point.arm_a));
        const scalar left = gap + (began + pull * each.time / 2) * each.time;
        const bool is_slowed = each.parting <= 0; // and does not bounce
        if (is_slowed) {
            partings[number] = each.parting;
        } else if (left > -each.approach * reach) {
            partings[number] = -std::numeric_limits<scalar>::infinity();
        } else {
            partings[number] = -pair.material.restitution * approach - pull * (each.time + substep_ / 2);
        }
    }
}

void impact_solver::solve_points(std::size_t place) {
    const edge& each = edges_[group_[place]];
    const touch& pair = scene_.touches[each.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    const scalar* const partings = impulses_.data() + (group_.size() + place) * manifold::max_points;
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const impact_point point(pair, where.points[number], scene_.rows);
        const scalar speed = dot(where.normal, point.relative_velocity());
        scalar& impulse = impulses_[place * manifold::max_points + number];
        const scalar wanted =
            max(impulse + point.effective_mass(where.normal) * (partings[number] - speed), scalar(0));
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
            const vector3 held = direction * -min(stop, pair.material.friction * impulse);
            pair.friction_impulse += held;
            push(each, where.points[number], held);
        }
    }
}

} // namespace orrery::rigid::detail
