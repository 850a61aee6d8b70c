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
                 [&](std::size_t number) { follow_path(rows[number], paths_[number]); });
    fast_rows_.clear();
    scalar farthest = 0; // that a slow body has moved
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_fast) {
            fast_rows_.push_back(number);
        } else {
            farthest = max(farthest, paths_[number].length);
        }
    }
    if (fast_rows_.empty()) {
        return;
    }
    swept_boxes_.clear();
    for (const std::uint32_t number : fast_rows_) {
        swept_boxes_.push_back(paths_[number].swept);
    }
    fast_tree_.build(swept_boxes_);
    // A user's filter is asked by one thread at a time.
    const std::size_t bodies_a_task = pair_filter ? fast_rows_.size() : 4;
    parallel_for(machine->jobs(), fast_rows_.size(), bodies_a_task, [&](std::size_t index) {
        body_path& path = paths_[fast_rows_[index]];
        path.reached = first_impact(fast_rows_[index], farthest);
    });
    for (const std::uint32_t number : fast_rows_) {
        const body_path& path = paths_[number];
        if (path.reached < 1) {
            rows[number].position = path.start.position + path.displacement * path.reached;
            rows[number].orientation =
                normalize(quaternion::from_rotation_vector(path.turn * path.reached) * path.start.rotation);
        }
    }
}

void pipeline::follow_path(const body_row& row, body_path& path) const noexcept {
    path.displacement = {};
    path.turn = {};
    path.length = 0;
    path.is_fast = false;
    if (row.kind == body_kind::kinematic) {
        path.displacement = row.linear_velocity * settings.time_step;
    } else if (row.is_awake) {
        path.displacement = row.position - path.start.position;
    } else {
        return;
    }
    path.turn = row.angular_velocity * settings.time_step;
    path.length = length(path.displacement) + length(path.turn) * row.outer_radius;
    if (row.is_awake && !row.is_sensor && path.length > safe_share * row.inner_radius) {
        path.is_fast = true;
        path.turn = rotation_vector(row.orientation * inverse(path.start.rotation));
        const vector3 reach = vector3::filled(row.outer_radius + settings.speculative_margin);
        path.swept =
            merge(aabb3::from_center(path.start.position, reach), aabb3::from_center(row.position, reach));
    }
}

scalar pipeline::first_impact(std::uint32_t number, scalar farthest) {
    const body_row& row = rows[number];
    const body_path& path = paths_[number];
    scalar first = 1;
    for (const collider& own : derived->who.colliders_of(number)) {
        const moving_shape mine = path_of(own, path, row);
        const auto meet = [&](const collider& other) {
            if (!may_stop(own, other)) {
                return;
            }
            const bool is_touching = were_touching(own, other);
            const moving_shape theirs = path_of(other, paths_[other.row], rows[other.row]);
            const auto hit = cast_shapes(is_touching ? core_of(mine, row.inner_radius) : mine, theirs,
                                         settings.speculative_margin * slop_share);
            if (hit && goes_into(path, *hit)) {
                first = min(first, hit->fraction);
            }
        };
        const aabb3 around = inflate(path.swept, farthest + settings.speculative_margin);
        spatial::for_each_intersecting(derived->tree, around, [&](std::uint32_t leaf, const aabb3&) {
            const collider& other = derived->who.colliders()[derived->collider_of_leaf[leaf]];
            if (!paths_[other.row].is_fast) {
                meet(other);
            }
        });
        // Others that are fast may have come from anywhere.
        spatial::for_each_intersecting(fast_tree_, path.swept, [&](std::uint32_t index, const aabb3&) {
            for (const collider& other : derived->who.colliders_of(fast_rows_[index])) {
                meet(other);
            }
        });
    }
    return first;
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
