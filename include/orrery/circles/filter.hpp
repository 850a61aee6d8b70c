// Who meets whom. Circles and walls are in groups, one bit each, and meet those of whose groups their mask
// has one, if that is so both ways. Two of the same family never meet: the balls of one player, say.
#pragma once

#include <orrery/core/fields.hpp>

#include <cstdint>

namespace orrery::circles {

struct collision_filter {
    std::uint32_t groups = 1;
    std::uint32_t mask = 0xffff'ffffu;
    std::uint32_t family = 0; // 0: none

    friend constexpr bool operator==(const collision_filter&, const collision_filter&) = default;
};

[[nodiscard]] constexpr bool do_meet(const collision_filter& a, const collision_filter& b) noexcept {
    return (a.groups & b.mask) != 0 && (b.groups & a.mask) != 0 && (a.family == 0 || a.family != b.family);
}

} // namespace orrery::circles

template <>
inline constexpr auto orrery::description<orrery::circles::collision_filter> = [] {
    using self = circles::collision_filter;
    return describe<self>("collision_filter", field<&self::groups>("groups"), field<&self::mask>("mask"),
                          field<&self::family>("family"));
}();
