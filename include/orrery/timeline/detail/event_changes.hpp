// What happens in one course of events and not in another.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/timeline/event_history.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::time::detail {

// Calls happens(frame, event) for what only the new course has, and withdrawn(frame, event) for what only the
// old one has, each in the order of the course it is in.
template <typename World, typename Happens, typename Withdrawn>
void each_event_change(const event_history<typename World::event_type>& old_course,
                       const event_history<typename World::event_type>& new_course, frame_range range,
                       Happens happens, Withdrawn withdrawn) {
    using event = typename World::event_type;

    struct marked {
        event_mark mark;
        event what;
        bool is_in_both = false;
    };

    const auto list = [&](const event_history<event>& from) {
        std::vector<marked> all;
        from.each_event(range, [&](std::uint64_t frame, const event& what) {
            const event_span span = World::span_of(what);
            all.push_back({{frame, span.kind, what.key_a, what.key_b, span.role}, what});
        });
        return all;
    };
    std::vector<marked> before = list(old_course);
    std::vector<marked> after = list(new_course);
    // Both are in the order of their marks; of one mark there are seldom two.
    std::size_t start = 0;
    for (marked& mine : after) {
        for (; start < before.size() && before[start].mark < mine.mark; ++start) {
        }
        for (std::size_t place = start; place < before.size() && before[place].mark == mine.mark; ++place) {
            if (!before[place].is_in_both && before[place].what == mine.what) {
                before[place].is_in_both = true;
                mine.is_in_both = true;
                break;
            }
        }
    }
    const auto tell = [](const std::vector<marked>& all, auto& whom) {
        for (const marked& each : all) {
            if (!each.is_in_both) {
                whom(each.mark.frame, each.what);
            }
        }
    };
    tell(before, withdrawn);
    tell(after, happens);
}

} // namespace orrery::time::detail
