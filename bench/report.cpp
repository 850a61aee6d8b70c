#include "bench/report.hpp"

#include <cstdio>
#include <fstream>

namespace bench {
namespace {

// The reason why a row misses what it requires, or nothing.
std::optional<std::string> what_is_missed(const row& measured) {
    char text[256];
    if (measured.required_ratio && ratio(measured).value_or(0) < *measured.required_ratio) {
        std::snprintf(text, sizeof text, "%s is %.2f times better than its peer, %.2f is required",
                      measured.name.c_str(), ratio(measured).value_or(0), *measured.required_ratio);
        return text;
    }
    if (measured.required_value && (measured.is_larger_better ? measured.value < *measured.required_value
                                                              : measured.value > *measured.required_value)) {
        std::snprintf(text, sizeof text, "%s is %g %s, %g is required", measured.name.c_str(), measured.value,
                      measured.unit.c_str(), *measured.required_value);
        return text;
    }
    return std::nullopt;
}

constexpr int name_width = 66;

void print_heading() {
    std::printf("%-*s %12s %12s %8s  %s\n", name_width, "name", "value", "peer", "ratio", "unit");
    std::fflush(stdout);
}

void print_row(const row& measured) {
    std::printf("%-*s %12.4g", name_width, measured.name.c_str(), measured.value);
    measured.peer ? std::printf(" %12.4g", *measured.peer) : std::printf(" %12s", "");
    ratio(measured) ? std::printf(" %8.2f", *ratio(measured)) : std::printf(" %8s", "");
    std::printf("  %s", measured.unit.c_str());
    measured.goal ? std::printf(", goal %g\n", *measured.goal) : std::printf("\n");
    std::fflush(stdout); // some programs take minutes
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

std::string number_or_null(std::optional<double> value) {
    if (!value) {
        return "null";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", *value);
    return text;
}

bool write_json(const std::vector<row>& rows, const std::string& path) {
    std::ofstream file(path);
    file << "[\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        file << "  {\"name\": " << quoted(rows[i].name) << ", \"value\": " << number_or_null(rows[i].value)
             << ", \"unit\": " << quoted(rows[i].unit) << ", \"peer\": " << number_or_null(rows[i].peer)
             << ", \"ratio\": " << number_or_null(ratio(rows[i]))
             << ", \"goal\": " << number_or_null(rows[i].goal) << (i + 1 < rows.size() ? "},\n" : "}\n");
    }
    file << "]\n";
    return file.good();
}

} // namespace

std::optional<double> ratio(const row& measured) {
    if (!measured.peer || (measured.is_larger_better ? *measured.peer : measured.value) == 0) {
        return std::nullopt;
    }
    return measured.is_larger_better ? measured.value / *measured.peer : *measured.peer / measured.value;
}

report::report(const options& chosen)
    : options_(&chosen) {
    if (chosen.is_quick()) {
        usual_effort = {.repeats = 1, .sample_nanoseconds = 1e4};
    }
    print_heading();
}

void report::add(row measured) {
    if (options_->is_quick()) {
        measured.required_ratio.reset();
        measured.required_value.reset();
    }
    print_row(measured);
    rows_.push_back(std::move(measured));
}

int report::finish() const {
    if (!options_->json_path().empty() && !write_json(rows_, options_->json_path())) {
        std::fprintf(stderr, "cannot write %s\n", options_->json_path().c_str());
        return 2;
    }
    int missed = 0;
    for (const row& measured : rows_) {
        if (const auto reason = what_is_missed(measured)) {
            std::fprintf(stderr, "missed: %s\n", reason->c_str());
            ++missed;
        }
    }
    return options_->has_to_check() && missed != 0 ? 1 : 0;
}

int run(int count, char** arguments, std::span<const part> parts, std::span<const further_option> further) {
    std::vector<std::string_view> names;
    for (const part& each : parts) {
        names.push_back(each.name);
    }
    const options chosen(count, arguments, std::move(names), further);
    report report(chosen);
    for (const part& each : parts) {
        if (chosen.wants(each.name)) {
            each.measure(report, chosen);
        }
    }
    return report.finish();
}

} // namespace bench
