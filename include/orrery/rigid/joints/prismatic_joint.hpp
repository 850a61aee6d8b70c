// Lets b slide along one axis of a and not turn: a drawer, a piston, a lift.
//
// Driven (input_kind::drive): value.x is the speed of the motor in m/s, value.y its largest force in N (a
// negative one leaves it as it is), value.z where the spring rests, in m.
#pragma once

#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/joints/joint_axis.hpp>

namespace orrery::rigid {

struct prismatic_joint {
    static constexpr std::uint32_t max_rows = 5 + joint_axis_rows;

    entity a{};
    entity b{};                       // none: the world
    vector3 pivot_a{};                // in the frame of a's shape
    vector3 pivot_b{};                // in the frame of b's shape, or in the world
    vector3 axis{0, 0, 1};            // in the frame of a's shape, of any length but zero
    quaternion turn{};                // of b as seen from a
    joint_axis slide{};               // how far b's pivot is from a's along the axis
    std::uint32_t do_bodies_meet = 0; // 1: a and b can still touch each other
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const prismatic_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;
[[nodiscard]] bool drive(prismatic_joint& what, const input& how) noexcept;

[[nodiscard]] std::string_view check(const prismatic_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::prismatic_joint> = [] {
    using self = rigid::prismatic_joint;
    return describe<self>("prismatic_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::axis>("axis"),
                          field<&self::turn>("turn"), field<&self::slide>("slide"),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
                              )
        .validated_by([](const self& what) { return rigid::check(what); });
}();
