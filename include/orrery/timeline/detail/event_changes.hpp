// What happens in one course of events and not in another.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/event_history.hpp>
#include <orrery/timeline/simulation_adapter.hpp>

#include <cstddef>
#include <cstdint>

namespace orrery::time::detail {

// Payloads are valid for as long as the logs.
using event_visitor = function_ref<void(const event_mark& mark, const std::byte* payload)>;

// Calls happens(mark, payload) for what only the new course has, and withdrawn(mark, payload) for what only
// the old one has, each in the order of the course it is in.
void each_event_change(const event_log& old_course, const event_log& new_course, frame_range range,
                       event_equality are_equal, event_visitor happens, event_visitor withdrawn);

// The same with happens(frame, event) and withdrawn(frame, event).
template <typename World, typename Happens, typename Withdrawn>
void each_event_change(const event_history<typename World::event_type>& old_course,
                       const event_history<typename World::event_type>& new_course, frame_range range,
                       Happens happens, Withdrawn withdrawn) {
    using adapter = simulation_adapter<World>;
    each_event_change(
        old_course.log(), new_course.log(), range, &adapter::are_equal_events,
        [&](const event_mark& mark, const std::byte* payload) {
            happens(mark.frame, adapter::event_of(mark, payload));
        },
        [&](const event_mark& mark, const std::byte* payload) {
            withdrawn(mark.frame, adapter::event_of(mark, payload));
        });
}

} // namespace orrery::time::detail
