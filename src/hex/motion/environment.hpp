// Rectangles of the screen as objects see them: by twice x, which is 2a - b, and by b, both whole numbers.
#pragma once

#include <orrery/hex/environment.hpp>
#include <orrery/math/hex_vector.hpp>
#include <orrery/math/integer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace orrery::hex::detail {

struct rectangle {
    std::int64_t lowest_twice_x = 0;
    std::int64_t highest_twice_x = 0;
    std::int64_t lowest_b = 0;
    std::int64_t highest_b = 0;

    explicit constexpr rectangle(const aabb2i& screen) noexcept
        : lowest_twice_x(2 * std::int64_t{screen.min.x})
        , highest_twice_x(2 * std::int64_t{screen.max.x})
        , lowest_b(nearest_b(screen.min.y))
        , highest_b(nearest_b(screen.max.y)) {}

    [[nodiscard]] constexpr bool contains(hex_vector at) const noexcept {
        return lowest_twice_x <= twice_x(at) && twice_x(at) <= highest_twice_x && lowest_b <= at.b &&
               at.b <= highest_b;
    }

    [[nodiscard]] static constexpr std::int64_t twice_x(hex_vector at) noexcept {
        return 2 * std::int64_t{at.a} - at.b;
    }

private:
    // Edges may lie anywhere; from twice the limit on, no object is beyond.
    [[nodiscard]] static constexpr std::int64_t nearest_b(std::int32_t y) noexcept {
        return from_screen({0, std::clamp(y, -2 * coordinate_limit, 2 * coordinate_limit)}).b;
    }
};

// A rectangle as words that stand below those of a place: twice x, b, and two that are not looked at. Within
// +-coordinate_limit no position has more than 3 * 2^29 in them, so limits that do not fit lose nothing.
struct rectangle_words {
    // NOLINTBEGIN(modernize-use-default-member-init): both depend on the rectangle
    std::int32_t lowest[4];
    std::int32_t highest[4];

    // NOLINTEND(modernize-use-default-member-init)

    explicit constexpr rectangle_words(const rectangle& from) noexcept
        : lowest{saturating_cast<std::int32_t>(from.lowest_twice_x),
                 saturating_cast<std::int32_t>(from.lowest_b), 0, 0}
        , highest{saturating_cast<std::int32_t>(from.highest_twice_x),
                  saturating_cast<std::int32_t>(from.highest_b), 0, 0} {}
};

// How many objects are looked at together.
inline constexpr std::size_t environment_block = 16;

} // namespace orrery::hex::detail
