#include "hex/collide/broad_phase.hpp"
#include "hex/step/reach_log.hpp"

namespace orrery::hex::detail {

void reach_log::note(const frame& next) {
    if (!is_asked_for_) {
        return;
    }
    reaches_.resize(next.count);
    for (std::uint32_t index = 0; index < next.count; ++index) {
        reaches_[index] = swept_box(next.places()[index], next.motions()[index]);
    }
}

} // namespace orrery::hex::detail
