// What bench_spatial understands besides the arguments of every benchmark program (report.hpp); to look at
// one number while working on it, or to draw the chart.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr std::string_view spatial_usage =
    " [--only PART] [--n BOXES] [--density PAIRS_A_BOX] [--chart FILE.svg]\n"
    "parts: uniform spiral clumps stadium mixed space threads queries n_body\n"
    "--n takes 10000, 80000 or 1000000; --density takes 0.8 or 3";

struct spatial_options {
    std::string only;              // a part: a layout, or space, threads, queries, n_body
    std::optional<std::size_t> n;  // only sets of so many boxes
    std::optional<double> density; // only sets with so many pairs a box
    std::string chart_path;

    [[nodiscard]] bool wants(std::string_view part) const { return only.empty() || only == part; }

    [[nodiscard]] bool wants(std::string_view part, std::size_t count) const {
        return wants(part) && n.value_or(count) == count;
    }
};

// Takes its arguments out of the list; ends the program with a message if one has no sense.
[[nodiscard]] spatial_options take_spatial_options(std::vector<char*>& arguments);

} // namespace bench
