#include "apps/studio/session/phase_clock.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/core/zone_totals.hpp>

#include <algorithm>

namespace orrery::studio {
namespace {

// Half a second of steps, or the last part of it.
constexpr profile_settings room{.entries_per_thread = std::size_t{1} << 14};

} // namespace

phase_clock::phase_clock()
    : is_mine_(!is_profiling()) {
    if (is_mine_) {
        start_profiling(room);
    }
}

phase_clock::~phase_clock() {
    if (is_mine_) {
        stop_profiling();
    }
}

// NOLINTNEXTLINE(readability-make-member-function-const): the next call tells of other steps
step_times phase_clock::take(std::span<const std::string_view> names) {
    step_times found;
    if (!is_mine_) {
        return found;
    }
    const std::vector<zone_total> totals = zone_totals();
    start_profiling(room);
    const auto steps = std::ranges::find(totals, std::string_view("step"), &zone_total::name);
    if (steps == totals.end()) {
        return found;
    }
    const double scale = 1000 / static_cast<double>(steps->count);
    found.step = steps->seconds * scale;
    for (const std::string_view name : names) {
        const auto phase = std::ranges::find(totals, name, &zone_total::name);
        if (phase != totals.end()) {
            found.phases.push_back({name, phase->seconds * scale});
        }
    }
    return found;
}

} // namespace orrery::studio
