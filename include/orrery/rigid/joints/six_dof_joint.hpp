// A joint with six freedoms, each of which is free, limited, sprung, driven or locked by itself: what no
// other joint here does. A frame stands in a and one in b; the slides are where b's frame is in that of a,
// along its x, y and z, and the turns are the rotation vector of b's frame as seen from that of a, whose
// length is the angle. Turns are therefore within half a turn: one that goes on and on is not counted (a
// hinge_joint does).
//
// Driven (input_kind::drive): value has the speeds of the motors along x, y and z in m/s, point those about
// them in rad/s; their forces stay.
#pragma once

#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/joints/joint_axis.hpp>

#include <array>

namespace orrery::rigid {

struct six_dof_joint {
    static constexpr std::uint32_t max_rows = 6 * joint_axis_rows;

    entity a{};
    entity b{};           // none: the world
    vector3 pivot_a{};    // in the frame of a's shape
    vector3 pivot_b{};    // in the frame of b's shape, or in the world
    quaternion frame_a{}; // turn of the joint's frame in that of a's shape
    quaternion frame_b{}; // in that of b's shape, or in the world
    std::array<joint_axis, 3> slide{};
    std::array<joint_axis, 3> turn{};
    std::uint32_t do_bodies_meet = 0; // 1: a and b can still touch each other
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const six_dof_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;
[[nodiscard]] bool drive(six_dof_joint& what, const input& how) noexcept;

[[nodiscard]] std::string_view check(const six_dof_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::six_dof_joint> = [] {
    using self = rigid::six_dof_joint;
    return describe<self>("six_dof_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::frame_a>("frame_a"),
                          field<&self::frame_b>("frame_b"), field<&self::slide>("slide"),
                          field<&self::turn>("turn"),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
                              )
        .validated_by([](const self& what) { return rigid::check(what); });
}();
