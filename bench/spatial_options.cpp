#include "bench/spatial_options.hpp"
#include "bench/spatial_race.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace bench {
namespace {

// The value itself if it is one of those allowed.
template <typename T>
T one_of(std::span<const T> allowed, const T& value, const std::string& option, const std::string& text) {
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
        give_up(option + " does not take '" + text + "'");
    }
    return value;
}

bool is_spatial_option(std::string_view argument) {
    return argument == "--only" || argument == "--n" || argument == "--density" || argument == "--chart";
}

} // namespace

spatial_options take_spatial_options(std::vector<char*>& arguments) {
    spatial_options options;
    std::vector<char*> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string option = arguments[i];
        if (!is_spatial_option(option) || i + 1 == arguments.size()) {
            others.push_back(arguments[i]);
            continue;
        }
        const std::string value = arguments[++i];
        if (option == "--only") {
            options.only = one_of<std::string_view>(spatial_parts, value, option, value);
        } else if (option == "--n") {
            const auto count = static_cast<std::size_t>(std::strtoull(value.c_str(), nullptr, 10));
            options.count = one_of<std::size_t>(spatial_counts, count, option, value);
        } else if (option == "--density") {
            const double density = std::strtod(value.c_str(), nullptr);
            options.density = one_of<double>(spatial_densities, density, option, value);
        } else {
            options.chart_path = value;
        }
    }
    arguments = std::move(others);
    return options;
}

} // namespace bench
