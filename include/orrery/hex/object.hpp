// An object in 32 bytes: two registers of 128 bits, a place and a motion. A tick of passive motion (see
// passive_motion.hpp) reads and writes nothing else, and the search for collisions reads only places and
// velocities. Frames keep all places in one array and all motions in another, in the same order.
//
// Velocities count quarters of a unit (of an angle: of a step) a tick. That bounds speed at 8191 units a
// tick, which is 12 screens a second at 100 ticks a second.
#pragma once

#include <orrery/math/angle16.hpp>
#include <orrery/math/hex_vector.hpp>

#include <cstdint>
#include <type_traits>

namespace orrery::hex {

// The first register.
struct alignas(16) place {
    hex_vector position{}; // of the centre of mass
    angle16 angle{};
    // How far it reaches along A and along B from its position, in multiples of radius_step; 0: a point.
    std::uint8_t radius = 0;
    // Objects of one group do not meet, except for group 0.
    std::uint8_t group = 0;
    std::uint8_t type = 0; // of rules::object_types
    std::uint8_t mark = 0; // for the program; nothing here reads it
    // Where its extended data is, in grains of the arena. Objects without use the field themselves:
    // particles keep the ticks there that are left of their life when they wake.
    std::uint16_t extended = 0;

    friend constexpr bool operator==(const place&, const place&) = default;
};

inline constexpr std::int32_t radius_step = 256;
inline constexpr std::int32_t max_radius = 255 * radius_step;

// How one of the three components changes by itself.
struct drive {
    std::int16_t velocity = 0; // quarters a tick, within +-max_velocity
    // What part of the velocity is lost each tick, in 256ths.
    std::uint8_t friction = 0;
    std::int8_t acceleration = 0; // quarters a tick, each tick

    friend constexpr bool operator==(const drive&, const drive&) = default;
};

inline constexpr std::int32_t max_velocity = 32767;
inline constexpr std::uint32_t max_id = 0xff'ffff;

// The second register.
struct alignas(16) motion {
    drive a{};
    drive b{};
    drive turn{};
    std::uint32_t alarm_and_id = 0;

    // Ticks until it wakes; 0: never.
    [[nodiscard]] constexpr std::uint8_t alarm() const noexcept {
        return static_cast<std::uint8_t>(alarm_and_id & 0xff);
    }

    constexpr void set_alarm(std::uint8_t ticks) noexcept {
        alarm_and_id = (alarm_and_id & ~std::uint32_t{0xff}) | ticks;
    }

    // Its number in the roster of its frame, for life.
    [[nodiscard]] constexpr std::uint32_t id() const noexcept { return alarm_and_id >> 8; }

    constexpr void set_id(std::uint32_t id) noexcept { alarm_and_id = (id << 8) | (alarm_and_id & 0xff); }

    friend constexpr bool operator==(const motion&, const motion&) = default;
};

static_assert(sizeof(place) == 16 && std::is_trivially_copyable_v<place>);
static_assert(sizeof(motion) == 16 && std::is_trivially_copyable_v<motion>);
static_assert(std::has_unique_object_representations_v<place>);
static_assert(std::has_unique_object_representations_v<motion>);

struct object {
    hex::place place{};
    hex::motion motion{};

    friend constexpr bool operator==(const object&, const object&) = default;
};

} // namespace orrery::hex
