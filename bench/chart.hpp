// A chart of bars in groups as an SVG file, for the documentation: horizontal bars on a logarithmic axis,
// each with its name and its value. It brings its own background, so it can be read on light and dark pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

struct bar {
    std::string name;
    double value = 0;
    std::size_t kind = 0; // which of the chart's kinds it is
};

struct bar_group {
    std::string name;
    std::string note; // a few words that follow the name
    std::vector<bar> bars;
};

// A colour and what it stands for.
struct bar_kind {
    std::string name;
    std::string color; // as SVG knows it
};

struct bar_chart {
    std::string title;
    std::string subtitle;
    std::vector<bar_kind> kinds;
    std::vector<bar_group> groups;
};

// False if the file cannot be written.
[[nodiscard]] bool write_svg(const bar_chart& chart, const std::string& path);

} // namespace bench
