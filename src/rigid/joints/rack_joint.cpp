#include "rigid/joints/counted_turn.hpp"

#include <orrery/rigid/joints/rack_joint.hpp>

namespace orrery::rigid {
namespace {

// Where a memory has what.
struct rack_places {
    static constexpr std::size_t last_seen = 0; // the orientation of a as seen from b
    static constexpr std::size_t turned = 4;    // whole turns and the rest
    static constexpr std::size_t start = 6;     // the way at which the turn was 0, m
};

// How far the wheel is along the rack: m.
[[nodiscard]] scalar way_of(const rack_joint& what, const constrained_body& a,
                            const constrained_body& b) noexcept {
    const vector3 gap = (a.position - b.position) + (a.arm(what.pivot_a) - b.arm(what.pivot_b));
    return dot(gap, rotate(b.orientation, normalize_or(what.direction_b, vector3{1, 0, 0})));
}

[[nodiscard]] bool has_rack_begun(const constraint_memory& memory) noexcept {
    return detail::orientation_in(memory, rack_places::last_seen) != quaternion{0, 0, 0, 0};
}

// Since the joint began: rad.
[[nodiscard]] double turn_now(const constraint_memory& memory, const rack_joint& what,
                              quaternion seen) noexcept {
    return detail::angle_in(memory, rack_places::turned) +
           detail::turn_between(detail::orientation_in(memory, rack_places::last_seen), seen,
                                normalize_or(what.axis_a, vector3{0, 0, 1}));
}

} // namespace

void prepare(const rack_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const constraint_memory& memory = rows.memory();
    scalar error = 0;
    if (has_rack_begun(memory)) {
        const double turn = turn_now(memory, what, inverse(b.orientation) * a.orientation);
        error = static_cast<scalar>(double(way_of(what, a, b)) - double(memory.numbers[rack_places::start]) -
                                    double(what.radius) * turn);
    }
    // The way is dot(direction, gap) in the frame of b, so that a turn of both together changes nothing.
    const scalar half = rows.time_step() / 2;
    const vector3 direction = rotate(b.halfway, normalize_or(what.direction_b, vector3{1, 0, 0}));
    const vector3 roll = rotate(a.halfway, normalize_or(what.axis_a, vector3{0, 0, 1})) * what.radius;
    const vector3 arm_a = a.arm_halfway(what.pivot_a);
    const vector3 from_b = (a.position - b.position) + (a.linear_velocity - b.linear_velocity) * half + arm_a;
    rows.add({.linear = -direction,
              .turn_a = roll - cross(arm_a, direction),
              .turn_b = roll - cross(from_b, direction),
              .error = error});
}

void remember(const rack_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept {
    const quaternion seen = inverse(b.orientation) * a.orientation;
    if (has_rack_begun(memory)) {
        detail::keep_angle(memory, rack_places::turned, turn_now(memory, what, seen));
    } else {
        memory.numbers[rack_places::start] = way_of(what, a, b);
    }
    detail::keep_orientation(memory, rack_places::last_seen, seen);
}

std::string_view fault_of(const rack_joint& what) noexcept {
    if (!try_normalize(what.axis_a)) {
        return "its axis_a has no direction";
    }
    if (!try_normalize(what.direction_b)) {
        return "its direction_b is none";
    }
    return what.radius == 0 ? "its radius is 0" : "";
}

} // namespace orrery::rigid
