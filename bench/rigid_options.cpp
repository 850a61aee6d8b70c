#include "bench/rigid_options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace bench {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& value) {
    std::fprintf(stderr, "%s does not take '%s'\n", option.c_str(), value.c_str());
    std::exit(2);
}

bool takes_a_value(std::string_view option) {
    return option == "--scene" || option == "--steps" || option == "--chart";
}

void set(rigid_options& options, const std::string& option, const std::string& value) {
    if (option == "--scene") {
        if (std::find(rigid_parts.begin(), rigid_parts.end(), value) == rigid_parts.end()) {
            refuse(option, value);
        }
        options.scene = value;
    } else if (option == "--steps") {
        options.steps = std::atoi(value.c_str());
        if (options.steps <= 0) {
            refuse(option, value);
        }
    } else {
        options.chart_path = value;
    }
}

} // namespace

rigid_options take_rigid_options(std::vector<char*>& arguments) {
    rigid_options options;
    std::vector<char*> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string option = arguments[i];
        if (option == "--skip-peer") {
            options.has_peer = false;
        } else if (option == "--skip-threads") {
            options.has_two_threads = false;
        } else if (takes_a_value(option) && i + 1 < arguments.size()) {
            set(options, option, arguments[++i]);
        } else {
            others.push_back(arguments[i]);
        }
    }
    arguments = std::move(others);
    return options;
}

} // namespace bench
