// A toothed wheel and a rack: the body a turns about an axis of its own and moves along a direction of b by
// `radius` for each radian. Both are seen from b, so that it does not matter which of the two stands still: a
// wheel in its bearing pushes the rack of a gate, or a cog engine climbs up a mountain that is fixed. What
// else guides them are other joints. Turns are counted, as a gear_joint counts them.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct rack_joint {
    static constexpr std::uint32_t max_rows = 1;

    entity a{};        // the wheel
    entity b{};        // the rack; none: the world
    vector3 pivot_a{}; // the middle of the wheel, in the frame of a's shape
    vector3 pivot_b{}; // a point of the rack, in the frame of b's shape, or in the world
    // Directions of any length.
    vector3 axis_a{0, 0, 1};
    vector3 direction_b{1, 0, 0};
    scalar radius = 1; // m a radian; negative: a positive turn moves a against the direction
};

void prepare(const rack_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

void remember(const rack_joint& what, const constrained_body& a, const constrained_body& b,
              constraint_memory& memory) noexcept;

// What is wrong with it, or nothing.
[[nodiscard]] std::string_view fault_of(const rack_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::rack_joint> = [] {
    using self = rigid::rack_joint;
    return describe<self>("rack_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::axis_a>("axis_a"),
                          field<&self::direction_b>("direction_b"),
                          field<&self::radius>("radius", {.about = "m"}))
        .validated_by(&rigid::fault_of);
}();
