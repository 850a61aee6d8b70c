// A keyframe block holds a whole frame, and a block of hashes beside it the hash of the world there. Blocks
// without content take back those that were written for their frame.
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace orrery::time {

status recorder_core::write_keyframes(const history_parts& known) {
    for (const detail::frame_state& each : known.keyframes.frames()) {
        const auto place = std::ranges::lower_bound(keyframes_, each->frame, {}, &written_keyframe::frame);
        const bool is_there = place != keyframes_.end() && place->frame() == each->frame;
        if (is_there ? place->state == each : !is_due(known, place, each->frame)) {
            continue;
        }
        if (status answer = write_keyframe(each); !answer) {
            return answer;
        }
    }
    return {};
}

status recorder_core::write_keyframe(const detail::frame_state& state) {
    const auto place = std::ranges::lower_bound(keyframes_, state->frame, {}, &written_keyframe::frame);
    const bool is_there = place != keyframes_.end() && place->frame() == state->frame;
    const std::uint64_t hash = world_.simulation->hash_of(state);
    if (is_there && place->hash == hash) {
        place->state = state; // the same frame, kept in another way
        return {};
    }
    byte_writer out;
    world_.codec->encode_frame(*world_.simulation, state, out);
    byte_writer hash_bytes;
    hash_bytes.write(hash);
    if (status answer = add_keyframe(state->frame, out.bytes(), hash_bytes.bytes()); !answer) {
        return answer;
    }
    const written_keyframe made{state, hash, out.bytes().size()};
    if (is_there) {
        *place = made;
    } else {
        keyframes_.insert(place, made);
    }
    return {};
}

// A keyframe saves computing frames again and weighs as much as seconds of tracks. So there is one where
// the tracks since the one before weigh as much as that did, which is where frames take long to compute,
// and now and then in any case.
bool recorder_core::is_due(const history_parts& known, keyframe_list::const_iterator after,
                           std::uint64_t frame) const {
    constexpr std::uint64_t longest_pause = 960;
    if (after == keyframes_.begin()) {
        return true;
    }
    const written_keyframe& last = *std::prev(after);
    const stretch_list& stretches = *known.stretches;
    std::size_t bytes = 0;
    auto part = std::ranges::lower_bound(stretches, last.frame(), {},
                                         [](const auto& each) { return each.frames.first; });
    for (; part != stretches.end() && part->frames.end <= frame; ++part) {
        bytes += part->tracks != nullptr ? part->tracks->bytes() : 0;
    }
    return bytes >= last.bytes || frame - last.frame() >= longest_pause;
}

// Those that were written before the past was changed, and of which the timeline has no newer version.
status recorder_core::take_back_keyframes(const history_parts& known) {
    const stretch_list& stretches = *known.stretches;
    std::size_t same = 0;
    while (same < tracks_.size() && same < stretches.size() && tracks_[same].is_same_as(stretches[same])) {
        ++same;
    }
    const std::uint64_t changed_from = same == 0 ? 0 : tracks_[same - 1].frames.end;
    for (auto each = keyframes_.begin(); each != keyframes_.end();) {
        const bool is_known = known.keyframes.find(each->frame()) != nullptr;
        if (is_known || each->frame() < changed_from) {
            ++each;
            continue;
        }
        if (status answer = add_keyframe(each->frame(), {}, {}); !answer) {
            return answer;
        }
        each = keyframes_.erase(each);
    }
    return {};
}

status recorder_core::add_keyframe(std::uint64_t frame, std::span<const std::byte> content,
                                   std::span<const std::byte> hash) {
    const frame_range here = frame_range::one(frame);
    if (status answer = file_.add(block_kind::keyframe, here, content); !answer) {
        return answer;
    }
    return file_.add(block_kind::hashes, here, hash, compression::none);
}

status recording_core::load_keyframe(simulation_interface& world, std::uint64_t frame) const {
    const detail::frame_state before = world.snapshot();
    status reason = error{text("the recording has no keyframe before frame ", frame)};
    for (const recorded_block& each : std::views::reverse(keyframes_)) {
        if (each.frames.first > frame) {
            continue;
        }
        const auto bytes = file_->read(each);
        if (!bytes) {
            reason = bytes.reason();
            continue;
        }
        byte_reader in(*bytes);
        reason = world_.codec->decode_into(world, in);
        if (reason && world.frame() != each.frames.first) {
            reason = error{text("the ", describe(each), " holds frame ", world.frame())};
        }
        if (reason) {
            reason = define_all(world);
        }
        if (reason) {
            return {};
        }
    }
    world.restore(before);
    return reason;
}

status recording_core::revive(simulation_interface& world, std::uint64_t frame) const {
    if (status answer = load_keyframe(world, frame); !answer) {
        return answer;
    }
    detail::journal_stepper steps;
    while (world.frame() < frame) {
        steps.run(world, journal_);
    }
    return {};
}

} // namespace orrery::time
