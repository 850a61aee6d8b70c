#include "bench/spatial_options.hpp"
#include "bench/spatial_race.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace bench {
namespace {

constexpr std::array<std::string_view, 9> parts{"uniform", "spiral",  "clumps",  "stadium", "mixed",
                                                "space",   "threads", "queries", "n_body"};

// The whole text as a number, or the end of the program.
double number_in(const std::string& option, const char* text) {
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0)) {
        give_up(option + " wants a positive number, not '" + text + "'");
    }
    return value;
}

} // namespace

spatial_options take_spatial_options(std::vector<char*>& arguments) {
    spatial_options options;
    std::vector<char*> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string option = arguments[i];
        const bool is_ours =
            option == "--only" || option == "--n" || option == "--density" || option == "--chart";
        if (!is_ours || i + 1 == arguments.size()) {
            others.push_back(arguments[i]);
            continue;
        }
        const char* value = arguments[++i];
        if (option == "--only") {
            options.only = value;
            if (std::find(parts.begin(), parts.end(), value) == parts.end()) {
                give_up("there is no part '" + options.only + "' to run only");
            }
        } else if (option == "--n") {
            options.n = static_cast<std::size_t>(number_in(option, value));
        } else if (option == "--density") {
            options.density = number_in(option, value);
        } else {
            options.chart_path = value;
        }
    }
    arguments = std::move(others);
    return options;
}

} // namespace bench
