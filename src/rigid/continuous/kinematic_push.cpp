// Continuous collision with kinematic bodies. These cannot be stopped, so whatever a swift one runs into is
// moved ahead of it: to where they meet and from there on along the normal, as far as the kinematic body
// comes. What is pushed pushes others in turn. The next step finds them touching and gives them their
// velocities.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// A surface that turns may run into the body again on the rest of the way.
constexpr int max_turns = 8;
// Bodies in a row in front of a kinematic one.
constexpr int max_rounds = 16;

// The rest of a shape's way from a fraction of it on.
[[nodiscard]] moving_shape rest_of(const moving_shape& moving, scalar fraction) noexcept {
    moving_shape rest = moving;
    rest.start = moving.at(fraction);
    rest.displacement = moving.displacement * (scalar(1) - fraction);
    rest.turn = moving.turn * (scalar(1) - fraction);
    return rest;
}

// How far the point of the shape that is at `point` gets on its whole way.
[[nodiscard]] vector3 way_of_point(const moving_shape& moving, vector3 point) noexcept {
    const transform3 end = moving.at(1);
    const vector3 local = inverse_transform_point(moving.start, point);
    return transform_point(end, local) - point;
}

// From the body to what runs into it. Where the cast cannot say, as at large flat shapes, the way they come
// together tells. Zero if they do not.
[[nodiscard]] vector3 direction_of(const shape_cast_hit& hit, const moving_shape& own,
                                   const moving_shape& by) noexcept {
    return hit.normal != vector3{} ? hit.normal
                                   : normalize_or(own.displacement - way_of_point(by, hit.point), vector3{});
}

} // namespace

// Once, and once more by a kinematic body that would go through it where others or a surface have led it to.
bool pipeline::is_pushed_by(const collider& own, const collider& other) {
    const bool is_pushing_itself = rows[other.row].kind == body_kind::kinematic && paths_[other.row].is_swift;
    const bool is_pushing = paths_[other.row].pushed_by != no_row || is_pushing_itself;
    const std::uint32_t pusher = paths_[own.row].pushed_by;
    const bool may_be_pushed =
        pusher == no_row ||
        (is_pushing_itself && (rows[pusher].kind == body_kind::dynamic || paths_[own.row].is_off_push));
    return is_pushing && rows[own.row].kind == body_kind::dynamic && may_be_pushed && own.mesh == nullptr &&
           !rows[own.row].is_sensor && !rows[other.row].is_sensor && may_encounter(own, other);
}

bool pipeline::push_with_kinematics() {
    int round = 0;
    while (round < max_rounds && push_ahead(round + 1 == max_rounds)) {
        list_encounters(); // those that were pushed have come elsewhere
        ++round;
    }
    return round > 0;
}

bool pipeline::push_ahead(bool is_last_round) {
    pushes_by_kinematics_.clear();
    const std::span<const collider> parts = derived->who.colliders();
    for (const encounter& each : encounters_) {
        const bool is_a_pushed = is_pushed_by(parts[each.a], parts[each.b]);
        if (is_a_pushed || is_pushed_by(parts[each.b], parts[each.a])) {
            pushes_by_kinematics_.push_back({.own = is_a_pushed ? each.a : each.b,
                                             .by = is_a_pushed ? each.b : each.a,
                                             .is_touching = each.is_touching});
        }
    }
    parallel_for(machine->jobs(), pushes_by_kinematics_.size(), 16, [&](std::size_t begin, std::size_t end) {
        surface_rooms::loan room = surface_rooms_.borrow();
        for (kinematic_push& push : std::span(pushes_by_kinematics_).subspan(begin, end - begin)) {
            find_push(push, *room);
        }
    });
    std::erase_if(pushes_by_kinematics_, [](const kinematic_push& push) { return push.fraction >= 1; });
    choose_pushes(is_last_round);
    wake_pushed();
    for (const kinematic_push& push : pushes_by_kinematics_) {
        apply_push(push);
    }
    return !pushes_by_kinematics_.empty();
}

// A body goes with whoever meets it first. One that would end up where another goes that is met before has to
// wait until that one pushes it.
void pipeline::choose_pushes(bool takes_all) {
    const std::span<const collider> parts = derived->who.colliders();
    // total order: colliders are numbered in the order of keys
    std::ranges::sort(pushes_by_kinematics_, {}, [&](const kinematic_push& push) {
        return std::tuple(parts[push.own].row, push.fraction, push.own, push.by);
    });
    const auto row_of = [&](const kinematic_push& push) { return parts[push.own].row; };
    const auto others = std::ranges::unique(pushes_by_kinematics_, {}, row_of);
    pushes_by_kinematics_.erase(others.begin(), others.end());
    // total order: as above
    std::ranges::sort(pushes_by_kinematics_, {}, [](const kinematic_push& push) {
        return std::tuple(push.fraction, push.own, push.by);
    });
    pushed_boxes_.clear();
    std::erase_if(pushes_by_kinematics_, [&](const kinematic_push& push) {
        const aabb3 now = box_of(placed[push.own]);
        const aabb3 end{now.min + push.displacement, now.max + push.displacement};
        const auto is_there = [&](const aabb3& box) { return intersects(box, end); };
        if (!takes_all && std::ranges::any_of(pushed_boxes_, is_there)) {
            return true;
        }
        pushed_boxes_.push_back(end);
        return false;
    });
}

void pipeline::wake_pushed() {
    labels_.clear();
    for (const kinematic_push& push : pushes_by_kinematics_) {
        const std::uint32_t row = derived->who.colliders()[push.own].row;
        if (!rows[row].is_awake) {
            labels_.push_back(registry.get<const asleep>(derived->who.bodies()[row].id).island);
        }
    }
    (void)wake_labels();
}

void pipeline::find_push(kinematic_push& push, surface_room& room) const {
    const std::span<const collider> parts = derived->who.colliders();
    moving_shape own = pushed_shape(parts[push.own], push.is_touching);
    moving_shape by = path_of(parts[push.by]);
    const vector3 start = transform_point(own.start, own.local_center);
    const scalar reached = paths_[parts[push.own].row].reached;
    own.displacement *= reached;
    own.turn *= reached;
    // What is pushed itself sets off when it is met, and goes to where it ends up in the rest of the step.
    const scalar from = paths_[parts[push.by].row].pushed_from;
    own = rest_of(own, from);
    scalar slop = slop_of(parts[push.own], parts[push.by]);
    auto hit = cast_shapes(own, by, slop, room);
    if (!hit && push.is_touching && dot(own.displacement, way_of_point(by, start)) > 0) {
        push.fraction = 0; // its contact moves it already
        push.displacement = own.displacement;
        return;
    }
    if (!hit || (hit->fraction == 0 && hit->normal == vector3{})) {
        return; // they do not meet, or are so deep in each other that nobody can say in which direction
    }
    push.fraction =
        min(from + hit->fraction * (1 - from), scalar(1) - std::numeric_limits<scalar>::epsilon());
    const vector3 met_at = transform_point(own.at(hit->fraction), own.local_center);
    const transform3 met_by = by.at(hit->fraction);
    const transform3 end = by.at(1);
    for (int turn = 0; turn < max_turns && hit; ++turn) {
        own = rest_of(own, hit->fraction);
        by = rest_of(by, hit->fraction);
        const vector3 normal = direction_of(*hit, own, by);
        const scalar into = dot(own.displacement - way_of_point(by, hit->point), normal);
        own.displacement -= normal * max(into, scalar(0));
        slop *= scalar(0.5);
        hit = cast_shapes(own, by, slop, room);
    }
    // In front of what turns by a large angle straight pieces are not enough: there it goes round with it.
    const vector3 carried_to = transform_point(end, inverse_transform_point(met_by, met_at));
    push.displacement = (hit ? carried_to : transform_point(own.at(1), own.local_center)) - start;
}

// It goes straight to where it ends up, and what is on this way stops it.
void pipeline::apply_push(const kinematic_push& push) {
    const std::span<const collider> parts = derived->who.colliders();
    const std::uint32_t number = parts[push.own].row;
    body_path& path = paths_[number];
    path.way.displacement = push.displacement;
    path.length = length(push.displacement) + length(path.way.turn) * rows[number].outer_radius;
    path.pushed_by = parts[push.by].row;
    path.pushed_from = push.fraction;
    path.is_off_push = false;
    if (!path.is_swift) {
        swift_rows_.push_back(number);
    }
    path.is_swift = path.is_fast = path.is_stray = true;
    sweep_path(number);
}

} // namespace orrery::rigid::detail
