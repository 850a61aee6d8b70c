// When composites act by themselves: at ticks that follow from their keys and the frame number alone, so that
// nothing has to be remembered and no two of a fleet act in step.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/hex/rules.hpp>

#include <algorithm>
#include <cstdint>

namespace orrery::hex::detail {

// Ticks from this frame to the next one in which something is due that comes every `period` ticks: 1 ..
// period.
[[nodiscard]] constexpr std::uint32_t ticks_until_due(entity_key key, std::uint64_t frame,
                                                      std::uint32_t period) noexcept {
    // Keys are often consecutive numbers: the high bits of such a product are spread evenly.
    const std::uint64_t offset = (static_cast<std::uint64_t>(key) * 0x9e37'79b9'7f4a'7c15u) >> 32;
    return period - static_cast<std::uint32_t>((frame % period + offset % period) % period);
}

[[nodiscard]] constexpr bool is_due(entity_key key, std::uint64_t frame, std::uint32_t period) noexcept {
    return ticks_until_due(key, frame, period) == period;
}

inline constexpr std::uint32_t longest_alarm = 255;

// The alarm of a composite in this frame; 0 if there is nothing for it to do. It may be early: who wakes and
// finds nothing due sets it again.
[[nodiscard]] inline std::uint8_t alarm_of(entity_key key, std::uint64_t frame, const object_type& type,
                                           composite_view what, const rules& by) {
    std::uint32_t ticks = longest_alarm + 1;
    if (type.pilot != no_index) {
        ticks = std::min(ticks, ticks_until_due(key, frame, by.pilots[type.pilot].period));
    }
    if (what.header().weapon_count != 0) {
        ticks = std::min(ticks, longest_alarm);
        what.each([&](const tile& each) {
            const std::uint8_t weapon = by.tile_types[each.type].weapon;
            if (weapon != no_index && !each.is_virtual()) {
                ticks = std::min(ticks, ticks_until_due(key, frame, by.weapons[weapon].period));
            }
        });
    }
    return static_cast<std::uint8_t>(ticks > longest_alarm ? 0 : ticks);
}

// The alarm of a particle with so many ticks to live, and the ticks that are left when it wakes.
struct lifetime_parts {
    std::uint8_t alarm = 0;
    std::uint16_t left = 0;
};

[[nodiscard]] constexpr lifetime_parts split_lifetime(std::uint32_t ticks) noexcept {
    const std::uint32_t alarm = ticks < longest_alarm ? ticks : longest_alarm;
    return {static_cast<std::uint8_t>(alarm), static_cast<std::uint16_t>(ticks - alarm)};
}

} // namespace orrery::hex::detail
