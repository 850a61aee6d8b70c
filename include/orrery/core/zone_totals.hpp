// What the zones of core/profile.hpp have taken, added up by name: for those who want numbers while a program
// runs, rather than a trace of it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace orrery {

// The zones of one name, on all threads together.
struct zone_total {
    std::string_view name{};
    std::uint64_t count = 0;
    double seconds = 0;
};

// Of all that has been recorded and has not given way, in the order of names.
[[nodiscard]] std::vector<zone_total> zone_totals();

} // namespace orrery
