#include "hex/step/finish.hpp"

#include <algorithm>
#include <tuple>

namespace orrery::hex::detail {

void sort_fates(frame& next) {
    std::ranges::sort(next.fates); // total order: equal ones do the same
}

void sort_events(std::vector<event>& events) {
    // total order: equal ones are the same
    std::ranges::sort(events, [](const event& a, const event& b) {
        const auto rank = [](const event& each) {
            return std::tuple(each.key_a, each.key_b, each.kind, each.at, each.amount, each.impulse,
                              each.point.a, each.point.b);
        };
        return rank(a) < rank(b);
    });
}

} // namespace orrery::hex::detail
