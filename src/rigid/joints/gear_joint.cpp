#include "rigid/joints/counted_turn.hpp"

#include <orrery/rigid/joints/gear_joint.hpp>

namespace orrery::rigid {
namespace {

// Where a memory has what.
struct gear_places {
    static constexpr std::size_t last_a = 0; // orientations
    static constexpr std::size_t last_b = 4;
    static constexpr std::size_t turn = 8;  // of a: whole turns and the rest
    static constexpr std::size_t slip = 10; // how far b is ahead, rad
};

struct gear_turns {
    double a = 0; // since the memory was written
    double b = 0;
};

[[nodiscard]] gear_turns turns_since(const constraint_memory& memory, const gear_joint& what,
                                     const constrained_body& a, const constrained_body& b) noexcept {
    const quaternion before = detail::orientation_in(memory, gear_places::last_a);
    if (before == quaternion{0, 0, 0, 0}) {
        return {};
    }
    return {detail::turn_between(before, a.orientation, normalize_or(what.axis_a, vector3{0, 0, 1})),
            detail::turn_between(detail::orientation_in(memory, gear_places::last_b), b.orientation,
                                 normalize_or(what.axis_b, vector3{0, 0, 1}))};
}

[[nodiscard]] scalar slip_now(const constraint_memory& memory, const gear_joint& what,
                              const gear_turns& turns) noexcept {
    return static_cast<scalar>(double(memory.numbers[gear_places::slip]) +
                               (turns.b - double(what.ratio) * turns.a));
}

} // namespace

void prepare(const gear_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept {
    const vector3 axis_a = rotate(a.halfway, normalize_or(what.axis_a, vector3{0, 0, 1}));
    const vector3 axis_b = rotate(b.halfway, normalize_or(what.axis_b, vector3{0, 0, 1}));
    rows.add({.turn_a = axis_a * what.ratio,
              .turn_b = axis_b,
              .error = slip_now(rows.memory(), what, turns_since(rows.memory(), what, a, b))});
}

void remember(const gear_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept {
    const gear_turns turns = turns_since(memory, what, a, b);
    memory.numbers[gear_places::slip] = slip_now(memory, what, turns);
    detail::keep_angle(memory, gear_places::turn, detail::angle_in(memory, gear_places::turn) + turns.a);
    detail::keep_orientation(memory, gear_places::last_a, a.orientation);
    detail::keep_orientation(memory, gear_places::last_b, b.orientation);
}

double turns_of_gear(const constraint_memory& memory) noexcept {
    return detail::angle_in(memory, gear_places::turn) / (2 * std::numbers::pi);
}

std::string_view fault_of(const gear_joint& what) noexcept {
    if (!try_normalize(what.axis_a) || !try_normalize(what.axis_b)) {
        return "one of its axes has no direction";
    }
    return what.ratio == 0 ? "its ratio is 0" : "";
}

} // namespace orrery::rigid
