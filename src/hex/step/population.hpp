// Objects that cease to be, and objects that come into being.
#pragma once

#include "hex/step/birth.hpp"
#include "hex/step/frame_draft.hpp"
#include "hex/step/reach_log.hpp"

#include <orrery/hex/event.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

// Removes objects from a frame, given by their indices in it, each once.
void remove_objects(std::vector<std::uint32_t>& removed, frame_draft& next, std::vector<event>& events,
                    reach_log& reaches);

// Adds objects to a frame.
void add_objects(std::span<const birth> births, frame_draft& next, std::vector<event>& events);

} // namespace orrery::hex::detail
