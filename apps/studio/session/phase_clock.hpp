// How long the phases of a step take, for the performance overlay. The zones of core/profile.hpp are recorded
// for as long as one of these lives, unless somebody else records them for a trace already.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace orrery::studio {

struct phase_time {
    std::string_view name{};
    double milliseconds = 0; // a step
};

struct step_times {
    double step = 0; // milliseconds; 0: none was made
    std::vector<phase_time> phases{};
};

class phase_clock {
public:
    phase_clock();
    ~phase_clock();
    phase_clock(const phase_clock&) = delete;
    phase_clock& operator=(const phase_clock&) = delete;

    // Of the steps since it was last asked. `names` are the zones to tell of, and the step is the zone
    // "step".
    [[nodiscard]] step_times take(std::span<const std::string_view> names);

private:
    bool is_mine_ = false;
};

} // namespace orrery::studio
