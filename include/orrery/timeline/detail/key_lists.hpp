// Ascending lists of keys as sets.
#pragma once

#include <orrery/core/entity.hpp>

#include <span>
#include <vector>

namespace orrery::time::detail {

// Adds `more` to `keys`; both ascending, without repetition.
void add_keys(std::vector<entity_key>& keys, std::span<const entity_key> more);

} // namespace orrery::time::detail
