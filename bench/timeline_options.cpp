#include "bench/timeline_options.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace bench {

timeline_options take_timeline_options(std::vector<char*>& arguments) {
    timeline_options options;
    std::vector<char*> others;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view option = arguments[i];
        if (option == "--short") {
            options.is_short = true;
        } else if (option == "--part" && i + 1 < arguments.size()) {
            options.part = arguments[++i];
            if (std::find(timeline_parts.begin(), timeline_parts.end(), options.part) ==
                timeline_parts.end()) {
                std::fprintf(stderr, "--part does not take '%s'\n", options.part.c_str());
                std::exit(2);
            }
        } else {
            others.push_back(arguments[i]);
        }
    }
    arguments = std::move(others);
    return options;
}

} // namespace bench
