// The edit that a request of a page asks for.
#pragma once

#include "apps/studio/session/request.hpp"
#include "apps/world/edit.hpp"

#include <orrery/core/result.hpp>

namespace orrery::studio {

// Refused for a request that changes nothing about a world.
[[nodiscard]] result<apps::edit> edit_of(const request& asked);

} // namespace orrery::studio
