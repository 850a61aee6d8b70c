#include "circles/step/assumptions.hpp"

#include <algorithm>

namespace orrery::circles::detail {

namespace {

constexpr scalar most_times_smallest = 4;

template <typename... Parts>
void tell_once(std::atomic<bool>& is_told, logger& log, const Parts&... parts) {
    if (!is_told.exchange(true)) {
        log.warning("circles", parts...);
    }
}

} // namespace

void assumption_watch::look_at(const frame& made, std::uint32_t fast, logger& log) {
    if (fast != 0 && !told_->speeds) {
        tell_once(told_->speeds, log,
                  "updates take longer with circles that go farther than their "
                  "diameter in an update, as ",
                  fast, " of ", made.size(), " do");
    }
    // Sizes change only together with the roster.
    if (looked_at_ == made.roster || told_->sizes) {
        return;
    }
    looked_at_ = made.roster;
    const auto& forms = looked_at_->forms;
    const auto [smallest, largest] = std::ranges::minmax_element(forms, {}, &form::radius);
    if (!forms.empty() && largest->radius > most_times_smallest * smallest->radius) {
        tell_once(told_->sizes, log, "updates take longer with circles more than ", most_times_smallest,
                  " times as large as others, as those with a radius of ", largest->radius, " and ",
                  smallest->radius);
    }
}

} // namespace orrery::circles::detail
