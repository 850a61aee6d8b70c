// determinism_runner: steps one scenario and prints one line for each frame, its number and its hash.
// tools/determinism runs it on every target and compares the lines.
#include <orrery/build_settings.hpp>

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <scenario.hpp>
#include <string_view>

namespace {

using namespace orrery::determinism;

constexpr const char* usage =
    R"(determinism_runner: prints a hash of the state after each frame of a scenario.

  --list                 the names of the scenarios, one a line
  --capabilities         the thread counts and SIMD widths this build can be asked for
  --scenario NAME        step this scenario
    --frames N             for so many frames (default 60)
    --threads N            on so many threads (default 1)
    --simd scalar|4|8|16   with so many lanes at a time (default scalar)
    --sabotage-frame N     and report wrong hashes from frame N on, to see that the comparison notices
)";

struct options {
    std::string_view scenario_name;
    scenario_settings settings;
    int frame_count = 60;
    std::optional<int> sabotage_frame;
};

[[nodiscard]] int refuse(std::string_view reason, std::string_view what) {
    std::fprintf(stderr, "determinism_runner: %.*s '%.*s'; see --help\n", static_cast<int>(reason.size()),
                 reason.data(), static_cast<int>(what.size()), what.data());
    return 2;
}

[[nodiscard]] std::optional<int> parse_count(std::string_view digits) {
    int count = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, count);
    if (problem != std::errc{} || stop != end || count < 0) {
        return std::nullopt;
    }
    return count;
}

[[nodiscard]] std::optional<int> parse_simd_width(std::string_view width) {
    if (width == "scalar") {
        return 1;
    }
    if (width == "4" || width == "8" || width == "16") {
        return parse_count(width);
    }
    return std::nullopt;
}

// Stores one option; false when the name is unknown or the value makes no sense.
[[nodiscard]] bool store_option(options& chosen, std::string_view name, std::string_view value) {
    if (name == "--scenario") {
        chosen.scenario_name = value;
        return true;
    }
    const auto number = name == "--simd" ? parse_simd_width(value) : parse_count(value);
    if (!number) {
        return false;
    }
    if (name == "--frames") {
        chosen.frame_count = *number;
    } else if (name == "--threads" && *number >= 1) {
        chosen.settings.thread_count = *number;
    } else if (name == "--simd") {
        chosen.settings.simd_width = *number;
    } else if (name == "--sabotage-frame") {
        chosen.sabotage_frame = *number;
    } else {
        return false;
    }
    return true;
}

[[nodiscard]] int run(const options& chosen) {
    const auto table = scenario_table();
    const auto entry = std::ranges::find(table, chosen.scenario_name, &scenario_entry::name);
    if (entry == table.end()) {
        return refuse("there is no scenario", chosen.scenario_name);
    }
    if (!ORRERY_THREADS && chosen.settings.thread_count != 1) {
        return refuse("this build has one thread only, which rules out", "--threads");
    }
    const auto world = entry->make(chosen.settings);
    for (int frame = 0; frame < chosen.frame_count; ++frame) {
        std::uint64_t hash = world->step();
        if (chosen.sabotage_frame && frame >= *chosen.sabotage_frame) {
            hash ^= 1;
        }
        std::printf("%d %016" PRIx64 "\n", frame, hash);
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace

int main(int argument_count, char** arguments) {
    const std::string_view first = argument_count > 1 ? arguments[1] : "--help";
    if (first == "--help") {
        std::fputs(usage, stdout);
        return 0;
    }
    if (first == "--list") {
        for (const scenario_entry& entry : scenario_table()) {
            std::printf("%.*s\n", static_cast<int>(entry.name.size()), entry.name.data());
        }
        return 0;
    }
    if (first == "--capabilities") {
        std::puts(ORRERY_THREADS ? "threads 1 2 4" : "threads 1");
        std::puts("simd scalar 4 8 16");
        return 0;
    }
    options chosen;
    for (int i = 1; i < argument_count; i += 2) {
        if (i + 1 == argument_count) {
            return refuse("there is no value after", arguments[i]);
        }
        if (!store_option(chosen, arguments[i], arguments[i + 1])) {
            return refuse("this makes no sense:", arguments[i]);
        }
    }
    return run(chosen);
}
