#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/timeline_core.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time {

std::shared_ptr<const known_history> timeline_core::make_plain_history(detail::history_parts parts) {
    return std::make_shared<const known_history>(std::move(parts));
}

timeline_settings timeline_core::checked(const timeline_settings& settings) {
    constexpr std::uint64_t max_frames = detail::motion_segment::max_frames;
    ORRERY_CHECK(settings.frames_between_keyframes >= 1 && settings.frames_between_keyframes <= max_frames,
                 text("frames_between_keyframes is ", settings.frames_between_keyframes, "; expected 1 to ",
                      max_frames));
    ORRERY_CHECK(settings.most_keyframes >= 2,
                 text("most_keyframes is ", settings.most_keyframes, "; expected 2 or more"));
    return settings;
}

timeline_core::timeline_core(std::unique_ptr<simulation_interface> first, const timeline_settings& settings,
                             history_maker make_history)
    : settings_(checked(settings))
    , make_history_(make_history)
    , workshop_machine_(first->machine().make_single_threaded())
    , world_(std::move(first))
    , now_(detail::history_parts::of_world(world_->fork(*workshop_machine_), workshop_machine_))
    , sealer_(settings.seals_in_background)
    , sealed_end_(world_->frame())
    , parted_journal_(now_.journal) {
    now_.keyframes.put(world_->snapshot());
    now_.fresh.add(record_of_start());
    publish();
}

timeline_core::timeline_core(detail::history_parts past, const timeline_settings& settings,
                             history_maker make_history)
    : settings_(checked(settings))
    , make_history_(make_history)
    , workshop_machine_(past.make_engine())
    , now_(std::move(past))
    , sealer_(settings.seals_in_background)
    , sealed_end_(first_unsealed(now_.head() + 1))
    , parted_journal_(now_.prototype->journal_equality())
    , is_at_head_(false) {
    now_.journal.each(frame_range::all(), [&](const journal_item& known) { numbers_.note(known.id); });
    publish();
}

const simulation_interface& timeline_core::world() {
    move_to_head();
    return *world_;
}

std::shared_ptr<const known_history> timeline_core::known() const {
    const orrery::detail::lock_guard lock(*published_lock_);
    return published_;
}

status timeline_core::add(const journal_item& what) {
    status answer = apply({.added = {what}});
    if (!answer) {
        workshop_machine_->log().warning("timeline", "an input is refused: ", answer.reason().message);
    }
    return answer;
}

// Of a frame from which the world goes on. The step that made it is not recorded here.
std::shared_ptr<detail::recorded_frame> timeline_core::record_of_start() {
    auto record = std::make_shared<detail::recorded_frame>();
    world_->record(record_extent::full, *record);
    record->events.clear();
    record->event_payloads.clear();
    record->departed.clear();
    return record;
}

void timeline_core::move_to_head() {
    if (!is_at_head_) {
        is_at_head_ = true;
        world_ = now_.revive(now_.head(), *workshop_machine_);
        if (now_.fresh.is_empty()) {
            record_again(now_.head());
        }
    }
}

std::uint64_t timeline_core::hash(std::uint64_t frame) const {
    now_.check_known(frame);
    if (is_at_head_ && frame == head()) {
        return world_->hash();
    }
    const auto machine = now_.make_engine();
    return now_.revive(frame, *machine)->hash();
}

void timeline_core::seal() {
    while (sealer_.is_busy()) {
        sealer_.wait();
        collect_sealed();
    }
    publish();
}

} // namespace orrery::time
