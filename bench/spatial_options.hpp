// What bench_spatial understands besides the arguments of every benchmark program (report.hpp): to look at
// one number while working on it, and to draw the chart.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr std::array<std::string_view, 9> spatial_parts{
    "uniform", "spiral", "clumps", "teapot", "mixed", "space", "threads", "queries", "n_body"};
inline constexpr std::array<std::size_t, 3> spatial_counts{10'000, 80'000, 1'000'000};
inline constexpr std::array<double, 2> spatial_densities{0.8, 3}; // pairs a box

inline constexpr std::string_view spatial_usage =
    " [--only PART] [--n BOXES] [--density PAIRS_A_BOX] [--chart FILE.svg]\n"
    "PART is uniform, spiral, clumps, teapot, mixed, space, threads, queries or n_body;\n"
    "BOXES is 10000, 80000 or 1000000; PAIRS_A_BOX is 0.8 or 3";

// Without a value everything is wanted.
struct spatial_options {
    std::string only;
    std::optional<std::size_t> count;
    std::optional<double> density;
    std::string chart_path;

    [[nodiscard]] bool wants(std::string_view part, std::size_t boxes) const {
        return (only.empty() || only == part) && count.value_or(boxes) == boxes;
    }

    [[nodiscard]] bool wants_density(double pairs_per_box) const {
        return density.value_or(pairs_per_box) == pairs_per_box;
    }
};

// Takes its arguments out of the list; ends the program with a message if a value is not one of those above.
[[nodiscard]] spatial_options take_spatial_options(std::vector<char*>& arguments);

} // namespace bench
