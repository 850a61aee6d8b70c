// A curve over time, drawn with the dots of braille letters for a terminal, or as an SVG picture that follows
// the light or dark scheme of whoever looks at it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace orrery::command {

struct chart {
    struct point {
        double time = 0;               // s
        std::optional<double> value{}; // none: a gap in the curve
    };

    std::string title{};
    std::string unit{};
    std::vector<point> points{}; // in the order of time, at least one
};

// Round numbers between two, as many as asked for or a few less: 0, 5, 10, 15.
[[nodiscard]] std::vector<double> round_steps(double from, double to, std::size_t at_most);

// The columns and rows of the whole picture, without the line of the title.
[[nodiscard]] std::string terminal_chart(const chart& what, std::size_t columns, std::size_t rows);

[[nodiscard]] std::string svg_chart(const chart& what);

} // namespace orrery::command
