#include <orrery/core/check.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/number.hpp>
#include <orrery/rigid/material.hpp>

#include <algorithm>

namespace orrery::rigid {
namespace {

[[nodiscard]] constexpr std::uint64_t pair_of(std::uint32_t a, std::uint32_t b) noexcept {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

// Of two springs in a row; one that is rigid (0) leaves the other.
[[nodiscard]] scalar in_series(scalar a, scalar b) noexcept {
    return a <= 0 ? b : b <= 0 ? a : a * b / (a + b);
}

} // namespace

material mix(const material& a, const material& b) noexcept {
    return {.friction = sqrt(a.friction * b.friction),
            .restitution = max(a.restitution, b.restitution),
            .rolling_friction = max(a.rolling_friction, b.rolling_friction),
            .spinning_friction = max(a.spinning_friction, b.spinning_friction),
            .stiffness = in_series(a.stiffness, b.stiffness),
            .damping = in_series(a.damping, b.damping)};
}

void material_table::insert(std::uint32_t a, std::uint32_t b, const material& together) {
    ORRERY_CHECK(a != 0 && b != 0, "a material without an id cannot be in a table");
    const std::uint64_t pair = pair_of(a, b);
    const auto place = std::ranges::lower_bound(entries_, pair, {}, &entry::pair);
    if (place != entries_.end() && place->pair == pair) {
        place->together = together;
    } else {
        entries_.insert(place, {pair, together});
    }
}

bool material_table::remove(std::uint32_t a, std::uint32_t b) noexcept {
    return std::erase_if(entries_, [pair = pair_of(a, b)](const entry& each) { return each.pair == pair; }) !=
           0;
}

const material* material_table::find(std::uint32_t a, std::uint32_t b) const noexcept {
    const std::uint64_t pair = pair_of(a, b);
    const auto place = std::ranges::lower_bound(entries_, pair, {}, &entry::pair);
    return place != entries_.end() && place->pair == pair ? &place->together : nullptr;
}

material material_table::combine(const material& a, const material& b) const noexcept {
    const material* found = find(a.id, b.id);
    return found != nullptr ? *found : mix(a, b);
}

} // namespace orrery::rigid
