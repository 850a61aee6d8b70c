// Holds b in a frame of a as if the two were one piece.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct fixed_joint {
    entity a{};
    entity b{};        // none: the world
    vector3 pivot_a{}; // in the frame of a's shape
    vector3 pivot_b{}; // in the frame of b's shape, or in the world
    quaternion turn{}; // of b as seen from a
    std::uint32_t do_bodies_meet = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const fixed_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::fixed_joint> = [] {
    using self = rigid::fixed_joint;
    return describe<self>("fixed_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}), field<&self::turn>("turn"),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
    );
}();
