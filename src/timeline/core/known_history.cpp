#include <orrery/core/check.hpp>
#include <orrery/timeline/known_history.hpp>

#include <algorithm>
#include <cstring>

namespace orrery::time {

found known_history::reach(std::uint64_t frame) const noexcept {
    if (frame > head()) {
        return found::beyond_head;
    }
    if (frame < tail()) {
        return found::before_tail;
    }
    return parts_.fresh.frames().contains(frame) || parts_.stretch_of(frame).tracks != nullptr
               ? found::recorded
               : found::computed;
}

found known_history::read_entity(entity_key key, std::uint64_t frame, state_visitor take) const {
    const found how = reach(frame);
    if (!is_found(how)) {
        return how;
    }
    const std::size_t size = parts_.format().motion_bytes;
    std::vector<std::byte> room(size);
    const std::byte* motion = room.data();
    detail::census_pointer who;
    std::size_t place = 0;
    const auto find_in = [&](const detail::census_pointer& there) {
        who = there;
        place = detail::place_among(who->keys, key);
        return place < who->keys.size();
    };
    bool is_there = false;
    if (how == found::computed) {
        parts_.walk({frame, frame + 1}, [&](const detail::recorded_frame& record) {
            is_there = find_in(record.who);
            if (is_there) {
                std::memcpy(room.data(), record.motions.data() + place * size, size);
            }
        });
    } else if (parts_.fresh.frames().contains(frame)) {
        is_there = find_in(parts_.fresh.at(frame).who);
        const std::byte* const moved = is_there ? parts_.fresh.find(key, frame, size) : nullptr;
        if (moved != nullptr) {
            motion = moved;
        } else if (is_there) { // it rests since before the fresh frames
            const track_stretch& last = parts_.stretches->back();
            is_there = last.tracks->read_motion(key, last.frames.end - 1, room.data());
        }
    } else {
        const detail::motion_segment& tracks = *parts_.stretch_of(frame).tracks;
        is_there = find_in(tracks.who(frame)) && tracks.read_motion(key, frame, room.data());
    }
    if (!is_there) {
        return found::no_such_entity;
    }
    take(who, place, motion);
    return how;
}

found known_history::read_frame(std::uint64_t frame, motion_room_for room, scheduler& jobs) const {
    const found how = reach(frame);
    if (how == found::computed) {
        parts_.walk({frame, frame + 1}, [&](const detail::recorded_frame& record) {
            const std::span<std::byte> into = room(record.who);
            std::copy(record.motions.begin(), record.motions.end(), into.begin());
        });
    } else if (how == found::recorded && parts_.fresh.frames().contains(frame)) {
        read_fresh(frame, room);
    } else if (how == found::recorded) {
        const detail::motion_segment& tracks = *parts_.stretch_of(frame).tracks;
        tracks.read_frame(frame, room(tracks.who(frame)), jobs);
    }
    return how;
}

void known_history::read_fresh(std::uint64_t frame, motion_room_for room) const {
    const std::size_t size = parts_.format().motion_bytes;
    const std::span<std::byte> motions = room(parts_.fresh.at(frame).who);
    // Found together, because one by one each would be unpacked from the segment's start.
    detail::census_pointer resting_who;
    std::vector<std::byte> resting;
    parts_.fresh.read(frame, size, motions.data(), [&](entity_key key, std::byte* out) {
        if (resting_who == nullptr) {
            const track_stretch& last = parts_.stretches->back();
            resting_who = last.tracks->who(last.frames.end - 1);
            resting.resize(resting_who->keys.size() * size);
            serial_scheduler here;
            last.tracks->read_frame(last.frames.end - 1, resting, here);
        }
        std::memcpy(out, resting.data() + detail::place_among(resting_who->keys, key) * size, size);
    });
}

std::vector<frame_range> known_history::existence(entity_key key, frame_range range) const {
    std::vector<frame_range> all;
    detail::census_pointer last; // frames share it for as long as nobody comes or goes
    bool is_there = false;
    const auto tell = [&](std::uint64_t frame, const detail::census_pointer& who) {
        if (who != last) {
            last = who;
            is_there = detail::place_among(who->keys, key) < who->keys.size();
        }
        if (!is_there) {
            return;
        }
        if (!all.empty() && all.back().end == frame) {
            ++all.back().end;
        } else {
            all.push_back(frame_range::one(frame));
        }
    };
    const frame_range known = common(range, frames());
    for (std::uint64_t frame = known.first; frame < known.end;) {
        if (parts_.fresh.frames().contains(frame)) {
            tell(frame, parts_.fresh.at(frame).who);
            ++frame;
            continue;
        }
        const track_stretch& part = parts_.stretch_of(frame);
        const frame_range here = common({frame, known.end}, part.frames);
        if (part.tracks == nullptr) {
            parts_.walk(here, [&](const detail::recorded_frame& record) { tell(record.frame, record.who); });
        } else {
            for (std::uint64_t number = here.first; number < here.end; ++number) {
                tell(number, part.tracks->who(number));
            }
        }
        frame = here.end;
    }
    return all;
}

void known_history::visit_motions(entity_key key, frame_range range,
                                  function_ref<void(std::uint64_t, const std::byte*)> visit,
                                  std::uint64_t stride) const {
    ORRERY_CHECK(stride > 0, "a stride of 0 frames leads nowhere; expected at least 1");
    const std::size_t size = parts_.format().motion_bytes;
    const frame_range known{std::max(range.first, tail()), std::min(range.end, head() + 1)};
    const auto visit_wanted = [&](std::uint64_t frame, const std::byte* motion) {
        if ((frame - range.first) % stride == 0) {
            visit(frame, motion);
        }
    };
    std::uint64_t frame = known.first;
    while (frame < known.end && !parts_.fresh.frames().contains(frame)) {
        const track_stretch& part = parts_.stretch_of(frame);
        const frame_range here{frame, std::min(known.end, part.frames.end)};
        if (part.tracks != nullptr) {
            part.tracks->each_motion(key, here, visit_wanted);
        } else {
            parts_.walk(here, [&](const detail::recorded_frame& record) {
                const std::size_t place = detail::place_among(record.who->keys, key);
                if (place < record.who->keys.size()) {
                    visit_wanted(record.frame, record.motions.data() + place * size);
                }
            });
        }
        frame = here.end;
    }
    for (; frame < known.end; ++frame) {
        if ((frame - range.first) % stride == 0) {
            read_entity(key, frame, [&](const detail::census_pointer&, std::size_t, const std::byte* motion) {
                visit(frame, motion);
            });
        }
    }
}

} // namespace orrery::time
