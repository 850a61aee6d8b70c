#include "rigid/continuous/path_set.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/math/vector.hpp>

#include <numbers>

namespace orrery::rigid::detail {
namespace {

// If there are more candidates, it is quicker to search around each swift body: a search takes a microsecond,
// to pass over a candidate a few nanoseconds.
constexpr std::size_t candidates_a_swift_body = 64;

// No less than how far any point of the body gets by turning. A turn by an angle changes a quaternion by
// 2 sin(angle / 4) and moves a point by 2 sin(angle / 2) times its distance from the centre of mass.
[[nodiscard]] scalar turning_way(const body_path& path, const body_row& row) noexcept {
    const quaternion began = path.way.start.rotation;
    const scalar changed = min(length(row.orientation + -began), length(row.orientation + began));
    return max(length(path.way.turn), scalar(2) * changed) * row.outer_radius;
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

void follow_path(const body_row& row, const body_traits& traits, scalar time_step, body_path& path) noexcept {
    const transform3 start = path.way.start;
    path = {};
    path.way.start = start;
    const bool is_moving_by_itself = row.is_moving_kinematic();
    if (is_moving_by_itself) {
        path.way.displacement = row.linear_velocity * time_step;
    } else if (row.is_awake) {
        path.way.displacement = row.position - path.way.start.position;
    } else {
        return;
    }
    path.way.turn = row.angular_velocity * time_step;
    path.length = length(path.way.displacement) + length(path.way.turn) * row.outer_radius;
    path.is_swift = path.length > safe_share * traits.inner_radius;
    path.is_fast = path.is_swift && row.is_awake && !traits.is_sensor;
    if (path.is_swift && !is_moving_by_itself) { // only what is cast needs to know it exactly
        path.way.turn = turn_between(path.way.start.rotation, row.orientation, row.angular_velocity);
    }
}

} // namespace

void path_set::note_starts(std::span<const body_row> rows, scheduler& jobs) {
    paths_.resize(rows.size());
    parallel_for(jobs, rows.size(), 512, [&](std::size_t number) {
        paths_[number].way.start = {rows[number].position, rows[number].orientation};
    });
}

bool path_set::follow(std::span<const body_row> rows, const ccd_scene& scene) {
    parallel_for(scene.jobs, rows.size(), 256, [&](std::size_t number) {
        follow_path(rows[number], scene.traits[number], scene.settings.time_step, paths_[number]);
    });
    swift_.clear();
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_swift) {
            swift_.push_back(number);
        }
    }
    if (swift_.empty()) {
        return false;
    }
    parallel_for(scene.jobs, rows.size(), 256, [&](std::size_t number) {
        if (rows[number].is_awake || rows[number].is_moving_kinematic()) {
            sweep(static_cast<std::uint32_t>(number), rows, scene);
        }
    });
    // Whether a swift body is searched for or found among the candidates makes no difference but in time.
    if (scene.index.candidates.size() > candidates_a_swift_body * swift_.size()) {
        for (const std::uint32_t number : swift_) {
            paths_[number].is_stray = true;
        }
    }
    return true;
}

void path_set::sweep(std::uint32_t number, std::span<const body_row> rows, const ccd_scene& scene) {
    body_path& path = paths_[number];
    // The tree's boxes are larger by half the margin at least, and bodies meet within less than this.
    const scalar turning = turning_way(path, rows[number]);
    const scalar nearness = scene.settings.speculative_margin * scalar(0.25);
    if (!path.is_swift && length(path.way.displacement) + turning <= nearness) {
        return;
    }
    path.swept = aabb3::empty();
    std::uint32_t part = scene.index.who.bodies()[number].first_collider;
    for (const collider& each : scene.index.who.colliders_of(number)) {
        const aabb3 box =
            inflate(swept_box(box_of(scene.placed[part]), path.way.displacement), turning + nearness);
        path.is_stray = path.is_stray || !contains(scene.index.tree.fat_box(each.leaf), box);
        path.swept = merge(path.swept, box);
        ++part;
    }
    path.tried = merge(path.tried, path.swept);
}

void path_set::add_swift(std::uint32_t number) {
    if (!paths_[number].is_swift) {
        swift_.push_back(number);
    }
    paths_[number].is_swift = true;
}

} // namespace orrery::rigid::detail
