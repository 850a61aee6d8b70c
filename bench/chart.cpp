#include "bench/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace bench {
namespace {

// In pixels, as far as the picture is shown in its own size.
constexpr double width = 900;
constexpr double margin = 30;
constexpr double column_gap = 24;
constexpr double column_width = (width - 2 * margin - column_gap) / 2;
constexpr double name_width = 118; // names stand to the left of the bars
constexpr double value_width = 34; // and values to the right
constexpr double bar_height = 13;
constexpr double bar_step = 17;
constexpr double head_height = 30;  // of a group
constexpr double scale_height = 22; // under a group
constexpr double group_gap = 20;
constexpr double groups_top = 118;

constexpr const char* style =
    "<style>text{fill:#4b5563;font-size:12px}.title{fill:#111827;font-size:20px;font-weight:600}"
    ".group{fill:#111827;font-size:14px;font-weight:600}.note{fill:#6b7280;font-size:12px;font-weight:400}"
    ".name{text-anchor:end}.tick{fill:#6b7280;text-anchor:middle;font-size:11px}"
    ".value,.best{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px}"
    ".best{fill:#111827;font-weight:700}.line{stroke:#e9ecf1}.strong{stroke:#cfd5dd}</"
    "style>\n";

std::string printed(double value, int digits = 1) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
    }
    return out;
}

std::string text_at(double x, double y, const std::string& kind, const std::string& content) {
    return "<text x='" + printed(x) + "' y='" + printed(y) + "' class='" + kind + "'>" + content +
           "</text>\n";
}

std::string bar_at(double x, double y, double length, double height, const std::string& color) {
    return "<rect x='" + printed(x) + "' y='" + printed(y) + "' width='" + printed(length) + "' height='" +
           printed(height) + "' rx='2' fill='" + color + "'/>\n";
}

// The logarithmic scale of all groups, from a power of ten to the largest value.
struct scale {
    double low = 1;
    double high = 10;

    [[nodiscard]] static scale of(const bar_chart& chart) {
        double least = std::numeric_limits<double>::max();
        double most = std::numeric_limits<double>::min();
        for (const bar_group& group : chart.groups) {
            for (const bar& each : group.bars) {
                least = std::min(least, each.value);
                most = std::max(most, each.value);
            }
        }
        return {std::pow(10.0, std::floor(std::log10(least))), most};
    }

    [[nodiscard]] double length(double value) const {
        return (column_width - name_width - value_width) * std::log(value / low) / std::log(high / low);
    }
};

double height_of(const bar_group& group) {
    return head_height + bar_step * static_cast<double>(group.bars.size()) + scale_height;
}

std::string scale_lines(const scale& values, double left, double top, double bottom) {
    std::string out;
    for (double decade = values.low; decade <= values.high; decade *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            if (decade * step > values.high) {
                continue;
            }
            const double place = left + values.length(decade * step);
            const std::string x = printed(place);
            out += "<line x1='" + x + "' x2='" + x + "' y1='" + printed(top) + "' y2='" + printed(bottom) +
                   "' class='" + (step == 1 ? "line strong" : "line") + "'/>\n";
            if (step == 1) {
                out += text_at(place, bottom + 14, "tick", printed(decade, 0));
            }
        }
    }
    return out;
}

std::string group_at(double left, double top, const bar_group& group, const bar_chart& chart,
                     const scale& values) {
    const double bars_left = left + name_width;
    const double bottom = top + height_of(group) - scale_height;
    std::string out =
        text_at(bars_left, top + 16, "group",
                escaped(group.name) + "<tspan class='note' dx='8'>" + escaped(group.note) + "</tspan>");
    out += scale_lines(values, bars_left, top + head_height - 4, bottom);
    const auto shortest = std::min_element(group.bars.begin(), group.bars.end(),
                                           [](const bar& a, const bar& b) { return a.value < b.value; });
    double y = top + head_height;
    for (const bar& each : group.bars) {
        const double length = values.length(each.value);
        const double line = y + bar_height - 3;
        const bool is_best = &each == &*shortest;
        out += text_at(bars_left - 8, line, "name", escaped(each.name));
        out += bar_at(bars_left, y, std::max(length, 1.0), bar_height, chart.kinds[each.kind].color);
        out += text_at(bars_left + length + 5, line, is_best ? "best" : "value",
                       printed(each.value, each.value < 10 ? 1 : 0));
        y += bar_step;
    }
    return out;
}

bool has_bars_of(std::size_t kind, const bar_chart& chart) {
    return std::any_of(chart.groups.begin(), chart.groups.end(), [&](const bar_group& group) {
        return std::any_of(group.bars.begin(), group.bars.end(),
                           [&](const bar& each) { return each.kind == kind; });
    });
}

std::string legend_at(double y, const bar_chart& chart) {
    constexpr double letter_width = 6.4; // about; fonts differ
    std::string out;
    double x = margin;
    for (std::size_t i = 0; i < chart.kinds.size(); ++i) {
        if (has_bars_of(i, chart)) {
            const bar_kind& kind = chart.kinds[i];
            out += bar_at(x, y - 10, 12, 12, kind.color);
            out += text_at(x + 18, y, "key", escaped(kind.name));
            x += 18 + letter_width * static_cast<double>(kind.name.size()) + 22;
        }
    }
    return out;
}

} // namespace

bool write_svg(const bar_chart& chart, const std::string& path) {
    const scale values = scale::of(chart);
    std::string groups;
    double top = groups_top;
    for (std::size_t i = 0; i < chart.groups.size(); i += 2) {
        groups += group_at(margin, top, chart.groups[i], chart, values);
        double height = height_of(chart.groups[i]);
        if (i + 1 < chart.groups.size()) {
            groups += group_at(margin + column_width + column_gap, top, chart.groups[i + 1], chart, values);
            height = std::max(height, height_of(chart.groups[i + 1]));
        }
        top += height + group_gap;
    }
    std::ofstream file(path);
    file << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << printed(width, 0) << ' '
         << printed(top, 0) << "' font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n"
         << style << "<rect width='100%' height='100%' rx='14' fill='#ffffff'/>\n"
         << text_at(margin, 44, "title", escaped(chart.title))
         << text_at(margin, 66, "key", escaped(chart.subtitle)) << legend_at(95, chart) << groups
         << "</svg>\n";
    return file.good();
}

} // namespace bench
