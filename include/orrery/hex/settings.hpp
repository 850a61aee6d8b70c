// How a hex world computes. None of it changes what comes out.
#pragma once

#include <cstdint>

namespace orrery::hex {

enum class broad_phase_kind : std::uint8_t {
    hilbert_tree, // a tree that is written together with the objects
    sweep,        // sorted along A; for few objects, or a world that is long in that direction
};

struct world_settings {
    broad_phase_kind broad_phase = broad_phase_kind::hilbert_tree;
    // Objects are put into the order of the Hilbert curve at least this often.
    std::uint32_t ticks_between_sorts = 32;
};

} // namespace orrery::hex
