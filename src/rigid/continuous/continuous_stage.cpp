#include "rigid/continuous/continuous_stage.hpp"
#include "rigid/solver/free_rotation.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::rigid::detail {
namespace {

constexpr int max_push_rounds = 4;

// Of a change of velocity: along the axes on which the body can move.
[[nodiscard]] vector3 free_part(vector3 change, std::uint32_t locked) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if ((locked & (locked_axes::move_x << axis)) != 0) {
            change[axis] = 0;
        }
    }
    return change;
}

// A body that is pushed goes and turns into the surface only so far that it stays clear of it. Its velocity
// is left to the contact that the next step finds.
void bend(const continuous_stop& stop, scalar clearance, body_path& path) noexcept {
    const vector3 normal = stop.slides_along;
    body_sweep& way = path.way;
    const vector3 arm = stop.point - (way.start.position + way.displacement * stop.reached);
    const scalar into = dot(way.displacement + cross(way.turn, arm), normal);
    const scalar share = into > clearance ? max(stop.reached - clearance / into, scalar(0)) : scalar(0);
    way.displacement -= normal * (max(dot(way.displacement, normal), scalar(0)) * (1 - share));
    way.turn *= share;
    path.is_bent = path.is_off_push = true;
}

} // namespace

void continuous_stage::stop_fast_bodies(const ccd_scene& scene, const row_sources& rows_from,
                                        island_waker& waker, body_table& bodies, event_log& events) {
    if (!scene.settings.is_continuous) {
        return;
    }
    ORRERY_ZONE("continuous");
    if (!paths_.follow(bodies.rows, scene)) {
        return;
    }
    const push_waker wake{rows_from, waker, bodies};
    encounters_.find(paths_, scene);
    (void)pusher_.push(scene, wake, paths_, encounters_);
    cast_sliding(scene, bodies.rows);
    // A kinematic body may run into what was stopped in front of it.
    for (int round = 0; round < max_push_rounds && pusher_.push(scene, wake, paths_, encounters_); ++round) {
        cast_sliding(scene, bodies.rows);
    }
    stop_at_encounters(bodies.rows);
    stop_middles(scene, bodies.rows);
    notice_passing_sensors(scene, bodies.rows, rows_from.state, events);
    carry_stopped_bodies(scene, bodies.rows);
}

template <typename Predicate, typename Visit>
bool continuous_stage::for_each_stop(const ccd_scene& scene, Predicate is_wanted, Visit visit) {
    wanted_.clear();
    std::ranges::copy_if(encounters_.all(), std::back_inserter(wanted_), [&](const encounter& each) {
        return is_wanted(each.stop_a) || is_wanted(each.stop_b);
    });
    // total order: a pair of colliders is there once, and colliders are numbered in the order of keys.
    std::ranges::sort(wanted_, {}, [](const encounter& each) { return std::pair(each.a, each.b); });
    for (const encounter& each : wanted_) {
        visit(each.stop_a, scene.parts()[each.a].row, scene.parts()[each.b].row);
        visit(each.stop_b, scene.parts()[each.b].row, scene.parts()[each.a].row);
    }
    return !wanted_.empty();
}

void continuous_stage::cast_sliding(const ccd_scene& scene, std::span<body_row> rows) {
    constexpr int max_surfaces = 4; // that a body is pushed along in a step
    cast_encounters(scene, rows);
    for (int round = 0; round < max_surfaces && slide_along_surfaces(scene, rows); ++round) {
        encounters_.find(paths_, scene);
        cast_encounters(scene, rows);
    }
}

void continuous_stage::cast_encounters(const ccd_scene& scene, std::span<const body_row> rows) {
    const std::span<encounter> encounters = encounters_.all();
    const std::size_t encounters_a_task =
        scene.rules.asks_user() ? std::max<std::size_t>(encounters.size(), 1) : 16;
    const path_caster ways(scene, rows, paths_);
    parallel_for(scene.jobs, encounters.size(), encounters_a_task, [&](std::size_t begin, std::size_t end) {
        surface_rooms::loan room = rooms_.borrow();
        for (encounter& each : encounters.subspan(begin, end - begin)) {
            ways.meet(each, *room);
        }
    });
    for (const std::uint32_t number : paths_.swift()) {
        paths_[number].reached = 1;
    }
    for (const encounter& each : encounters) {
        scalar& reached_a = paths_[scene.parts()[each.a].row].reached;
        scalar& reached_b = paths_[scene.parts()[each.b].row].reached;
        reached_a = min(reached_a, each.stop_a.reached);
        reached_b = min(reached_b, each.stop_b.reached);
    }
}

bool continuous_stage::slide_along_surfaces(const ccd_scene& scene, std::span<body_row> rows) {
    const auto is_sliding = [](const continuous_stop& stop) { return stop.slides_along != vector3{}; };
    return for_each_stop(scene, is_sliding,
                         [&](const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
                             slide(stop, number, other, scene, rows);
                         });
}

void continuous_stage::slide(const continuous_stop& stop, std::uint32_t number, std::uint32_t other,
                             const ccd_scene& scene, std::span<body_row> rows) {
    if (stop.slides_along == vector3{}) {
        return;
    }
    body_path& path = paths_[number];
    path.is_slid = true;
    stop_middle(stop, number, other, rows);
    if (stop.reached < 1) {
        bend(stop, scene.settings.speculative_margin * scalar(1.0 / 16), path);
        paths_.sweep(number, rows, scene);
        return;
    }
    const vector3 normal = stop.slides_along;
    path.way.displacement -= normal * max(dot(path.way.displacement, normal), scalar(0));
    paths_.sweep(number, rows, scene);
    body_row& row = rows[number];
    const body_row& surface = rows[other];
    const vector3 speed =
        surface.linear_velocity + cross(surface.angular_velocity, stop.point - surface.position);
    row.linear_velocity -= normal * max(dot(row.linear_velocity - speed, normal), scalar(0));
}

void continuous_stage::stop_at_encounters(std::span<body_row> rows) const {
    for (const std::uint32_t number : paths_.swift()) {
        const body_path& path = paths_[number];
        body_row& row = rows[number];
        const bool is_elsewhere = path.reached < 1 || path.pushed_by != no_row || path.is_slid;
        if (row.kind != body_kind::dynamic || !is_elsewhere) {
            continue;
        }
        row.position = path.way.start.position + path.way.displacement * path.reached;
        if (path.reached < 1 || path.is_bent) {
            const vector3 turn = path.way.turn * path.reached;
            turn_to(normalize(quaternion::from_rotation_vector(turn) * path.way.start.rotation), row);
        }
    }
}

// A body that spins fast has a contact at a place that may be leaving the surface while the body itself comes
// nearer: this contact does not stop it, and in the next step the same would happen again. So the middle of a
// body that runs into what the body touches is stopped there as if by a blow without restitution, and the
// body goes on along the surface.
void continuous_stage::stop_middles(const ccd_scene& scene, std::span<body_row> rows) {
    const auto is_blow = [](const continuous_stop& stop) { return stop.middle_into != vector3{}; };
    for_each_stop(scene, is_blow,
                  [&](const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
                      stop_middle(stop, number, other, rows);
                  });
}

void continuous_stage::stop_middle(const continuous_stop& stop, std::uint32_t number, std::uint32_t other,
                                   std::span<body_row> rows) const {
    const vector3 normal = stop.middle_into;
    if (normal == vector3{} || stop.reached != paths_[number].reached) {
        return; // something else has stopped it before
    }
    body_row& row = rows[number];
    body_row& met = rows[other];
    const vector3 arm = stop.point - met.position;
    const vector3 twist = cross(arm, normal);
    const scalar approach =
        dot(normal, row.linear_velocity - (met.linear_velocity + cross(met.angular_velocity, arm)));
    const bool is_pushed = met.kind == body_kind::dynamic && met.is_awake;
    const scalar mobility =
        row.inverse_mass +
        (is_pushed ? met.inverse_mass + dot(twist, met.inverse_inertia * twist) : scalar(0));
    if (!(approach > 0) || !(mobility > 0)) {
        return;
    }
    const scalar impulse = approach / mobility;
    row.linear_velocity -= free_part(normal * (impulse * row.inverse_mass), row.locked);
    if (is_pushed) {
        met.linear_velocity += free_part(normal * (impulse * met.inverse_mass), met.locked);
        met.angular_velocity += met.inverse_inertia * (twist * impulse);
    }
}

} // namespace orrery::rigid::detail
