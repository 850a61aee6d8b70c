// What bench_timeline understands besides the arguments of every benchmark program (report.hpp): to look at
// one number while working on it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr std::array<std::string_view, 7> timeline_parts{"piles",  "recording", "hour", "events",
                                                                "memory", "forecast",  "image"};

inline constexpr std::string_view timeline_usage =
    " [--part PART] [--short]\n"
    "PART is piles, recording, hour, events, memory, forecast or image";

struct timeline_options {
    std::string part; // empty: all of them
    bool is_short = false;

    [[nodiscard]] bool wants(std::string_view which) const { return part.empty() || part == which; }

    // A tenth of it if the run is to be short. The required numbers are about the whole.
    [[nodiscard]] std::uint64_t length(std::uint64_t frames) const { return is_short ? frames / 10 : frames; }
};

// Takes its arguments out of the list; ends the program with a message if a value is not possible.
[[nodiscard]] timeline_options take_timeline_options(std::vector<char*>& arguments);

} // namespace bench
