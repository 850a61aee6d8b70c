// Holds a point of a and a point of b together and lets them turn freely: a ball in its socket.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct ball_joint {
    static constexpr std::uint32_t max_rows = 3;

    entity a{};
    entity b{};                       // none: the world
    vector3 pivot_a{};                // in the frame of a's shape
    vector3 pivot_b{};                // in the frame of b's shape, or in the world
    std::uint32_t do_bodies_meet = 0; // 1: a and b can still touch each other
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const ball_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::ball_joint> = [] {
    using self = rigid::ball_joint;
    return describe<self>("ball_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
    );
}();
