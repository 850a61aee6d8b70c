// Sorts the objects of a frame along the Hilbert curve now and then, so that those near each other are near
// in memory. The order shows in nothing but the time that a tick takes.
#pragma once

#include "hex/collide/broad_phase.hpp"

#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <vector>

namespace orrery::hex::detail {

class curve_sorter {
public:
    // Says whether it has sorted: only where the broad phase wants another order.
    bool sort(broad_phase& order_of, frame& next);

private:
    std::vector<std::uint32_t> order_;
    object_buffer sorted_;
};

} // namespace orrery::hex::detail
