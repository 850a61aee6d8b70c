// Bodies that moved so far in a step that they may have passed through something are put back to where they
// first met it. They keep their velocities, and the contact is found in the next step.
#include "cast_surface.hpp"
#include "collide_surface.hpp"
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shape_cast.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// A body that moves less than this share of the largest ball inside it overlaps whatever it meets by so
// little that contacts push it out on the side it came from.
constexpr scalar safe_share = scalar(0.5);
// Of the speculative margin: how near to each other bodies are stopped, so that the next step sees them
// touch.
constexpr scalar slop_share = scalar(0.25);
// If there are more candidates, it is quicker to search around each fast body: a search takes a microsecond,
// to pass over a candidate a few nanoseconds.
constexpr std::size_t candidates_a_fast_body = 64;

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
        .turn = turn_of(path, row),
        .mesh = part.mesh};
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
[[nodiscard]] bool goes_into(const body_path& path, const body_row& row, const shape_cast_hit& hit) noexcept {
    const vector3 center = path.start.position + path.displacement * hit.fraction;
    const vector3 motion = path.displacement + cross(turn_of(path, row), hit.point - center);
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
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_fast) {
            fast_rows_.push_back(number);
        }
    }
    if (fast_rows_.empty()) {
        return;
    }
    // Whether a fast body is searched for or found among the candidates makes no difference but in time.
    if (derived->candidates.size() > candidates_a_fast_body * fast_rows_.size()) {
        for (const std::uint32_t number : fast_rows_) {
            paths_[number].is_stray = true;
        }
    }
    encounters_.clear();
    list_near_candidates();
    list_near_strays();
    cast_encounters();
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

// Who stays in the boxes that the broad phase has looked at meets only candidates, and strays.
void pipeline::list_near_candidates() {
    for (std::size_t number = 0; number < derived->candidates.size(); ++number) {
        const candidate& each = derived->candidates[number];
        const body_path& a = paths_[each.row_a];
        const body_path& b = paths_[each.row_b];
        const bool is_near = !each.is_excluded && !a.is_stray && !b.is_stray;
        if ((a.is_fast || b.is_fast) && is_near && each.patch == 0) {
            encounters_.push_back({.a = each.a, .b = each.b, .is_touching = is_any_touching(number)});
        }
    }
}

void pipeline::list_near_strays() {
    strays_.clear();
    swept_boxes_.clear();
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_stray) {
            strays_.push_back(number);
            swept_boxes_.push_back(paths_[number].swept);
        }
    }
    for (const std::uint32_t number : strays_) {
        list_around_stray(number);
    }
    stray_tree_.build(swept_boxes_);
    spatial::for_each_pair(stray_tree_, [&](std::uint32_t a, std::uint32_t b) {
        for (const collider& other : derived->who.colliders_of(strays_[b])) {
            list_encounters(strays_[a], other);
        }
    });
}

// All others are within the fat boxes that the tree has of them.
void pipeline::list_around_stray(std::uint32_t number) {
    const spatial::dynamic_tree<aabb3>& tree = derived->tree;
    waiting_nodes_.assign(1, tree.root());
    while (!waiting_nodes_.empty()) {
        const std::uint32_t node = waiting_nodes_.back();
        waiting_nodes_.pop_back();
        tree.expand(
            node,
            [&](std::uint32_t child, const aabb3& box) {
                if (intersects(box, paths_[number].swept)) {
                    waiting_nodes_.push_back(child);
                }
            },
            [&](std::uint32_t leaf, const aabb3&) {
                const collider& other = derived->who.colliders()[derived->collider_of_leaf[leaf]];
                if (!paths_[other.row].is_stray) {
                    list_encounters(number, other);
                }
            });
    }
}

void pipeline::list_encounters(std::uint32_t number, const collider& other) {
    if (!paths_[number].is_fast && !paths_[other.row].is_fast) {
        return;
    }
    const std::uint32_t first = derived->who.bodies()[number].first_collider;
    const std::uint32_t other_number = derived->who.bodies()[other.row].first_collider + other.child;
    for (const collider& own : derived->who.colliders_of(number)) {
        const auto [a, b] = spatial::ordered_pair(first + own.child, other_number);
        encounters_.push_back({.a = a, .b = b, .is_touching = were_touching(a, b)});
    }
}

void pipeline::cast_encounters() {
    // A user's filter is asked by one thread at a time.
    const std::size_t encounters_a_task = pair_filter ? encounters_.size() : 16;
    const std::span<const collider> parts = derived->who.colliders();
    parallel_for(machine->jobs(), encounters_.size(), encounters_a_task, [&](std::size_t index) {
        encounter& each = encounters_[index];
        meet(parts[each.a], parts[each.b], each);
    });
    for (const encounter& each : encounters_) {
        scalar& reached_a = paths_[parts[each.a].row].reached;
        scalar& reached_b = paths_[parts[each.b].row].reached;
        reached_a = min(reached_a, each.reached_a);
        reached_b = min(reached_b, each.reached_b);
    }
}

// Who is stopped loses the rest of its step. If only one of them did, the other would be elsewhere when it
// comes to look for the contact; so two that can pass through each other are stopped at the same moment.
void pipeline::meet(const collider& a, const collider& b, encounter& where) {
    const bool may_a_stop = may_stop(a, b);
    const bool may_b_stop = may_stop(b, a);
    if (may_a_stop && may_b_stop && !where.is_touching) {
        if (const auto hit = cast(a, b, false)) {
            where.reached_a = hit->fraction;
            where.reached_b = hit->fraction;
        }
        return;
    }
    if (may_a_stop) {
        where.reached_a = way_until(a, b, where.is_touching);
    }
    if (may_b_stop) {
        where.reached_b = way_until(b, a, where.is_touching);
    }
}

scalar pipeline::way_until(const collider& own, const collider& other, bool is_touching) const {
    const auto hit = cast(own, other, is_touching);
    return hit && goes_into(paths_[own.row], rows[own.row], *hit) ? hit->fraction : scalar(1);
}

std::optional<shape_cast_hit> pipeline::cast(const collider& a, const collider& b, bool is_touching) const {
    const body_row& row = rows[a.row];
    const moving_shape whole = path_of(a, paths_[a.row], row);
    const moving_shape mine = is_touching ? core_of(whole, row.inner_radius) : whole;
    const moving_shape theirs = path_of(b, paths_[b.row], rows[b.row]);
    const scalar slop = settings.speculative_margin * slop_share;
    if (b.mesh == nullptr) {
        return cast_shapes(mine, theirs, slop);
    }
    std::vector<surface_triangle> near;
    return cast_surface(mine, theirs, slop, near, true);
}

bool pipeline::may_stop(const collider& own, const collider& other) {
    const body_path& mine = paths_[own.row];
    if (!mine.is_fast || own.row == other.row || rows[other.row].is_sensor) {
        return false;
    }
    // Two that move alike cannot pass through each other.
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

bool pipeline::were_touching(std::uint32_t a, std::uint32_t b) const {
    const candidate wanted{.a = a, .b = b};
    const auto found = std::ranges::lower_bound(derived->candidates, wanted.order(), {}, &candidate::order);
    if (found == derived->candidates.end() || found->order() != wanted.order()) {
        return false;
    }
    const auto place = static_cast<std::size_t>(found - derived->candidates.begin());
    return is_any_touching(place);
}

bool pipeline::is_any_touching(std::size_t number) const {
    const std::size_t patches = derived->candidates[number].has_patches ? max_patches : 1;
    const auto first = marks_.begin() + static_cast<std::ptrdiff_t>(number);
    return std::find(first, first + static_cast<std::ptrdiff_t>(patches), candidate_mark::touching) !=
           first + static_cast<std::ptrdiff_t>(patches);
}

} // namespace orrery::rigid::detail
