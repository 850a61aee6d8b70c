// Worlds of circles are made for sizes that differ by no more than four and for speeds of up to a diameter an
// update. Others come out right as well, but take longer: their owner is told so, once.
#include "circles/step/pipeline.hpp"

#include <algorithm>

namespace orrery::circles::detail {

namespace {

constexpr scalar most_times_smallest = 4;

template <typename... Parts>
void tell_once(std::atomic<bool>& is_told, engine& machine, const Parts&... parts) {
    if (!is_told.exchange(true)) {
        machine.log().warning("circles", parts...);
    }
}

} // namespace

void pipeline::watch_assumptions() {
    if (statistics.fast != 0 && !told_->speeds) {
        tell_once(told_->speeds, *machine,
                  "updates take longer with circles that go farther than their "
                  "diameter in an update, as ",
                  statistics.fast, " of ", next_->size(), " do");
    }
    // Sizes change only together with the roster.
    if (looked_at_ == next_->roster || told_->sizes) {
        return;
    }
    looked_at_ = next_->roster;
    const auto& forms = looked_at_->forms;
    const auto [smallest, largest] = std::ranges::minmax_element(forms, {}, &form::radius);
    if (!forms.empty() && largest->radius > most_times_smallest * smallest->radius) {
        tell_once(told_->sizes, *machine, "updates take longer with circles more than ", most_times_smallest,
                  " times as large as others, as those with a radius of ", largest->radius, " and ",
                  smallest->radius);
    }
}

} // namespace orrery::circles::detail
