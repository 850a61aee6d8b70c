// Who is put into others: those have not met on their way, so they have to be found where they are.
#pragma once

#include "circles/walls/terrain.hpp"

#include <orrery/circles/contact.hpp>
#include <orrery/circles/frame.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// Appends a contact for each circle or wall that one of those who are `fresh` overlaps, once for each two, in
// no particular order. Sensors are left out. For a few it looks at everyone.
void find_overlaps(const roster& who, std::span<const motion> motions, std::span<const std::uint8_t> is_fresh,
                   const terrain& among, std::vector<contact>& into);

} // namespace orrery::circles::detail
