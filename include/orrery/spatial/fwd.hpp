// Names of the spatial layer without their definitions, for headers that only pass them on.
#pragma once

#include <orrery/math/fwd.hpp>

#include <cstdint>

namespace orrery::spatial {

struct index_pair;
class pair_buffer;
class pair_list;

} // namespace orrery::spatial
