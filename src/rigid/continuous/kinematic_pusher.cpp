#include "rigid/continuous/kinematic_pusher.hpp"
#include "rigid/surface/cast_surface.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

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

// Once, and once more by a kinematic body that would go through it where others or a surface have led it to.
[[nodiscard]] bool is_pushed_by(const collider& own, const collider& other, const ccd_scene& scene,
                                std::span<const body_row> rows, const path_set& paths) {
    const bool is_pushing_itself = rows[other.row].kind == body_kind::kinematic && paths[other.row].is_swift;
    const bool is_pushing = paths[other.row].pushed_by != no_row || is_pushing_itself;
    const std::uint32_t pusher = paths[own.row].pushed_by;
    const bool may_be_pushed =
        pusher == no_row ||
        (is_pushing_itself && (rows[pusher].kind == body_kind::dynamic || paths[own.row].is_off_push));
    return is_pushing && rows[own.row].kind == body_kind::dynamic && may_be_pushed && own.mesh == nullptr &&
           !scene.traits[own.row].is_sensor && !scene.traits[other.row].is_sensor &&
           scene.rules.may_encounter(own, other);
}

} // namespace

bool kinematic_pusher::push(const ccd_scene& scene, const push_waker& wake, path_set& paths,
                            encounter_list& encounters) {
    int round = 0;
    while (round < max_rounds && push_once(round + 1 == max_rounds, scene, wake, encounters, paths)) {
        encounters.find(paths, scene); // those that were pushed have come elsewhere
        ++round;
    }
    return round > 0;
}

bool kinematic_pusher::push_once(bool is_last_round, const ccd_scene& scene, const push_waker& wake,
                                 const encounter_list& encounters, path_set& paths) {
    const std::span<const body_row> rows = wake.bodies.rows;
    list(scene, rows, paths, encounters);
    const path_caster ways(scene, rows, paths);
    parallel_for(scene.jobs, pushes_.size(), 16, [&](std::size_t begin, std::size_t end) {
        surface_rooms::loan room = rooms_.borrow();
        for (kinematic_push& each : std::span(pushes_).subspan(begin, end - begin)) {
            find(each, scene, ways, paths, *room);
        }
    });
    std::erase_if(pushes_, [](const kinematic_push& each) { return each.fraction >= 1; });
    choose(is_last_round, scene);
    wake_sleepers(scene, wake);
    for (const kinematic_push& each : pushes_) {
        apply(each, scene, rows, paths);
    }
    return !pushes_.empty();
}

void kinematic_pusher::list(const ccd_scene& scene, std::span<const body_row> rows, const path_set& paths,
                            const encounter_list& encounters) {
    pushes_.clear();
    const std::span<const collider> parts = scene.parts();
    for (const encounter& each : encounters.all()) {
        const bool is_a_pushed = is_pushed_by(parts[each.a], parts[each.b], scene, rows, paths);
        if (is_a_pushed || is_pushed_by(parts[each.b], parts[each.a], scene, rows, paths)) {
            pushes_.push_back({.own = is_a_pushed ? each.a : each.b,
                               .by = is_a_pushed ? each.b : each.a,
                               .is_touching = each.is_touching});
        }
    }
}

// A body goes with whoever meets it first. One that would end up where another goes that is met before has to
// wait until that one pushes it.
void kinematic_pusher::choose(bool takes_all, const ccd_scene& scene) {
    const std::span<const collider> parts = scene.parts();
    // total order: colliders are numbered in the order of keys
    std::ranges::sort(pushes_, {}, [&](const kinematic_push& push) {
        return std::tuple(parts[push.own].row, push.fraction, push.own, push.by);
    });
    const auto row_of = [&](const kinematic_push& push) { return parts[push.own].row; };
    const auto others = std::ranges::unique(pushes_, {}, row_of);
    pushes_.erase(others.begin(), others.end());
    // total order: as above
    std::ranges::sort(
        pushes_, {}, [](const kinematic_push& push) { return std::tuple(push.fraction, push.own, push.by); });
    boxes_.clear();
    std::erase_if(pushes_, [&](const kinematic_push& push) {
        const aabb3 now = box_of(scene.placed[push.own]);
        const aabb3 end{now.min + push.displacement, now.max + push.displacement};
        const auto is_there = [&](const aabb3& box) { return intersects(box, end); };
        if (!takes_all && std::ranges::any_of(boxes_, is_there)) {
            return true;
        }
        boxes_.push_back(end);
        return false;
    });
}

void kinematic_pusher::wake_sleepers(const ccd_scene& scene, const push_waker& wake) const {
    std::vector<std::uint64_t> labels;
    for (const kinematic_push& each : pushes_) {
        const std::uint32_t row = scene.parts()[each.own].row;
        if (!wake.bodies.rows[row].is_awake) {
            labels.push_back(wake.rows_from.state.get<asleep>(scene.index.who.bodies()[row].id).island);
        }
    }
    (void)wake_and_gather(labels, wake.rows_from, wake.waker, wake.bodies);
}

void kinematic_pusher::find(kinematic_push& push, const ccd_scene& scene, const path_caster& ways,
                            const path_set& paths, surface_room& room) {
    const std::span<const collider> parts = scene.parts();
    moving_shape own = ways.pushed_shape(parts[push.own], push.is_touching);
    moving_shape by = ways.path_of(parts[push.by]);
    const vector3 start = transform_point(own.start, own.local_center);
    const scalar reached = paths[parts[push.own].row].reached;
    own.displacement *= reached;
    own.turn *= reached;
    // What is pushed itself sets off when it is met, and goes to where it ends up in the rest of the step.
    const scalar from = paths[parts[push.by].row].pushed_from;
    own = rest_of(own, from);
    scalar slop = ways.slop_of(parts[push.own], parts[push.by]);
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
void kinematic_pusher::apply(const kinematic_push& push, const ccd_scene& scene,
                             std::span<const body_row> rows, path_set& paths) {
    const std::span<const collider> parts = scene.parts();
    const std::uint32_t number = parts[push.own].row;
    body_path& path = paths[number];
    path.way.displacement = push.displacement;
    path.length = length(push.displacement) + length(path.way.turn) * rows[number].outer_radius;
    path.pushed_by = parts[push.by].row;
    path.pushed_from = push.fraction;
    path.is_off_push = false;
    paths.add_swift(number);
    path.is_fast = path.is_stray = true;
    paths.sweep(number, rows, scene);
}

} // namespace orrery::rigid::detail
