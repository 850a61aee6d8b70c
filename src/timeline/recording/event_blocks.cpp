// An event block: the events of some frames, first how far each frame is from the first, then the events.
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/event_list.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <algorithm>
#include <iterator>

namespace orrery::time {

status recorder_core::write_events(const detail::event_log& events, frame_range frames) {
    detail::event_list all{.payload_bytes = world_.simulation->event_payload_bytes()};
    events.each_event(
        frames, [&](const detail::event_mark& mark, const std::byte* payload) { all.add(mark, payload); });
    byte_writer out;
    out.write_variable(all.size());
    for (const detail::event_mark& each : all.marks) {
        out.write_variable(each.frame - frames.first);
    }
    world_.codec->encode_events(all.marks, all.payloads, out);
    return file_.add(block_kind::events, frames, out.bytes());
}

status recording_core::read_events(const recorded_block& block, detail::event_log& into) const {
    const auto bytes = file_->read(block);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    std::vector<std::uint64_t> when(in.read_count(1));
    for (std::uint64_t& each : when) {
        each = block.frames.first + in.read_variable();
    }
    decoded_events events = world_.codec->decode_events(in);
    for (auto each = events.refused.rbegin(); each != events.refused.rend() && each->index < when.size();
         ++each) {
        when.erase(when.begin() + static_cast<std::ptrdiff_t>(each->index));
    }
    if (const status answer = in.finish(); !answer) {
        return answer;
    }
    if (events.marks.size() != when.size() || !std::ranges::is_sorted(when) ||
        (!when.empty() && when.back() >= block.frames.end)) {
        return error{text("the ", describe(block), " has events of frames that it does not hold")};
    }
    if (!when.empty() && !into.ends_before(when.front())) {
        return error{text("the ", describe(block), " has events of frames that another block holds")};
    }
    const std::size_t payload_bytes = world_.simulation->event_payload_bytes();
    for (std::size_t begin = 0; begin < when.size();) {
        std::size_t end = begin;
        for (; end < when.size() && when[end] == when[begin]; ++end) {
            events.marks[end].frame = when[end];
        }
        into.append(std::span(events.marks).subspan(begin, end - begin),
                    events.payloads.data() + begin * payload_bytes);
        begin = end;
    }
    return {};
}

detail::event_log recording_core::events() const {
    detail::event_log all = empty_events();
    for (const recorded_block& block : event_blocks_) {
        static_cast<void>(read_events(block, all)); // those of the others can still be had
    }
    return all;
}

detail::event_log recording_core::empty_events() const {
    return {world_.simulation->event_payload_bytes(), detail::default_event_page_capacity};
}

bool recording_core::has_events_of(std::uint64_t frame) const noexcept {
    const auto after = std::ranges::upper_bound(event_blocks_, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    return frame < tracks_.blocks().back().frames.first ||
           (after != event_blocks_.begin() && std::prev(after)->frames.contains(frame));
}

} // namespace orrery::time
