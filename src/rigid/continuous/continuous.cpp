// Continuous collision: bodies that moved so far in a step that they may have passed through something are
// put back to where they first met it. They keep their velocities, and the next step finds the contact. What
// a swift kinematic body runs into is pushed ahead of it (kinematic_push.cpp), and sensors notice what has
// passed through them within the step (swept_sensors.cpp).
#include "rigid/solver/free_rotation.hpp"
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <numbers>

namespace orrery::rigid::detail {
namespace {

// If there are more candidates, it is quicker to search around each swift body: a search takes a microsecond,
// to pass over a candidate a few nanoseconds.
constexpr std::size_t candidates_a_swift_body = 64;
constexpr int max_push_rounds = 4;

// No less than how far any point of the body gets by turning. A turn by an angle changes a quaternion by
// 2 sin(angle / 4) and moves a point by 2 sin(angle / 2) times its distance from the centre of mass.
[[nodiscard]] scalar turning_way(const body_path& path, const body_row& row) noexcept {
    const quaternion began = path.way.start.rotation;
    const scalar changed = min(length(row.orientation + -began), length(row.orientation + began));
    return max(length(path.way.turn), scalar(2) * changed) * row.outer_radius;
}

// Of a change of velocity: along the axes on which the body can move.
[[nodiscard]] vector3 free_part(vector3 change, std::uint32_t locked) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if ((locked & (locked_axes::move_x << axis)) != 0) {
            change[axis] = 0;
        }
    }
    return change;
}

// From one orientation to the other, as a rotation vector: the way round that the spin says. Bodies may turn
// by half a turn in a step, where the shorter way would often be the wrong one.
[[nodiscard]] vector3 turn_between(quaternion from, quaternion to, vector3 spin) noexcept {
    const vector3 shorter = rotation_vector(to * inverse(from));
    const scalar angle = length(shorter);
    if (!(dot(shorter, spin) < 0) || angle < std::numbers::pi_v<scalar> / 2) {
        return shorter;
    }
    return shorter * (1 - 2 * std::numbers::pi_v<scalar> / angle);
}

} // namespace

void pipeline::note_starts() {
    paths_.resize(rows.size());
    parallel_for(machine->jobs(), rows.size(), 512, [&](std::size_t number) {
        paths_[number].way.start = {rows[number].position, rows[number].orientation};
    });
}

void pipeline::stop_fast_bodies() {
    if (!settings.is_continuous) {
        return;
    }
    ORRERY_ZONE("continuous");
    parallel_for(machine->jobs(), rows.size(), 256,
                 [&](std::size_t number) { follow_path(static_cast<std::uint32_t>(number)); });
    swift_rows_.clear();
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_swift) {
            swift_rows_.push_back(number);
        }
    }
    if (swift_rows_.empty()) {
        return;
    }
    parallel_for(machine->jobs(), rows.size(), 256, [&](std::size_t number) {
        if (rows[number].is_awake || rows[number].is_moving_kinematic()) {
            sweep_path(static_cast<std::uint32_t>(number));
        }
    });
    // Whether a swift body is searched for or found among the candidates makes no difference but in time.
    if (derived->candidates.size() > candidates_a_swift_body * swift_rows_.size()) {
        for (const std::uint32_t number : swift_rows_) {
            paths_[number].is_stray = true;
        }
    }
    list_encounters();
    (void)push_with_kinematics();
    cast_sliding();
    // A kinematic body may run into what was stopped in front of it.
    for (int round = 0; round < max_push_rounds && push_with_kinematics(); ++round) {
        cast_sliding();
    }
    stop_at_encounters();
    stop_middles();
    notice_passing_sensors();
    carry_stopped_bodies();
}

void pipeline::follow_path(std::uint32_t number) {
    const body_row& row = rows[number];
    body_path& path = paths_[number];
    const transform3 start = path.way.start;
    path = {};
    path.way.start = start;
    const bool is_moving_by_itself = row.is_moving_kinematic();
    if (is_moving_by_itself) {
        path.way.displacement = row.linear_velocity * settings.time_step;
    } else if (row.is_awake) {
        path.way.displacement = row.position - path.way.start.position;
    } else {
        return;
    }
    path.way.turn = row.angular_velocity * settings.time_step;
    path.length = length(path.way.displacement) + length(path.way.turn) * row.outer_radius;
    path.is_swift = path.length > safe_share * row.inner_radius;
    path.is_fast = path.is_swift && row.is_awake && !row.is_sensor;
    if (path.is_swift && !is_moving_by_itself) { // only what is cast needs to know it exactly
        path.way.turn = turn_between(path.way.start.rotation, row.orientation, row.angular_velocity);
    }
}

void pipeline::sweep_path(std::uint32_t number) {
    const body_row& row = rows[number];
    body_path& path = paths_[number];
    // The tree's boxes are larger by half the margin at least, and bodies meet within less than this.
    const scalar turning = turning_way(path, row);
    const scalar nearness = settings.speculative_margin * scalar(0.25);
    if (!path.is_swift && length(path.way.displacement) + turning <= nearness) {
        return;
    }
    path.swept = aabb3::empty();
    std::uint32_t part = derived->who.bodies()[number].first_collider;
    for (const collider& each : derived->who.colliders_of(number)) {
        const aabb3 box = inflate(swept_box(box_of(placed[part]), path.way.displacement), turning + nearness);
        path.is_stray = path.is_stray || !contains(derived->tree.fat_box(each.leaf), box);
        path.swept = merge(path.swept, box);
        ++part;
    }
    path.tried = merge(path.tried, path.swept);
}

moving_shape pipeline::path_of(const collider& part) const noexcept {
    return moving_collider(part, rows[part.row].center_of_mass, paths_[part.row].way);
}

void pipeline::stop_at_encounters() {
    for (const std::uint32_t number : swift_rows_) {
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
void pipeline::stop_middles() {
    const auto is_blow = [](const continuous_stop& stop) { return stop.middle_into != vector3{}; };
    for_each_stop(is_blow, [&](const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
        stop_middle(stop, number, other);
    });
}

void pipeline::stop_middle(const continuous_stop& stop, std::uint32_t number, std::uint32_t other) {
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

// Whether the relative motion of two bodies is enough for the first to pass through the other.
bool pipeline::may_stop(const collider& own, const collider& other) {
    const body_path& mine = paths_[own.row];
    if (!mine.is_fast || rows[own.row].is_sensor || rows[other.row].is_sensor) {
        return false;
    }
    const body_path& theirs = paths_[other.row];
    if (mine.pushed_by != no_row && (rows[other.row].kind == body_kind::dynamic || theirs.is_swift)) {
        return false; // it would be behind what pushes it
    }
    const scalar against =
        length(mine.way.displacement - theirs.way.displacement) +
        ((mine.length - length(mine.way.displacement)) + (theirs.length - length(theirs.way.displacement)));
    return against > safe_share * rows[own.row].inner_radius && may_encounter(own, other);
}

} // namespace orrery::rigid::detail
