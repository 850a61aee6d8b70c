// Continuous collision with kinematic bodies. These cannot be stopped, so whatever a swift one runs into is
// moved ahead of it: to where they meet and from there on along the normal, as far as the kinematic body
// comes. The next step finds them touching and gives the pushed body its velocity.
#include "pipeline.hpp"

#include <orrery/core/parallel_for.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shape_cast.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

// A surface that turns may run into the body again on the rest of the way.
constexpr int max_rounds = 4;

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

} // namespace

bool pipeline::is_pushed_by(const collider& own, const collider& other) {
    return rows[other.row].kind == body_kind::kinematic && paths_[other.row].is_swift &&
           rows[own.row].kind == body_kind::dynamic && own.mesh == nullptr && !rows[own.row].is_sensor &&
           !rows[other.row].is_sensor && may_encounter(own, other);
}

bool pipeline::push_with_kinematics() {
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
    parallel_for(machine->jobs(), pushes_by_kinematics_.size(), 16,
                 [&](std::size_t index) { find_push(pushes_by_kinematics_[index]); });
    std::erase_if(pushes_by_kinematics_, [](const kinematic_push& push) { return push.fraction >= 1; });
    if (pushes_by_kinematics_.empty()) {
        return false;
    }
    // A body goes with whoever meets it first. Total order: colliders have numbers, in the order of keys.
    std::ranges::sort(pushes_by_kinematics_, [&](const kinematic_push& a, const kinematic_push& b) {
        return std::tuple(parts[a.own].row, a.fraction, a.own, a.by) <
               std::tuple(parts[b.own].row, b.fraction, b.own, b.by);
    });
    labels_.clear();
    for (const kinematic_push& push : pushes_by_kinematics_) {
        const std::uint32_t row = parts[push.own].row;
        if (!rows[row].is_awake) {
            labels_.push_back(registry.get<const asleep>(derived->who.bodies()[row].id).island);
        }
    }
    (void)wake_labels();
    for (const kinematic_push& push : pushes_by_kinematics_) {
        if (paths_[parts[push.own].row].pushed_by == no_row) {
            apply_push(push);
        }
    }
    return true;
}

void pipeline::find_push(kinematic_push& push) const {
    const std::span<const collider> parts = derived->who.colliders();
    moving_shape own = path_of(parts[push.own]);
    moving_shape by = path_of(parts[push.by]);
    const vector3 start = own.start.position + rotate(own.start.rotation, own.local_center);
    scalar slop = settings.speculative_margin * cast_slop_share;
    auto hit = cast(parts[push.own], parts[push.by], push.is_touching);
    if (!hit || hit->normal == vector3{}) {
        return; // they do not meet, or are so deep in each other that nobody can say in which direction
    }
    push.fraction = min(hit->fraction, scalar(1) - std::numeric_limits<scalar>::epsilon());
    for (int round = 0; round < max_rounds && hit && hit->normal != vector3{}; ++round) {
        own = rest_of(own, hit->fraction);
        by = rest_of(by, hit->fraction);
        const scalar into = dot(own.displacement - way_of_point(by, hit->point), hit->normal);
        own.displacement -= hit->normal * max(into, scalar(0));
        slop *= scalar(0.5);
        hit = cast_shapes(own, by, slop);
    }
    const transform3 end = own.at(hit ? hit->fraction : scalar(1));
    push.displacement = transform_point(end, own.local_center) - start;
}

// It goes straight to where it ends up, and what is on this way stops it.
void pipeline::apply_push(const kinematic_push& push) {
    const std::span<const collider> parts = derived->who.colliders();
    const std::uint32_t number = parts[push.own].row;
    body_path& path = paths_[number];
    path.way.displacement = push.displacement;
    path.length = length(push.displacement) + length(path.way.turn) * rows[number].outer_radius;
    path.pushed_by = parts[push.by].row;
    if (!path.is_swift) {
        swift_rows_.push_back(number);
    }
    path.is_swift = path.is_fast = path.is_stray = true;
    sweep_path(number);
}

} // namespace orrery::rigid::detail
