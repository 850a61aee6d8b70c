// Worlds of circles are made for sizes that differ by no more than four and for speeds of up to a diameter an
// update. Others come out right as well, but take longer: their owner is told so, once.
#include "circles/pipeline.hpp"

#include <algorithm>

namespace orrery::circles::detail {

namespace {

constexpr scalar most_times_smallest = 4;

} // namespace

void pipeline::watch_assumptions() {
    // Sizes change only together with the roster.
    if (!has_told_sizes_ && looked_at_ != next_->roster) {
        looked_at_ = next_->roster;
        const auto& forms = looked_at_->forms;
        const auto [smallest, largest] = std::ranges::minmax_element(forms, {}, &form::radius);
        if (!forms.empty() && largest->radius > most_times_smallest * smallest->radius) {
            has_told_sizes_ = true;
            looked_at_.reset();
            machine->log().warning("circles", "the largest circle has a radius of ", largest->radius,
                                   ", the smallest one of ", smallest->radius,
                                   "; with more than four times as much updates take longer");
        }
    }
    if (!has_told_speeds_ && statistics.fast != 0) {
        has_told_speeds_ = true;
        machine->log().warning("circles", statistics.fast,
                               " circles go farther than their diameter in an update; with faster ones "
                               "updates take longer");
    }
}

} // namespace orrery::circles::detail
