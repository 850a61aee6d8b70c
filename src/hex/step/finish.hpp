// The orders in which a tick hands on what it has gathered: by what it is, never by who came first.
#pragma once

#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>

#include <vector>

namespace orrery::hex::detail {

void sort_fates(frame& next);
void sort_events(std::vector<event>& events);

} // namespace orrery::hex::detail
