// A note of what was open before the first event of a page, and where in a list of pages there are notes.
#pragma once

#include "timeline/event_page.hpp"
#include "timeline/open_events.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::time::detail {

class open_note {
public:
    explicit open_note(open_list events);

    [[nodiscard]] const open_list& events() const noexcept { return events_; }

    // Calls visit(const open_event&, newer) for each that matches the query, those of one name in the order
    // of their beginnings; `newer` counts the equal ones that come after it.
    template <typename Visit>
    void each(const event_query& query, Visit visit) const {
        if (query.one == entity_key::none) {
            visit_places(0, events_.size(), query, visit);
            return;
        }
        const open_event first{.name = {.a = query.one}};
        const auto begin = std::lower_bound(events_.begin(), events_.end(), first);
        const auto end = std::partition_point(
            begin, events_.end(), [&](const open_event& each) { return each.name.a == query.one; });
        visit_places(place_of(begin), place_of(end), query, visit);
        const auto is_before = [&](std::uint32_t place) { return events_[place].name.b < query.one; };
        for (auto other = std::partition_point(by_b_.begin(), by_b_.end(), is_before);
             other != by_b_.end() && events_[*other].name.b == query.one; ++other) {
            if (events_[*other].name.a != query.one) {
                visit_places(*other, *other + std::size_t{1}, query, visit);
            }
        }
    }

    // How many of that name began before a frame.
    [[nodiscard]] std::size_t count(const interval_name& name, std::uint64_t before) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    [[nodiscard]] std::size_t place_of(open_list::const_iterator event) const noexcept {
        return static_cast<std::size_t>(event - events_.begin());
    }

    template <typename Visit>
    void visit_places(std::size_t begin, std::size_t end, const event_query& query, Visit& visit) const {
        for (std::size_t place = begin; place < end; ++place) {
            if (matches(query, beginning_of(events_[place]))) {
                visit(events_[place], newer_equal(place));
            }
        }
    }

    [[nodiscard]] std::size_t newer_equal(std::size_t place) const noexcept;

    open_list events_;
    std::vector<std::uint32_t> by_b_; // places in order of b
};

// The last page up to this one that has a note. The first page of a finished list has one.
[[nodiscard]] std::size_t last_noted(const std::vector<event_page>& pages, std::size_t up_to);

// Makes the notes of the pages from `first` on right, and adds those that are missing. Pages from `settled`
// on stand as they did: where a note there turns out to be right, so are all later ones.
void renew_notes(std::vector<event_page>& pages, std::size_t first, std::size_t settled);

} // namespace orrery::time::detail
