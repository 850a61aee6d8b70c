#include "circles/step/impact_log.hpp"

#include <orrery/circles/contact.hpp>

#include <algorithm>
#include <tuple>

namespace orrery::circles::detail {

namespace {

[[nodiscard]] bool is_before(const impact& one, const impact& other) noexcept {
    return std::tie(one.time, one.a, one.b) < std::tie(other.time, other.a, other.b);
}

} // namespace

// They came by time; only those of the same time may have to change places.
void impact_log::sort() {
    for (std::size_t i = 1; i < impacts_.size(); ++i) {
        if (!is_before(impacts_[i], impacts_[i - 1])) {
            continue;
        }
        const impact moved = impacts_[i];
        std::size_t place = i;
        for (; place > 0 && is_before(moved, impacts_[place - 1]); --place) {
            impacts_[place] = impacts_[place - 1];
        }
        impacts_[place] = moved;
    }
}

void impact_log::write_events(std::span<const entity_key> keys, std::vector<event>& events) const {
    events.reserve(events.size() + impacts_.size());
    for (const impact& each : impacts_) {
        const bool is_wall = (each.b & wall_bit) != 0;
        events.push_back({.kind = event_kind::impact,
                          .wall = each.wall,
                          .key_a = keys[each.a],
                          .key_b = is_wall ? entity_key::none : keys[each.b],
                          .point = each.point,
                          .normal = each.normal,
                          .impulse = each.impulse,
                          .time = each.time});
    }
}

} // namespace orrery::circles::detail
