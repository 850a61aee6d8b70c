#include "rigid/impacts/impact.hpp"
#include "rigid/impacts/impact_point.hpp"
#include "rigid/solver/free_rotation.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <limits>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t most_rounds = 16;
// Of the speculative margin: how deep bodies may be in each other after their impacts.
constexpr scalar clear_share = scalar(0.25);

} // namespace

scalar approach_speed(const touch& pair, const manifold& where, std::span<const body_row> rows,
                      const world_settings& settings) noexcept {
    const body_row& a = rows[pair.row_a];
    const body_row& b = rows[pair.row_b];
    // With the speed it will have by then, and one sub-step farther than the step: the last pass of the
    // solver looks ahead as far.
    const scalar reach =
        settings.time_step * (scalar(1) + scalar(1) / static_cast<scalar>(settings.substeps));
    const vector3 gained = (b.acceleration + b.pull) - (a.acceleration + a.pull);
    const scalar gain = dot(where.normal, gained) * settings.time_step;
    scalar fastest = 0;
    for (std::uint32_t point = 0; point < where.count; ++point) {
        const manifold_point& at = where.points[point];
        const vector3 velocity = (b.linear_velocity + cross(b.angular_velocity, pair.arm_b + at.offset)) -
                                 (a.linear_velocity + cross(a.angular_velocity, pair.arm_a + at.offset));
        const scalar speed = dot(where.normal, velocity);
        if (at.separation + (speed + gain) * reach < 0) {
            fastest = min(fastest, speed);
        }
    }
    return fastest;
}

void impact_solver::run(std::span<const std::uint32_t> touches, std::span<const std::uint32_t> joints,
                        const impact_scene& scene) {
    scene_ = scene;
    substep_ = scene.settings->time_step / static_cast<scalar>(scene.settings->substeps);
    list_bodies(touches, joints);
    list_edges(touches);
    list_joints(joints);
    note_support(joints);
    is_timed_ = true;
    solve_rounds();
    if (is_clear()) {
        put_off_late_impacts();
        return;
    }
    go_back();
    is_timed_ = false;
    solve_rounds();
}

void impact_solver::shift_bodies(std::span<body_row> rows) const noexcept {
    for (const impact_body& each : std::span(bodies_).first(bodies_.size() - 1)) {
        body_row& body = rows[each.row];
        for (int axis = 0; axis < 3; ++axis) {
            if ((body.locked & (locked_axes::move_x << axis)) == 0) {
                body.position[axis] += each.shift[axis];
            }
        }
        if (each.turn != vector3{}) {
            turn_to(normalize(quaternion::from_rotation_vector(each.turn) * body.orientation), body);
        }
    }
}

void impact_solver::solve_rounds() {
    for (edge& each : edges_) {
        each.round = 0;
    }
    for (impact_body& each : bodies_) {
        each.round = 0;
    }
    for (std::uint32_t round = 1; round <= most_rounds; ++round) {
        const edge* hardest = nullptr;
        for (edge& each : edges_) {
            if (is_run_into(each) && (hardest == nullptr || each.approach < hardest->approach)) {
                hardest = &each;
            }
        }
        if (hardest == nullptr) {
            return;
        }
        propagate(faster_body(*hardest), round);
    }
}

bool impact_solver::is_clear() const noexcept {
    const scalar step = scene_.settings->time_step;
    const scalar slop = scene_.settings->speculative_margin * clear_share;
    for (const edge& each : edges_) {
        const touch& pair = scene_.touches[each.touch];
        const manifold& where = scene_.manifolds[pair.candidate];
        const impact_body& a = bodies_[each.a];
        const impact_body& b = bodies_[each.b];
        if (a.shift == vector3{} && b.shift == vector3{} && a.turn == vector3{} && b.turn == vector3{}) {
            continue;
        }
        const scalar fallen = pull_between(each) * step * (step + substep_) / 2;
        for (std::uint32_t number = 0; number < where.count; ++number) {
            const manifold_point& at = where.points[number];
            const impact_point point(pair, at, scene_.rows);
            const vector3 way =
                (b.shift_at(point.arm_b) - a.shift_at(point.arm_a)) + point.relative_velocity() * step;
            if (at.separation + dot(where.normal, way) + fallen < min(at.separation, scalar(0)) - slop) {
                return false;
            }
        }
    }
    return true;
}

void impact_solver::go_back() noexcept {
    for (impact_body& each : std::span(bodies_).first(bodies_.size() - 1)) {
        scene_.rows[each.row].linear_velocity = each.began_velocity;
        scene_.rows[each.row].angular_velocity = each.began_spin;
        each.time = 0;
        each.shift = {};
        each.turn = {};
    }
    for (const edge& each : edges_) {
        scene_.touches[each.touch].impulse = 0;
        scene_.touches[each.touch].friction_impulse = {};
    }
}

void impact_solver::put_off_late_impacts() const noexcept {
    const scalar step = scene_.settings->time_step;
    for (const edge& each : edges_) {
        const touch& pair = scene_.touches[each.touch];
        if (!(pair.material.restitution > 0)) {
            continue;
        }
        const meeting next = meeting_of(each, step + substep_);
        if (next.speed < 0 && next.time > step) {
            manifold& where = scene_.manifolds[pair.candidate];
            for (std::uint32_t number = 0; number < where.count; ++number) {
                where.points[number].separation -= next.speed * substep_;
            }
        }
    }
}

// Of the speed at which they part; negative where gravity brings them together.
scalar impact_solver::pull_between(const edge& which) const noexcept {
    const manifold& where = scene_.manifolds[scene_.touches[which.touch].candidate];
    return dot(where.normal, bodies_[which.b].acceleration - bodies_[which.a].acceleration);
}

impact_solver::meeting impact_solver::meeting_of(const edge& which, scalar horizon) const noexcept {
    const touch& pair = scene_.touches[which.touch];
    const manifold& where = scene_.manifolds[pair.candidate];
    const impact_body& a = bodies_[which.a];
    const impact_body& b = bodies_[which.b];
    const scalar pull = pull_between(which);
    const scalar earliest = max(a.time, b.time);
    meeting found{.time = horizon};
    for (std::uint32_t number = 0; number < where.count; ++number) {
        const manifold_point& at = where.points[number];
        const impact_point point(pair, at, scene_.rows);
        const scalar speed = dot(where.normal, point.relative_velocity());
        if (!(speed < -scene_.settings->bounce_speed)) {
            continue;
        }
        // Velocities change before bodies move: what falls from sub-step to sub-step is on a parabola along
        // which it is half a sub-step farther.
        const scalar began = speed + pull * substep_ / 2;
        const scalar gap =
            at.separation + dot(where.normal, b.shift_at(point.arm_b) - a.shift_at(point.arm_a));
        const scalar time = time_of_closing(gap, began, pull, earliest);
        if (time <= horizon) {
            found.time = min(found.time, time);
            found.speed = min(found.speed, is_timed_ ? began + pull * time : began);
        }
    }
    return found;
}

bool impact_solver::is_run_into(edge& which) const noexcept {
    const scalar step = scene_.settings->time_step;
    const meeting next = meeting_of(which, is_timed_ ? step : step + substep_);
    which.approach = next.speed;
    if (!(next.speed < 0)) {
        return false;
    }
    const scalar earliest = max(bodies_[which.a].time, bodies_[which.b].time);
    const scalar pull = pull_between(which);
    const scalar rebound = -scene_.touches[which.touch].material.restitution * next.speed;
    if (rebound <= -pull * step / 2 || rebound == 0) {
        // It would be back within a step: it is only slowed down so that it comes to the surface and no
        // farther.
        which.time = is_timed_ ? earliest : scalar(0);
        which.parting = is_timed_ ? next.speed * ((next.time - earliest) / step) : scalar(0);
    } else {
        which.time = is_timed_ ? next.time : scalar(0);
        which.parting = rebound - pull * (which.time + substep_ / 2);
    }
    return true;
}

} // namespace orrery::rigid::detail
