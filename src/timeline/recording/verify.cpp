// A recording computed again, and compared with itself frame by frame.
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/event_changes.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <algorithm>

namespace orrery::time {

result<verification> recording_core::verify(function_ref<void(std::uint64_t)> watch) const {
    const std::unique_ptr<engine> machine = world_.machine->make_single_threaded();
    const std::unique_ptr<simulation_interface> world = world_.simulation->fork(*machine);
    if (keyframes_.empty()) {
        return error{"the recording has no keyframe to begin with"};
    }
    const std::uint64_t first = keyframes_.front().frames.first;
    if (const status answer = revive(*world, first); !answer) {
        return answer.reason();
    }
    detail::event_log recorded = empty_events();
    for (const recorded_block& block : event_blocks_) {
        if (const status answer = read_events(block, recorded); !answer) {
            return answer.reason();
        }
    }
    verification found;
    detail::journal_stepper steps;
    detail::recorded_frame record;
    for (std::uint64_t frame = first; frame < frames().end; ++frame) {
        if (frame != first) {
            steps.run(*world, journal_);
        }
        world->record(record_extent::full, record);
        result<verification> compared = compare(*world, record, recorded);
        if (!compared) {
            return compared.reason();
        }
        compared->frames = found.frames;
        found = *compared;
        if (!found.is_same()) {
            return found;
        }
        ++found.frames;
        watch(frame);
    }
    return found;
}

result<verification> recording_core::compare(const simulation_interface& world,
                                             const detail::recorded_frame& computed,
                                             const detail::event_log& recorded) const {
    const std::uint64_t frame = computed.frame;
    const auto has_hash = has_recorded_hash(world);
    if (!has_hash) {
        return has_hash.reason();
    }
    if (!*has_hash) {
        return verification{.first_difference = frame};
    }
    detail::census_pointer who;
    std::vector<std::byte> motions;
    const auto room = [&](const detail::census_pointer& there) {
        who = there;
        motions.resize(there->keys.size() * tracks_.model()->format().motion_bytes);
        return std::span(motions);
    };
    if (const status answer = read_frame(frame, room); !answer) {
        return answer.reason();
    }
    if (!std::ranges::equal(computed.who->keys, who->keys)) {
        return verification{.first_difference = frame};
    }
    if (computed.motions != motions) { // quicker than finding out where
        const auto mine = std::ranges::mismatch(computed.motions, motions).in1;
        const auto byte = static_cast<std::size_t>(mine - computed.motions.begin());
        return verification{.first_difference = frame,
                            .who = who->keys[byte / tracks_.model()->format().motion_bytes]};
    }
    // The step that made the first frame is not in the recording.
    if (frame != keyframes_.front().frames.first && has_events_of(frame)) {
        return compare_events(computed, recorded);
    }
    return verification{};
}

// Where there is none to compare with, any is.
result<bool> recording_core::has_recorded_hash(const simulation_interface& world) const {
    const std::uint64_t frame = world.frame();
    const auto place = std::ranges::lower_bound(hashes_, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    if (place == hashes_.end() || place->frames.first != frame) {
        return true;
    }
    const auto bytes = file_->read(*place);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    return in.read<std::uint64_t>() == world.hash() && in.ok();
}

verification recording_core::compare_events(const detail::recorded_frame& computed,
                                            const detail::event_log& recorded) const {
    detail::event_log again = empty_events();
    again.append(computed.events, computed.event_payloads.data());
    verification found;
    const auto note = [&](const detail::event_mark& mark, const std::byte*) {
        if (found.is_same()) {
            found = {.first_difference = mark.frame, .who = mark.a, .is_in_events = true};
        }
    };
    detail::each_event_change(recorded, again, frame_range::one(computed.frame),
                              world_.simulation->event_equality(), note, note);
    return found;
}

} // namespace orrery::time
