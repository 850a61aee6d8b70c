// Passive motion of a tick: everything moves by its velocity.
#pragma once

#include "hex/step/object_changes.hpp"
#include "hex/step/record_placer.hpp"

#include <orrery/hex/frame.hpp>
#include <orrery/math/simd/level.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

// Objects that something happens to after they have moved: indices in the next frame.
struct moved_objects {
    std::vector<std::uint32_t> woken;   // their alarm has run out
    std::vector<std::uint32_t> removed; // they cease to be in this tick
};

// Writes all objects of the frame before, and the changed copies in place of their originals, to where they
// are in the next frame. Those who come into being move, too.
void move_objects(const frame& before, simd::level width, const record_placer& records,
                  object_changes& objects, frame& next, moved_objects& moved);

} // namespace orrery::hex::detail
