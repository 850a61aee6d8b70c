// Two bodies that attract each other with constant * m_a * m_b / r^2. For many bodies that all attract each
// other there are attractors (components.hpp), which are felt by all; this one is felt by two, and both feel
// it with the same force.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct gravity_joint {
    static constexpr std::uint32_t max_rows = 1;

    entity a{};
    entity b{};                           // none: the origin of the world, with mass_b
    scalar constant = scalar(6.6743e-11); // m3/(kg s2)
    // They pull as if they were balls of about this radius without a surface: nothing comes so near to the
    // other that it is thrown out of the world.
    scalar softening = scalar(0.1); // m
    scalar mass_a = 0; // kg, of the pull; 0: what it weighs. Bodies that cannot be pushed weigh nothing.
    scalar mass_b = 0;
};

void prepare(const gravity_joint& what, const constrained_body& a, const constrained_body& b,
             constraint_rows& rows) noexcept;

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::gravity_joint> = [] {
    using self = rigid::gravity_joint;
    return describe<self>("gravity_joint", field<&self::a>("a"), field<&self::b>("b"),
                          field<&self::constant>("constant", {.about = "m3/(kg s2)"}),
                          field<&self::softening>("softening", {.about = "m", .minimum = 1e-6}),
                          field<&self::mass_a>("mass_a", {.about = "kg", .minimum = 0}),
                          field<&self::mass_b>("mass_b", {.about = "kg", .minimum = 0}));
}();
