#include "hex/motion/passive_motion.hpp"

#include <orrery/hex/passive_motion.hpp>

#include <algorithm>
#include <bit>
#include <limits>

#define ORRERY_SIMD_KERNELS "hex/motion/passive_motion.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::hex {
namespace {

drive advanced_drive(drive now, std::int32_t dither) noexcept {
    const std::int32_t after =
        detail::slowed(detail::velocity_of(now), now.friction, dither) + now.acceleration;
    now.velocity = static_cast<std::int16_t>(std::clamp(after, -max_velocity, max_velocity));
    return now;
}

// The sum wraps instead of being undefined for positions beyond the limit, which no world has.
std::int32_t moved_to(std::int32_t from, std::int32_t by) noexcept {
    const auto sum =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(by));
    return std::clamp(sum, -coordinate_limit, coordinate_limit);
}

} // namespace

object advanced(const object& now, std::uint64_t frame) noexcept {
    object next = now;
    const std::int32_t dither = detail::friction_dither(frame);
    next.motion.a = advanced_drive(now.motion.a, dither);
    next.motion.b = advanced_drive(now.motion.b, dither);
    next.motion.turn = advanced_drive(now.motion.turn, dither);
    const displacement by = displacement_of(next.motion, frame + 1);
    next.place.position.a = moved_to(now.place.position.a, by.moved.a);
    next.place.position.b = moved_to(now.place.position.b, by.moved.b);
    next.place.angle = now.place.angle + angle16::from_steps(by.turned);
    const std::uint8_t alarm = now.motion.alarm();
    next.motion.set_alarm(static_cast<std::uint8_t>(alarm - (alarm != 0 ? 1 : 0)));
    return next;
}

void advance_all(std::span<const place> places, std::span<const motion> motions, std::uint64_t frame,
                 simd::level width, std::span<place> next_places, std::span<motion> next_motions,
                 std::vector<std::uint32_t>& woken) {
    woken.clear();
    // Lanes copy the bytes of whole words, so nothing is read as a type that it is not.
    ORRERY_SIMD_KERNEL(width, passive_motion::advance)
    (reinterpret_cast<const std::int32_t*>(places.data()),
     reinterpret_cast<const std::int32_t*>(motions.data()), frame, places.size(),
     reinterpret_cast<std::int32_t*>(next_places.data()),
     reinterpret_cast<std::int32_t*>(next_motions.data()), woken);
}

} // namespace orrery::hex
