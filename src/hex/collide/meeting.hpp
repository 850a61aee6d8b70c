// Two objects that have met in a tick.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/hex/collide.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <cstdint>

namespace orrery::hex::detail {

// Times within a tick are 0 .. whole_tick.
inline constexpr std::uint32_t whole_tick = 65536;

// Of the two, `a` may be a particle.
struct meeting {
    static constexpr std::uint32_t nobody = 0xffff'ffff;

    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t time = 0;
    entity_key key_a = entity_key::none; // the lower one of the two
    entity_key key_b = entity_key::none;
    contact at{};
    std::uint32_t standing = nobody; // which of the two was known to stop
    entity_key standing_key = entity_key::none;
};

[[nodiscard]] inline meeting make_meeting(const frame& in, std::uint32_t a, std::uint32_t b,
                                          const contact& at) noexcept {
    const entity_key key_a = in.key_of(a);
    const entity_key key_b = in.key_of(b);
    return {a, b, at.free_until, std::min(key_a, key_b), std::max(key_a, key_b), at};
}

// How an object came to where it is.
[[nodiscard]] inline passage passage_of(const frame& in, std::uint32_t index) noexcept {
    const place& where = in.objects.places()[index];
    return {where.position, where.angle, displacement_of(in.objects.motions()[index], in.number)};
}

} // namespace orrery::hex::detail
