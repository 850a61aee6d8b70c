#include "hex/step/curve_sorter.hpp"

#include <orrery/core/profile.hpp>

#include <utility>

namespace orrery::hex::detail {

bool curve_sorter::sort(broad_phase& order_of, frame& next) {
    if (!order_of.wants_sort()) {
        return false;
    }
    ORRERY_ZONE("sort");
    order_of.curve_order(next, order_);
    sorted_.make_room(next.objects.capacity(), 0);
    for (std::uint32_t index = 0; index < next.count; ++index) {
        sorted_.places()[index] = next.objects.places()[order_[index]];
        sorted_.motions()[index] = next.objects.motions()[order_[index]];
    }
    std::swap(sorted_, next.objects);
    return true;
}

} // namespace orrery::hex::detail
