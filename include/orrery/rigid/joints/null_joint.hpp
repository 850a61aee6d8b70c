// Holds nothing: two bodies that belong together for another reason, such as a rule of a game that reads one
// to push the other. They are of one island, which sleeps and wakes as a whole.
#pragma once

#include <orrery/rigid/joints/constraint.hpp>

namespace orrery::rigid {

struct null_joint {
    static constexpr std::uint32_t max_rows = 0;

    entity a{};
    entity b{};
};

inline void prepare(const null_joint&, const constrained_body&, const constrained_body&,
                    constraint_rows&) noexcept {}

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::null_joint> = [] {
    using self = rigid::null_joint;
    return describe<self>("null_joint", field<&self::a>("a"), field<&self::b>("b"));
}();
