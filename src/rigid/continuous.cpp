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
// Candidates are looked at one after the other, unless there are so many of them that it is quicker to search
// around each fast body: a search takes a microsecond, to pass over a candidate a few nanoseconds.
constexpr std::size_t candidates_a_fast_body = 64;
// Of those that leave the boxes that the broad phase knows; more of them are put into a tree.
constexpr std::size_t few_strays = 32;

// From the start of the step to its end. Only what is cast needs to know it exactly.
[[nodiscard]] vector3 turn_of(const body_path& path, const body_row& row) noexcept {
    return path.is_fast ? rotation_vector(row.orientation * inverse(path.start.rotation)) : path.turn;
}

// No less than how far any point of the body gets by turning. A turn by an angle changes a quaternion by
// 2 sin(angle / 4) and moves a point by 2 sin(angle / 2) times its distance from the centre of mass.
[[nodiscard]] scalar turning_way(const body_path& path, const body_row& row) noexcept {
    const quaternion began = path.start.rotation;
    const scalar changed = min(length(row.orientation + -began), length(row.orientation + began));
    return max(length(path.turn), scalar(2) * changed) * row.outer_radius;
}

[[nodiscard]] moving_shape path_of(const collider& part, const body_path& path,
                                   const body_row& row) noexcept {
    return {
        .what = part.what,
        .hull = part.hull,
        .start = {path.start.position + rotate(path.start.rotation, part.where.position - row.center_of_mass),
                  path.start.rotation * part.where.rotation},
        .local_center = inverse_transform_point(part.where, row.center_of_mass),
        .displacement = path.displacement,
        .turn = turn_of(path, row)};
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
[[nodiscard]] bool goes_into(const moving_shape& moving, const body_path& path,
                             const shape_cast_hit& hit) noexcept {
    const vector3 center = path.start.position + path.displacement * hit.fraction;
    const vector3 motion = path.displacement + cross(moving.turn, hit.point - center);
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
    if (derived->candidates.size() <= candidates_a_fast_body * fast_rows_.size()) {
        meet_candidates();
        meet_strays(farthest);
    } else {
        meet_all_near(farthest);
    }
    for (const std::uint32_t number : fast_rows_) {
        const body_path& path = paths_[number];
        if (path.reached < 1) {
            body_row& row = rows[number];
            const vector3 turn = turn_of(path, row) * path.reached;
            row.position = path.start.position + path.displacement * path.reached;
            row.orientation = normalize(quaternion::from_rotation_vector(turn) * path.start.rotation);
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
    const scalar way = length(path.displacement);
    path.length = way + length(path.turn) * row.outer_radius;
    path.is_fast = row.is_awake && !row.is_sensor && path.length > safe_share * row.inner_radius;
    // The tree's boxes are larger by half the margin at least, and bodies meet within a quarter of it.
    const scalar turning = turning_way(path, row);
    const scalar nearness = settings.speculative_margin * scalar(0.25);
    if (!path.is_fast && way + turning <= nearness) {
        return;
    }
    path.swept = aabb3::empty();
    std::uint32_t part = derived->who.bodies()[number].first_collider;
    for (const collider& each : derived->who.colliders_of(number)) {
        const aabb3 box = inflate(sweep(box_of(placed[part]), path.displacement), turning + nearness);
        path.is_stray = path.is_stray || !contains(derived->tree.fat_box(each.leaf), box);
        path.swept = merge(path.swept, box);
        ++part;
    }
}

// Who stays in the boxes that the broad phase has looked at meets only candidates.
void pipeline::meet_candidates() {
    encounters_.clear();
    for (std::uint32_t number = 0; number < derived->candidates.size(); ++number) {
        const candidate& each = derived->candidates[number];
        if (!each.is_excluded && (paths_[each.row_a].is_fast || paths_[each.row_b].is_fast)) {
            encounters_.push_back({.candidate = number});
        }
    }
    // A user's filter is asked by one thread at a time.
    const std::size_t encounters_a_task = pair_filter ? encounters_.size() : 16;
    parallel_for(machine->jobs(), encounters_.size(), encounters_a_task, [&](std::size_t index) {
        encounter& each = encounters_[index];
        const candidate& pair = derived->candidates[each.candidate];
        const collider& a = derived->who.colliders()[pair.a];
        const collider& b = derived->who.colliders()[pair.b];
        const bool is_touching = marks_[each.candidate] == candidate_mark::touching;
        each.reached_a = way_until(a, b, is_touching);
        each.reached_b = way_until(b, a, is_touching);
    });
    for (const encounter& each : encounters_) {
        const candidate& pair = derived->candidates[each.candidate];
        scalar& reached_a = paths_[pair.row_a].reached;
        scalar& reached_b = paths_[pair.row_b].reached;
        reached_a = min(reached_a, each.reached_a);
        reached_b = min(reached_b, each.reached_b);
    }
}

// Whose way leads out of its box may meet anybody.
void pipeline::meet_strays(scalar farthest) {
    if (strays_.empty()) {
        return;
    }
    if (strays_.size() <= few_strays) {
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
        return;
    }
    build_tree(fast_rows_, fast_tree_);
    build_tree(strays_, stray_tree_);
    const std::size_t bodies_a_task = pair_filter ? fast_rows_.size() : 16;
    parallel_for(machine->jobs(), fast_rows_.size(), bodies_a_task, [&](std::size_t place) {
        const std::uint32_t number = fast_rows_[place];
        if (paths_[number].is_stray) {
            meet_slow_bodies(number, farthest);
            meet_tree(number, fast_rows_, fast_tree_);
        } else {
            meet_tree(number, strays_, stray_tree_);
        }
    });
}

void pipeline::build_tree(std::span<const std::uint32_t> which_rows, spatial::kd_tree<aabb3>& tree) {
    swept_boxes_.clear();
    for (const std::uint32_t number : which_rows) {
        swept_boxes_.push_back(paths_[number].swept);
    }
    tree.build(swept_boxes_);
}

void pipeline::meet_tree(std::uint32_t number, std::span<const std::uint32_t> which_rows,
                         const spatial::kd_tree<aabb3>& tree) {
    spatial::for_each_intersecting(
        tree, paths_[number].swept,
        [&](std::uint32_t index, const aabb3&) { meet_all_parts(number, which_rows[index]); });
}

void pipeline::meet_all_near(scalar farthest) {
    build_tree(fast_rows_, fast_tree_);
    // A user's filter is asked by one thread at a time.
    const std::size_t bodies_a_task = pair_filter ? fast_rows_.size() : 4;
    parallel_for(machine->jobs(), fast_rows_.size(), bodies_a_task, [&](std::size_t place) {
        const std::uint32_t number = fast_rows_[place];
        meet_slow_bodies(number, farthest);
        // Others that are fast may have come from anywhere.
        meet_tree(number, fast_rows_, fast_tree_);
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
    scalar& reached = paths_[own.row].reached;
    if (paths_[own.row].is_fast) {
        reached = min(reached, way_until(own, other, were_touching(own, other)));
    }
}

scalar pipeline::way_until(const collider& own, const collider& other, bool is_touching) {
    const body_path& path = paths_[own.row];
    if (!path.is_fast || !may_stop(own, other)) {
        return 1;
    }
    const body_row& row = rows[own.row];
    const moving_shape mine = path_of(own, path, row);
    const moving_shape theirs = path_of(other, paths_[other.row], rows[other.row]);
    const auto hit = cast_shapes(is_touching ? core_of(mine, row.inner_radius) : mine, theirs,
                                 settings.speculative_margin * slop_share);
    return hit && goes_into(mine, path, *hit) ? hit->fraction : scalar(1);
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
