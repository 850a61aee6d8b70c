// Keeps a point of a and a point of b at a distance between two lengths: a rod where they are equal, a rope
// where the shorter one is 0, and a spring when it has a frequency, or a stiffness and a resistance.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

#include <string_view>

namespace orrery::rigid {

struct distance_joint {
    entity a{};
    entity b{};           // none: the world
    vector3 pivot_a{};    // in the frame of a's shape
    vector3 pivot_b{};    // in the frame of b's shape, or in the world
    scalar shortest = 1;  // m
    scalar longest = 1;   // m
    scalar frequency = 0; // Hz; 0: stiff
    scalar damping = 1;   // ratio, of a spring with a frequency
    // Or a spring and a damper as they are built, whatever the bodies weigh; the frequency is then not looked
    // at.
    scalar stiffness = 0;  // N/m
    scalar resistance = 0; // N s/m
    std::uint32_t do_bodies_meet = 0;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

void prepare(const distance_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

[[nodiscard]] std::string_view check(const distance_joint& what) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::distance_joint> = [] {
    using self = rigid::distance_joint;
    return describe<self>("distance_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::pivot_a>("pivot_a", {.about = "m"}),
                          field<&self::pivot_b>("pivot_b", {.about = "m"}),
                          field<&self::shortest>("shortest", {.about = "m", .minimum = 0}),
                          field<&self::longest>("longest", {.about = "m", .minimum = 0}),
                          field<&self::frequency>("frequency", {.about = "Hz", .minimum = 0}),
                          field<&self::damping>("damping", {.minimum = 0}),
                          field<&self::stiffness>("stiffness", {.about = "N/m", .minimum = 0}),
                          field<&self::resistance>("resistance", {.about = "N s/m", .minimum = 0}),
                          field<&self::do_bodies_meet>("do_bodies_meet", {.maximum = 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
                              )
        .validated_by([](const self& what) { return rigid::check(what); });
}();
