// How a world of circles computes. None of it changes what comes out.
#pragma once

#include <orrery/math/simd/level.hpp>

namespace orrery::circles {

struct world_settings {
    simd::level simd_level = simd::best_level();
};

} // namespace orrery::circles
