#include <orrery/timeline/detail/computed_tracks.hpp>

#include <vector>

namespace orrery::time::detail {

motion_segment::shared computed_tracks(const history_parts& known, frame_range frames) {
    engine machine({.thread_count = 1});
    const bool is_tail = frames.first == known.tail();
    const auto there = known.revive(is_tail ? frames.first : frames.first - 1, machine);
    journal_stepper steps;
    std::vector<recorded_frame> records(static_cast<std::size_t>(frames.size()));
    if (!is_tail) {
        there->record(record_extent::changes, records.front()); // so that it notes how far its steps reach
        steps.run(*there, known.journal);
    }
    there->record(record_extent::full, records.front());
    for (std::size_t index = 1; index < records.size(); ++index) {
        steps.run(*there, known.journal);
        there->record(record_extent::changes, records[index]);
    }
    std::vector<const recorded_frame*> all;
    all.reserve(records.size());
    for (const recorded_frame& each : records) {
        all.push_back(&each);
    }
    return motion_segment::seal(all, nullptr, known.model);
}

} // namespace orrery::time::detail
