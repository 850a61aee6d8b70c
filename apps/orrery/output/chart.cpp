#include "apps/orrery/output/chart.hpp"
#include "apps/orrery/output/number_text.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace orrery::command {
namespace {

struct bounds {
    double first_time = 0;
    double last_time = 1;
    double low = 0;
    double high = 1;
};

// Of all points, with a little room where a curve is flat.
[[nodiscard]] bounds bounds_of(const chart& what) {
    bounds all{what.points.front().time, what.points.back().time, HUGE_VAL, -HUGE_VAL};
    for (const chart::point& each : what.points) {
        if (each.value) {
            all.low = std::min(all.low, *each.value);
            all.high = std::max(all.high, *each.value);
        }
    }
    if (all.low > all.high) {
        all.low = 0;
        all.high = 0;
    }
    if (const double room = std::max(1e-9, std::abs(all.high) * 1e-6); all.high - all.low < room) {
        const double half = all.high == 0 ? 1 : std::abs(all.high) / 2;
        all.low -= half;
        all.high += half;
    }
    if (all.last_time <= all.first_time) {
        all.last_time = all.first_time + 1;
    }
    return all;
}

// Numbers on an axis: with as many decimals as their steps need, and large ones in millions and so on, so
// that they stay short.
[[nodiscard]] std::vector<std::string> tick_texts(const std::vector<double>& ticks) {
    struct scale {
        double size;
        const char* letter;
    };

    const double largest = ticks.empty() ? 0 : std::max(std::abs(ticks.front()), std::abs(ticks.back()));
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    scale in{1, ""};
    for (const scale& each : {scale{1e3, " k"}, scale{1e6, " M"}, scale{1e9, " G"}, scale{1e12, " T"}}) {
        in = largest >= 10 * each.size ? each : in;
    }
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / in.size) - 1e-9)), 0, 9);
    std::vector<std::string> shown;
    for (const double each : ticks) {
        const bool is_zero = std::abs(each) < step / 1000;
        shown.push_back(is_zero ? "0" : fixed_text(each / in.size, decimals) + in.letter);
    }
    return shown;
}

// A picture of dots, two across and four down in each letter.
class dot_picture {
public:
    dot_picture(std::size_t columns, std::size_t rows)
        : columns_(columns)
        , rows_(rows)
        , cells_(columns * rows) {}

    void line(double x0, double y0, double x1, double y1) {
        const double steps = std::max({1.0, std::ceil(std::abs(x1 - x0)), std::ceil(std::abs(y1 - y0))});
        for (double step = 0; step <= steps; ++step) {
            dot(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps);
        }
    }

    [[nodiscard]] std::string row(std::size_t number) const {
        std::string letters;
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::uint8_t dots = cells_[number * columns_ + column];
            if (dots == 0) {
                letters += ' ';
                continue;
            }
            const std::uint32_t code = 0x2800U + dots; // braille, as UTF-8
            letters += static_cast<char>(0xe0U | (code >> 12U));
            letters += static_cast<char>(0x80U | ((code >> 6U) & 0x3fU));
            letters += static_cast<char>(0x80U | (code & 0x3fU));
        }
        return letters;
    }

private:
    // Which bit is which dot, by row and column within a letter.
    static constexpr std::array<std::array<std::uint8_t, 2>, 4> bits{
        {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

    void dot(double x, double y) {
        const auto column =
            static_cast<std::size_t>(std::clamp(x + 0.5, 0.0, static_cast<double>(2 * columns_ - 1)));
        const auto row =
            static_cast<std::size_t>(std::clamp(y + 0.5, 0.0, static_cast<double>(4 * rows_ - 1)));
        cells_[row / 4 * columns_ + column / 2] |= bits[row % 4][column % 2];
    }

    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::uint8_t> cells_;
};

// Calls visit(one, next) for each two neighbouring points without a gap between them.
template <typename Visit>
void each_line(const chart& what, Visit visit) {
    for (std::size_t place = 0; place < what.points.size(); ++place) {
        const chart::point& here = what.points[place];
        const chart::point& next = place + 1 < what.points.size() ? what.points[place + 1] : here;
        if (here.value) {
            visit(here, next.value ? next : here);
        }
    }
}

// For XML.
[[nodiscard]] std::string escaped(const std::string& plain) {
    std::string out;
    for (const char each : plain) {
        out += each == '<' ? "&lt;" : each == '&' ? "&amp;" : each == '"' ? "&quot;" : std::string(1, each);
    }
    return out;
}

void write_over(std::string& line, std::size_t from, const std::string& what) {
    if (line.size() < from + what.size()) {
        line.resize(from + what.size(), ' ');
    }
    line.replace(from, what.size(), what);
}

} // namespace

std::vector<double> round_steps(double from, double to, std::size_t at_most) {
    const double least = (to - from) / static_cast<double>(std::max<std::size_t>(at_most, 2));
    double step = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {2.0, 2.5, 2.0}) { // 1, 2, 5, 10
        if (step < least) {
            step *= factor;
        }
    }
    std::vector<double> ticks;
    for (double number = std::ceil(from / step - 1e-9); number * step <= to + step * 1e-9; ++number) {
        ticks.push_back(number * step);
    }
    return ticks;
}

std::string terminal_chart(const chart& what, std::size_t columns, std::size_t rows) {
    const bounds all = bounds_of(what);
    const std::size_t height = rows > 6 ? rows - 2 : 4;
    const std::vector<double> heights = round_steps(all.low, all.high, height / 3 + 1);
    const std::vector<std::string> names = tick_texts(heights);
    std::size_t margin = 0;
    for (const std::string& each : names) {
        margin = std::max(margin, each.size());
    }
    const std::size_t width = columns > margin + 14 ? columns - margin - 3 : 12;
    dot_picture dots(width, height);
    const auto across = [&](double time) {
        return (time - all.first_time) / (all.last_time - all.first_time) *
               static_cast<double>(2 * width - 1);
    };
    const auto down = [&](double value) {
        return (all.high - value) / (all.high - all.low) * static_cast<double>(4 * height - 1);
    };
    each_line(what, [&](const chart::point& a, const chart::point& b) {
        dots.line(across(a.time), down(*a.value), across(b.time), down(*b.value));
    });

    std::vector<std::string> labels(height);
    for (std::size_t tick = 0; tick < heights.size(); ++tick) {
        labels[static_cast<std::size_t>(down(heights[tick]) / 4)] = names[tick];
    }
    std::string shown = text("  ", what.title, what.unit.empty() ? "" : ", ", what.unit, "\n");
    for (std::size_t row = 0; row < height; ++row) {
        shown += text(std::string(margin - labels[row].size() + 1, ' '), labels[row],
                      labels[row].empty() ? " │" : " ┤", dots.row(row), "\n");
    }
    const std::vector<double> times = round_steps(all.first_time, all.last_time, width / 10 + 1);
    const std::vector<std::string> time_names = tick_texts(times);
    std::string axis;
    std::string numbers;
    std::size_t next = 0;
    for (std::size_t column = 0; column < width; ++column) {
        if (next < times.size() && static_cast<std::size_t>(across(times[next]) / 2) == column) {
            const std::string label = time_names[next] + (next + 1 == times.size() ? " s" : "");
            const std::size_t middle = margin + 3 + column;
            write_over(numbers, middle - std::min(middle, label.size() / 2), label);
            axis += "┬";
            ++next;
        } else {
            axis += "─";
        }
    }
    return text(shown, std::string(margin + 2, ' '), "└", axis, "\n", numbers, "\n");
}

std::string svg_chart(const chart& what) {
    constexpr double width = 800;
    constexpr double height = 360;
    constexpr double left = 76;
    constexpr double right = width - 20;
    constexpr double top = 48;
    constexpr double bottom = height - 44;
    const bounds all = bounds_of(what);
    const auto across = [&](double time) {
        return left + (time - all.first_time) / (all.last_time - all.first_time) * (right - left);
    };
    const auto down = [&](double value) {
        return top + (all.high - value) / (all.high - all.low) * (bottom - top);
    };

    std::string out = text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height,
                           "\" role=\"img\" aria-label=\"", escaped(what.title), "\">\n");
    out +=
        "<style>\n"
        "  .paper { fill: #ffffff } .words { fill: #24292f; font: 13px system-ui, sans-serif }\n"
        "  .title { font-size: 16px; font-weight: 600 } .grid { stroke: #d0d7de } .axis { stroke: #57606a }\n"
        "  .curve { stroke: #0969da; stroke-width: 1.75; stroke-linejoin: round; fill: none }\n"
        "  @media (prefers-color-scheme: dark) {\n"
        "    .paper { fill: #0d1117 } .words { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: "
        "#8b949e }\n"
        "    .curve { stroke: #58a6ff }\n"
        "  }\n"
        "</style>\n";
    out += text("<rect class=\"paper\" width=\"", width, "\" height=\"", height, "\"/>\n");
    out += text("<text class=\"words title\" x=\"", left, "\" y=\"28\">", escaped(what.title),
                what.unit.empty() ? "" : ", ", escaped(what.unit), "</text>\n");
    const std::vector<double> heights = round_steps(all.low, all.high, 7);
    const std::vector<std::string> height_names = tick_texts(heights);
    for (std::size_t tick = 0; tick < heights.size(); ++tick) {
        const std::string y = fixed_text(down(heights[tick]), 1);
        out += text("<path class=\"grid\" d=\"M", left, " ", y, "H", right,
                    "\"/><text class=\"words\" text-anchor=\"end\" x=\"", left - 8, "\" y=\"", y,
                    "\" dy=\"0.35em\">", height_names[tick], "</text>\n");
    }
    const std::vector<double> times = round_steps(all.first_time, all.last_time, 10);
    const std::vector<std::string> time_names = tick_texts(times);
    for (std::size_t tick = 0; tick < times.size(); ++tick) {
        const std::string x = fixed_text(across(times[tick]), 1);
        out += text("<path class=\"axis\" d=\"M", x, " ", bottom,
                    "v5\"/><text class=\"words\" text-anchor=\"middle\" x=\"", x, "\" y=\"", bottom + 20,
                    "\">", time_names[tick], "</text>\n");
    }
    out += text("<path class=\"axis\" d=\"M", left, " ", bottom, "H", right,
                "\"/><text class=\"words\" text-anchor=\"end\" x=\"", right, "\" y=\"", bottom + 38,
                "\">time, s</text>\n<path class=\"curve\" d=\"");
    bool is_drawing = false;
    for (const chart::point& each : what.points) {
        if (each.value) {
            out += text(is_drawing ? "L" : "M", fixed_text(across(each.time), 2), " ",
                        fixed_text(down(*each.value), 2));
        }
        is_drawing = each.value.has_value();
    }
    return out + "\"/>\n</svg>\n";
}

} // namespace orrery::command
