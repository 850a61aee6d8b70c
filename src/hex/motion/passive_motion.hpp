// What friction and motion do to one number, shared by all that moves objects: one by one, lane by lane and
// by the environment.
#pragma once

#include <cstdint>

namespace orrery::hex::detail {

// What friction adds in a frame before it rounds down. 157 is odd, so every value below 256 comes up once in
// 256 frames, spread out.
[[nodiscard]] constexpr std::int32_t friction_dither(std::uint64_t frame) noexcept {
    return static_cast<std::int32_t>((frame * 157) & 255);
}

// A velocity after friction. It never turns round: (255 |v| + 255) / 256 is below |v| + 1.
[[nodiscard]] constexpr std::int32_t slowed(std::int32_t velocity, std::int32_t friction,
                                            std::int32_t dither) noexcept {
    const std::int32_t speed = velocity < 0 ? -velocity : velocity;
    const std::int32_t loss = (speed * friction + dither) >> 8;
    return velocity < 0 ? velocity + loss : velocity - loss;
}

} // namespace orrery::hex::detail
