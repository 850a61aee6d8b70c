// What bench_spatial understands besides the arguments of every benchmark program (options.hpp): to look at
// one number while working on it, and to draw the chart.
#pragma once

#include "bench/options.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace bench {

inline constexpr std::array<std::string_view, 10> spatial_parts{
    "uniform", "spiral", "clumps", "teapot", "mixed", "space", "threads", "pipeline", "queries", "n_body"};
inline constexpr std::array<std::size_t, 3> spatial_counts{10'000, 80'000, 1'000'000};
inline constexpr std::array<double, 2> spatial_densities{0.8, 3}; // pairs a box
inline constexpr further_option spatial_further[] = {
    {"--n", "10000|80000|1000000"}, {"--density", "0.8|3"}, {"--chart", "FILE.svg"}};

// Whether a part is to be measured with this many boxes; a quick run takes the smallest number.
[[nodiscard]] inline bool wants_count(const options& chosen, std::string_view part, std::size_t boxes) {
    const std::size_t wanted =
        chosen.number_of("--n").value_or(chosen.is_quick() ? spatial_counts.front() : boxes);
    if (std::ranges::find(spatial_counts, wanted) == spatial_counts.end()) {
        options::refuse("--n", chosen.value_of("--n").value_or(""));
    }
    return chosen.wants(part) && wanted == boxes;
}

[[nodiscard]] inline bool wants_density(const options& chosen, double pairs_per_box) {
    const auto text = chosen.value_of("--density");
    const double wanted = text                ? std::strtod(text->c_str(), nullptr)
                          : chosen.is_quick() ? spatial_densities.front()
                                              : pairs_per_box;
    if (std::ranges::find(spatial_densities, wanted) == spatial_densities.end()) {
        options::refuse("--density", *text);
    }
    return wanted == pairs_per_box;
}

} // namespace bench
