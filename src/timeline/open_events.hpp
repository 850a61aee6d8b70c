// What has begun and not ended. Each end belongs to the oldest beginning of the same kind between the same
// two that has none yet; so what ends and begins again in one frame, and what begins and ends in one, come
// out right whichever of the two events stands first.
#pragma once

#include <orrery/timeline/detail/event_log.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace orrery::time::detail {

struct interval_name {
    entity_key a = entity_key::none;
    entity_key b = entity_key::none;
    std::uint32_t kind = 0;

    friend constexpr auto operator<=>(const interval_name&, const interval_name&) = default;
};

[[nodiscard]] constexpr interval_name name_of(const event_mark& mark) noexcept {
    return {mark.a, mark.b, mark.kind};
}

struct open_event {
    interval_name name;
    std::uint64_t first = 0;

    friend constexpr auto operator<=>(const open_event&, const open_event&) = default;
};

[[nodiscard]] constexpr event_mark beginning_of(const open_event& event) noexcept {
    return {event.first, event.name.kind, event.name.a, event.name.b, event_role::begins};
}

// Ascending.
using open_list = std::vector<open_event>;

// Beginnings of one name stand in the order in which they came, which is what a multimap keeps.
template <typename Beginning>
using open_table = std::multimap<interval_name, Beginning>;

// The oldest beginning with that name, or end().
template <typename Beginning>
[[nodiscard]] auto oldest(open_table<Beginning>& open, const interval_name& name) {
    const auto found = open.lower_bound(name);
    return found != open.end() && found->first == name ? found : open.end();
}

// Follows what is open from event to event.
class open_tracker {
public:
    explicit open_tracker(const open_list& at_start) {
        for (const open_event& each : at_start) {
            open_.emplace_hint(open_.end(), each.name, each.first);
        }
    }

    void pass(const event_mark& mark) {
        if (mark.role == event_role::begins) {
            open_.emplace(name_of(mark), mark.frame);
        } else if (mark.role == event_role::ends) {
            if (const auto ended = oldest(open_, name_of(mark)); ended != open_.end()) {
                open_.erase(ended);
            }
        }
    }

    [[nodiscard]] open_list list() const {
        open_list all;
        all.reserve(open_.size());
        for (const auto& [name, first] : open_) {
            all.push_back({name, first});
        }
        return all;
    }

private:
    open_table<std::uint64_t> open_;
};

} // namespace orrery::time::detail
