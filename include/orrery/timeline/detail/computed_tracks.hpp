// The tracks of frames that have given theirs up, from a private copy of the world that goes through them
// once more.
#pragma once

#include <orrery/core/engine.hpp>
#include <orrery/timeline/detail/arrival.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/history.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace orrery::time::detail {

template <typename World>
[[nodiscard]] std::shared_ptr<const track_segment<World>> computed_tracks(const history<World>& known,
                                                                          frame_range frames) {
    engine machine({.thread_count = 1});
    const bool is_tail = frames.first == known.tail();
    World there = known.revive(is_tail ? frames.first : frames.first - 1, machine);
    journal_step<World> steps;
    std::vector<frame_record<World>> records(static_cast<std::size_t>(frames.size()));
    there.record(records.front());
    if (!is_tail) {
        frame_record<World> arrival;
        steps.run(there, known.journal);
        there.record(arrival);
        there.restore(there.snapshot()); // so that the first record lists everything
        there.record(records.front());
        each_reach(arrival, [&](entity_key key, const auto& box) { add_arrival(records.front(), key, box); });
    }
    for (std::size_t number = 1; number < records.size(); ++number) {
        steps.run(there, known.journal);
        there.record(records[number]);
    }
    return track_segment<World>::seal(records, nullptr, there.model());
}

} // namespace orrery::time::detail
