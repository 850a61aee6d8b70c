// Two gear wheels: a body that turns about an axis of its own turns another about its axis, `ratio` times as
// far. Their bearings are other joints. Both turns are seen from the world, so the bearings should stand
// still or move without turning much. How far the wheels have slipped is added up from step to step and
// pushed back, so that the teeth of a clock still agree after a year.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct gear_joint {
    static constexpr std::uint32_t max_rows = 1;

    entity a{};
    entity b{};
    // Directions of any length, in the frames of the shapes.
    vector3 axis_a{0, 0, 1};
    vector3 axis_b{0, 0, 1};
    // Turns of b for one of a: -(teeth of a) / (teeth of b) for wheels that lie side by side and whose axes
    // point the same way.
    scalar ratio = -1;
};

void prepare(const gear_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

void remember(const gear_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept;

// How far a has turned since the first step of the joint, in turns.
[[nodiscard]] double turns_of_gear(const constraint_memory& memory) noexcept;

// What is wrong with it, or nothing.
[[nodiscard]] std::string_view fault_of(const gear_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::gear_joint> = [] {
    using self = rigid::gear_joint;
    return describe<self>("gear_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::axis_a>("axis_a"), field<&self::axis_b>("axis_b"),
                          field<&self::ratio>("ratio"))
        .validated_by(&rigid::fault_of);
}();
