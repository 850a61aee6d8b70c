// The tracks of frames that have given theirs up, from a private copy of the world that goes through them
// once more.
#pragma once

#include <orrery/core/engine.hpp>
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
    if (!is_tail) {
        there.record(records.front()); // from now on the world notes how far its steps reach
        steps.run(there, known.journal);
    }
    there.record(records.front(), record_extent::full);
    for (std::size_t number = 1; number < records.size(); ++number) {
        steps.run(there, known.journal);
        there.record(records[number]);
    }
    return track_segment<World>::seal(records, nullptr, there.model());
}

} // namespace orrery::time::detail
