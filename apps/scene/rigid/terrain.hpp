// A rolling landscape from a few numbers: hills of one size, with smaller ones on them, and so on. The same
// numbers give the same heights on every machine.
#pragma once

#include <orrery/math/scalar.hpp>

#include <cstdint>
#include <vector>

namespace orrery::scene_format {

struct terrain_rules {
    std::uint32_t columns = 2; // of heights, along x
    std::uint32_t rows = 2;    // along z
    scalar spacing = 1;        // m
    scalar height = 4;         // m: of the largest hills above the lowest ground
    scalar wavelength = 40;    // m: from one of the largest hills to the next
    scalar roughness = 0;      // how high hills of half the size are beside those twice as large; below 1
    scalar clearing = 0;       // m: the ground is level that far around the middle
    std::uint64_t seed = 1;
};

// Row by row, from 0 to the height.
[[nodiscard]] std::vector<scalar> terrain_heights(const terrain_rules& rules);

} // namespace orrery::scene_format
