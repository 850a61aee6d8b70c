// What bench_rigid understands besides the arguments of every benchmark program (report.hpp): to look at one
// number while working on it, and to draw the chart.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr std::array<std::string_view, 10> rigid_parts{"spheres",   "pyramid",   "boxes",   "hulls",
                                                              "chains",    "mesh-rain", "islands", "hinges",
                                                              "snapshots", "terrain"};

inline constexpr std::string_view rigid_usage =
    " [--scene PART] [--steps COUNT] [--skip-peer] [--skip-threads] [--chart FILE.svg]\n"
    "PART is spheres, pyramid, boxes, hulls, chains, mesh-rain, islands, hinges, snapshots or terrain";

struct rigid_options {
    static constexpr int all_steps = 600; // what the required numbers are about

    std::string scene; // empty: all of them
    int steps = all_steps;
    bool has_peer = true;
    bool has_two_threads = true;
    std::string chart_path;

    [[nodiscard]] bool wants(std::string_view part) const { return scene.empty() || scene == part; }
};

// Takes its arguments out of the list; ends the program with a message if a value is not possible.
[[nodiscard]] rigid_options take_rigid_options(std::vector<char*>& arguments);

} // namespace bench
