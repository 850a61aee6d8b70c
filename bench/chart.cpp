#include "bench/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace bench {
namespace {

constexpr double width = 860;
constexpr double margin = 28;
constexpr double names_end = 178;                // names stand to the left of it, bars to the right
constexpr double bars_end = width - margin - 40; // leaves room for the value of the longest bar
constexpr double bar_height = 13;
constexpr double bar_step = 17;
constexpr double group_head = 30;
constexpr double group_gap = 16;

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

std::string text_at(double x, double y, const std::string& kind, const std::string& text) {
    return "<text x='" + printed(x) + "' y='" + printed(y) + "' class='" + kind + "'>" + escaped(text) +
           "</text>\n";
}

// A logarithmic axis that begins at a power of ten.
struct axis {
    double low = 1;
    double high = 10;

    [[nodiscard]] static axis for_values(const bar_chart& chart) {
        double least = 1e300;
        double most = 0;
        for (const bar_group& group : chart.groups) {
            for (const bar& each : group.bars) {
                least = std::min(least, each.value);
                most = std::max(most, each.value);
            }
        }
        return {std::pow(10.0, std::floor(std::log10(least))), most};
    }

    [[nodiscard]] double place(double value) const {
        return names_end + (bars_end - names_end) * std::log(value / low) / std::log(high / low);
    }
};

std::string grid_lines(const axis& scale, double top, double bottom) {
    std::string out;
    for (double decade = scale.low; decade <= scale.high; decade *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            const double value = decade * step;
            if (value > scale.high) {
                continue;
            }
            const std::string x = printed(scale.place(value));
            out += "<line x1='" + x + "' x2='" + x + "' y1='" + printed(top) + "' y2='" + printed(bottom) +
                   "' class='" + (step == 1 ? "line strong" : "line") + "'/>\n";
            out += text_at(scale.place(value), bottom + 16, "tick", printed(value, 0));
        }
    }
    return out;
}

std::string group_at(const bar_group& group, const bar_chart& chart, const axis& scale, double top) {
    std::string out = text_at(names_end, top + 16, "group", group.name);
    double y = top + group_head - 4;
    for (const bar& each : group.bars) {
        const double end = scale.place(each.value);
        out += text_at(names_end - 8, y + bar_height - 3, "name", each.name);
        out += "<rect x='" + printed(names_end) + "' y='" + printed(y) + "' width='" +
               printed(std::max(end - names_end, 1.0)) + "' height='" + printed(bar_height) +
               "' rx='2' fill='" + chart.kinds[each.kind].color + "'/>\n";
        out += text_at(end + 5, y + bar_height - 3, "value", printed(each.value, each.value < 10 ? 1 : 0));
        y += bar_step;
    }
    return out;
}

std::string legend_at(const bar_chart& chart, double y) {
    std::string out;
    double x = margin;
    for (const bar_kind& kind : chart.kinds) {
        out += "<rect x='" + printed(x) + "' y='" + printed(y - 10) +
               "' width='12' height='12' rx='2' fill='" + kind.color + "'/>\n";
        out += text_at(x + 18, y, "key", kind.name);
        x += 18 + 7.0 * static_cast<double>(kind.name.size()) + 24;
    }
    return out;
}

} // namespace

bool write_svg(const bar_chart& chart, const std::string& path) {
    constexpr double groups_top = 108;
    double bottom = groups_top;
    for (const bar_group& group : chart.groups) {
        bottom += group_head + bar_step * static_cast<double>(group.bars.size()) + group_gap;
    }
    const axis scale = axis::for_values(chart);
    const double height = bottom + 36;

    std::ofstream file(path);
    file << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << printed(width, 0) << ' '
         << printed(height, 0) << "' font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n"
         << "<style>text{fill:#3b4453;font-size:12px}.title{fill:#111827;font-size:20px;font-weight:600}"
            ".group{fill:#111827;font-size:14px;font-weight:600}.name,.tick{fill:#5b6472}"
            ".name{text-anchor:end}.tick{text-anchor:middle;font-size:11px}.value{font-size:11px}"
            ".line{stroke:#eceff3}.strong{stroke:#d3d9e1}</style>\n"
         << "<rect width='100%' height='100%' rx='14' fill='#ffffff'/>\n"
         << text_at(margin, 42, "title", chart.title) << text_at(margin, 64, "key", chart.subtitle)
         << legend_at(chart, 92) << grid_lines(scale, groups_top, bottom);
    double top = groups_top;
    for (const bar_group& group : chart.groups) {
        file << group_at(group, chart, scale, top);
        top += group_head + bar_step * static_cast<double>(group.bars.size()) + group_gap;
    }
    file << "</svg>\n";
    return file.good();
}

} // namespace bench
