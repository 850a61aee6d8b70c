// Bodies that moved so far in a step that they may have passed through something are put back to where they
// first met it. They keep their velocities, and the contact is found in the next step.
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shape_cast.hpp>
#include <orrery/spatial/box_query.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// A body that moves less than this share of the largest ball inside it overlaps whatever it meets by so
// little that contacts push it out on the side it came from.
constexpr scalar safe_share = scalar(0.5);
// Of the speculative margin: how near to each other bodies are stopped, so that the next step sees them
// touch.
constexpr scalar slop_share = scalar(0.25);
// Where there are few candidates, they are all looked at, one after the other.
constexpr std::size_t candidates_a_fast_body = 2;
constexpr std::size_t most_strays = 32;

[[nodiscard]] moving_shape path_of(const collider& part, const body_path& path,
                                   const body_row& row) noexcept {
    return {
        .what = part.what,
        .hull = part.hull,
        .start = {path.start.position + rotate(path.start.rotation, part.where.position - row.center_of_mass),
                  path.start.rotation * part.where.rotation},
        .local_center = inverse_transform_point(part.where, row.center_of_mass),
        .displacement = path.displacement,
        .turn = path.turn};
}

// A ball inside the shape: what must not pass through anything that the shape itself already touches.
[[nodiscard]] moving_shape core_of(const moving_shape& whole, scalar radius) noexcept {
    const vector3 center = whole.hull != nullptr ? whole.hull->center_of_mass() : vector3{};
    return {.what = sphere(radius * safe_share),
            .hull = nullptr,
            .start = {transform_point(whole.start, center), whole.start.rotation},
            .local_center = whole.local_center - center,
            .displacement = whole.displacement,
            .turn = whole.turn};
}

// Whether the body itself runs into what it met. One that is hit from behind must not be held up: the other
// would pass it.
[[nodiscard]] bool goes_into(const body_path& path, const shape_cast_hit& hit) noexcept {
    const vector3 center = path.start.position + path.displacement * hit.fraction;
    const vector3 motion = path.displacement + cross(path.turn, hit.point - center);
    return hit.normal == vector3{} || dot(motion, hit.normal) > 0;
}

} // namespace

void pipeline::note_starts() {
    paths_.resize(rows.size());
    parallel_for(machine->jobs(), rows.size(), 512, [&](std::size_t number) {
        paths_[number].start = {rows[number].position, rows[number].orientation};
    });
}

void pipeline::stop_fast_bodies() {
    if (!settings.is_continuous) {
        return;
    }
    ORRERY_ZONE("continuous");
    parallel_for(machine->jobs(), rows.size(), 256,
                 [&](std::size_t number) { follow_path(static_cast<std::uint32_t>(number)); });
    fast_rows_.clear();
    strays_.clear();
    scalar farthest = 0; // that a slow body has moved
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        const body_path& path = paths_[number];
        if (path.is_fast) {
            fast_rows_.push_back(number);
        } else {
            farthest = max(farthest, path.length);
        }
        if (path.is_stray) {
            strays_.push_back(number);
        }
    }
    if (fast_rows_.empty()) {
        return;
    }
    // Both ways look at all who can meet, so it makes no difference but in time which is taken.
    if (derived->candidates.size() <= candidates_a_fast_body * fast_rows_.size() &&
        strays_.size() <= most_strays) {
        meet_candidates(farthest);
    } else {
        meet_all_near(farthest);
    }
    for (const std::uint32_t number : fast_rows_) {
        const body_path& path = paths_[number];
        if (path.reached < 1) {
            rows[number].position = path.start.position + path.displacement * path.reached;
            rows[number].orientation =
                normalize(quaternion::from_rotation_vector(path.turn * path.reached) * path.start.rotation);
        }
    }
}

void pipeline::follow_path(std::uint32_t number) {
    const body_row& row = rows[number];
    body_path& path = paths_[number];
    path.displacement = {};
    path.turn = {};
    path.length = 0;
    path.reached = 1;
    path.is_fast = false;
    path.is_stray = false;
    if (row.kind == body_kind::kinematic) {
        path.displacement = row.linear_velocity * settings.time_step;
    } else if (row.is_awake) {
        path.displacement = row.position - path.start.position;
    } else {
        return;
    }
    path.turn = row.angular_velocity * settings.time_step;
    path.length = length(path.displacement) + length(path.turn) * row.outer_radius;
    const vector3 reach = vector3::filled(row.outer_radius + settings.speculative_margin);
    path.swept = merge(aabb3::from_center(path.start.position, reach),
                       aabb3::from_center(path.start.position + path.displacement, reach));
    for (const collider& part : derived->who.colliders_of(number)) {
        path.is_stray = path.is_stray || !contains(derived->tree.fat_box(part.leaf), path.swept);
    }
    if (row.is_awake && !row.is_sensor && path.length > safe_share * row.inner_radius) {
        path.is_fast = true;
        path.turn = rotation_vector(row.orientation * inverse(path.start.rotation));
    }
}

// Who stays in the boxes that the broad phase has looked at meets only candidates. The few others meet
// anybody.
void pipeline::meet_candidates(scalar farthest) {
    const std::span<const collider> parts = derived->who.colliders();
    for (const candidate& each : derived->candidates) {
        meet(parts[each.a], parts[each.b]);
        meet(parts[each.b], parts[each.a]);
    }
    for (const std::uint32_t stray : strays_) {
        if (paths_[stray].is_fast) {
            meet_slow_bodies(stray, farthest);
        }
        for (const std::uint32_t fast : fast_rows_) {
            if (fast != stray && intersects(paths_[stray].swept, paths_[fast].swept)) {
                meet_all_parts(stray, fast);
                meet_all_parts(fast, stray);
            }
        }
    }
}

void pipeline::meet_all_near(scalar farthest) {
    swept_boxes_.clear();
    for (const std::uint32_t number : fast_rows_) {
        swept_boxes_.push_back(paths_[number].swept);
    }
    fast_tree_.build(swept_boxes_);
    // A user's filter is asked by one thread at a time.
    const std::size_t bodies_a_task = pair_filter ? fast_rows_.size() : 4;
    parallel_for(machine->jobs(), fast_rows_.size(), bodies_a_task, [&](std::size_t place) {
        const std::uint32_t number = fast_rows_[place];
        meet_slow_bodies(number, farthest);
        // Others that are fast may have come from anywhere.
        spatial::for_each_intersecting(
            fast_tree_, paths_[number].swept,
            [&](std::uint32_t index, const aabb3&) { meet_all_parts(number, fast_rows_[index]); });
    });
}

void pipeline::meet_slow_bodies(std::uint32_t number, scalar farthest) {
    const aabb3 around = inflate(paths_[number].swept, farthest + settings.speculative_margin);
    spatial::for_each_intersecting(derived->tree, around, [&](std::uint32_t leaf, const aabb3&) {
        const collider& other = derived->who.colliders()[derived->collider_of_leaf[leaf]];
        if (!paths_[other.row].is_fast) {
            for (const collider& own : derived->who.colliders_of(number)) {
                meet(own, other);
            }
        }
    });
}

void pipeline::meet_all_parts(std::uint32_t number, std::uint32_t other_number) {
    for (const collider& own : derived->who.colliders_of(number)) {
        for (const collider& other : derived->who.colliders_of(other_number)) {
            meet(own, other);
        }
    }
}

void pipeline::meet(const collider& own, const collider& other) {
    body_path& path = paths_[own.row];
    if (!path.is_fast || !may_stop(own, other)) {
        return;
    }
    const body_row& row = rows[own.row];
    const moving_shape mine = path_of(own, path, row);
    const moving_shape theirs = path_of(other, paths_[other.row], rows[other.row]);
    const bool is_touching = were_touching(own, other);
    const auto hit = cast_shapes(is_touching ? core_of(mine, row.inner_radius) : mine, theirs,
                                 settings.speculative_margin * slop_share);
    if (hit && goes_into(path, *hit)) {
        path.reached = min(path.reached, hit->fraction);
    }
}

bool pipeline::may_stop(const collider& own, const collider& other) {
    if (own.row == other.row || rows[other.row].is_sensor) {
        return false;
    }
    // Two that move alike cannot pass through each other.
    const body_path& mine = paths_[own.row];
    const body_path& theirs = paths_[other.row];
    const scalar against =
        length(mine.displacement - theirs.displacement) +
        ((mine.length - length(mine.displacement)) + (theirs.length - length(theirs.displacement)));
    if (against <= safe_share * rows[own.row].inner_radius) {
        return false;
    }
    const auto [low, high] = spatial::ordered_pair(own.row, other.row);
    return !std::ranges::binary_search(excluded_rows_, std::uint64_t{low} << 32 | high) &&
           (own.row < other.row ? may_meet(own, other) : may_meet(other, own));
}

bool pipeline::were_touching(const collider& own, const collider& other) const {
    const auto number_of = [&](const collider& part) {
        return derived->who.bodies()[part.row].first_collider + part.child;
    };
    const auto [a, b] = spatial::ordered_pair(number_of(own), number_of(other));
    const candidate wanted{.a = a, .b = b};
    const auto found = std::ranges::lower_bound(derived->candidates, wanted.order(), {}, &candidate::order);
    if (found == derived->candidates.end() || found->order() != wanted.order()) {
        return false;
    }
    const auto place = static_cast<std::size_t>(found - derived->candidates.begin());
    return marks_[place] == candidate_mark::touching;
}

} // namespace orrery::rigid::detail
