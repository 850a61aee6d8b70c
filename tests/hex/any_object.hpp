// Objects for tests: whatever fits into 32 bytes, and the ends of every field.
#pragma once

#include <orrery/hex/object.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace orrery::hex::testing {

// Half of the time one of the ends of a range of whole numbers, or a number near one of them or near zero;
// anything in the range otherwise.
[[nodiscard]] inline std::int32_t extreme(xoshiro256& from, std::int32_t lowest, std::int32_t highest) {
    if (chance(from, 0.5)) {
        return static_cast<std::int32_t>(uniform_int(from, lowest, highest));
    }
    const std::array<std::int32_t, 6> ends{lowest, lowest + 1, highest, highest - 1, std::max(lowest, -1), 1};
    return ends[uniform_below(from, ends.size())];
}

[[nodiscard]] inline drive any_drive(xoshiro256& from) {
    return {static_cast<std::int16_t>(extreme(from, -32768, 32767)),
            static_cast<std::uint8_t>(extreme(from, 0, 255)),
            static_cast<std::int8_t>(extreme(from, -128, 127))};
}

// A position within the limit; everything else is any bits.
[[nodiscard]] inline object any_object(xoshiro256& from) {
    object made;
    made.place.position = {extreme(from, -coordinate_limit, coordinate_limit),
                           extreme(from, -coordinate_limit, coordinate_limit)};
    made.place.angle = angle16::from_steps(extreme(from, -32768, 32767));
    made.place.radius = static_cast<std::uint8_t>(extreme(from, 0, 255));
    made.place.group = static_cast<std::uint8_t>(extreme(from, 0, 255));
    made.place.type = static_cast<std::uint8_t>(extreme(from, 0, 255));
    made.place.mark = static_cast<std::uint8_t>(extreme(from, 0, 255));
    made.place.extended = static_cast<std::uint16_t>(extreme(from, 0, 65535));
    made.motion.a = any_drive(from);
    made.motion.b = any_drive(from);
    made.motion.turn = any_drive(from);
    made.motion.set_alarm(static_cast<std::uint8_t>(extreme(from, 0, 255)));
    made.motion.set_id(static_cast<std::uint32_t>(extreme(from, 0, static_cast<std::int32_t>(max_id))));
    return made;
}

} // namespace orrery::hex::testing
