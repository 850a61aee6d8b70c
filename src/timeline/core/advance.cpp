// A frame more at the head: the world steps, its record and its events are noted, a keyframe is kept now and
// then, finished segments are compressed in the background, and the new history is published.
#include <orrery/timeline/timeline_core.hpp>

#include <algorithm>
#include <utility>

namespace orrery::time {

void timeline_core::advance(std::uint64_t frames) {
    move_to_head();
    forget_shortcuts();
    for (std::uint64_t count = 0; count < frames; ++count) {
        compute_frame();
        publish();
    }
}

void timeline_core::compute_frame() {
    steps_.run(*world_, now_.journal);
    seal_full_segment();
    record_frame();
    keep_keyframe();
    collect_sealed();
}

// Hands the frames before this one to the sealer if they fill a segment.
void timeline_core::seal_full_segment() {
    const std::uint64_t spacing = settings_.frames_between_keyframes;
    const std::uint64_t segment_end = (sealed_end_ / spacing + 1) * spacing;
    if (world_->frame() >= segment_end + settings_.dense_keyframes) {
        const std::span<const detail::record_pointer> all = now_.fresh.records();
        const auto open = all.begin() + static_cast<std::ptrdiff_t>(sealed_end_ - all.front()->frame);
        sealer_.add({open, open + static_cast<std::ptrdiff_t>(segment_end - sealed_end_)},
                    now_.last_segment(), now_.model);
        sealed_end_ = segment_end;
    }
}

void timeline_core::record_frame() {
    auto record = std::make_shared<detail::recorded_frame>();
    world_->record(record_extent::changes, *record);
    now_.events.append(record->events, record->event_payloads.data());
    now_.fresh.add(std::move(record));
}

void timeline_core::keep_keyframe() {
    const std::uint64_t frame = world_->frame();
    const bool is_regular = frame % settings_.frames_between_keyframes == 0;
    if (is_regular || settings_.dense_keyframes > 0) {
        now_.keyframes.put(world_->snapshot());
    }
    if (settings_.dense_keyframes > 0 && frame > settings_.dense_keyframes) {
        now_.keyframes.thin_before(frame - settings_.dense_keyframes, settings_.frames_between_keyframes);
    }
    if (is_regular) {
        // Those who change the past change the last seconds of it most of the time.
        constexpr std::uint64_t ready_keyframes = 16;
        const std::uint64_t age = settings_.frames_between_keyframes * ready_keyframes;
        if (const detail::frame_state old = now_.keyframes.find(frame - std::min(frame, age))) {
            now_.keyframes.put(world_->shrunk(old));
        }
        now_.keyframes.thin_to(settings_.most_keyframes +
                               static_cast<std::size_t>(settings_.dense_keyframes));
    }
}

void timeline_core::collect_sealed() {
    while (const detail::motion_segment::shared made = sealer_.take()) {
        auto all = std::make_shared<stretch_list>(*now_.stretches);
        all->push_back({{made->first_frame(), made->end_frame()}, made});
        now_.stretches = std::move(all);
        now_.fresh.remove_before(made->end_frame());
        stay_within_budget();
    }
}

void timeline_core::publish() {
    auto next = make_history_(now_);
    const orrery::detail::lock_guard lock(*published_lock_);
    published_.swap(next);
}

} // namespace orrery::time
