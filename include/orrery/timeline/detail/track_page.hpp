// The motion of up to 64 entities with neighbouring keys in the frames of a segment. Each is in one of three
// states for all of the segment: it rests, it flies, or it is busy. Lists of those that rest, and whole pages
// in which all do, are shared with the segment before, so rest takes no memory.
#pragma once

#include <orrery/timeline/detail/flight.hpp>
#include <orrery/timeline/detail/motion_block.hpp>
#include <orrery/timeline/detail/reach_code.hpp>
#include <orrery/timeline/detail/slot_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
struct track_page {
    using motion = typename World::motion_type;
    using box = typename World::box_type;
    using numbers = world_motion<World>;

    struct resting_list {
        std::vector<motion> motions;
        std::vector<box> reaches; // when they last moved
    };

    // Ascending. An entity's slot is its place among them. Some need not be there in all frames.
    std::shared_ptr<const std::vector<entity_key>> keys;
    slot_set flying;
    slot_set busy;
    std::shared_ptr<const resting_list> resting; // in the order of slots, as the following
    std::vector<std::byte> flights;
    std::vector<std::byte> block;         // a motion_block
    std::vector<reach_code<box>> reaches; // of those that fly or are busy
    // Of those among them that came to rest before the last frame: slots and reaches in rest.
    std::vector<std::pair<std::uint8_t, box>> stopped;
    std::size_t own_bytes = 0; // without what is shared with another page

    [[nodiscard]] std::size_t size() const noexcept { return keys->size(); }

    [[nodiscard]] slot_set moving() const noexcept { return flying | busy; }

    [[nodiscard]] std::size_t resting_rank(std::size_t slot) const noexcept {
        return slot - moving().rank(slot);
    }

    // In all frames.
    [[nodiscard]] box reach(std::size_t slot) const {
        const slot_set movers = moving();
        return movers.contains(slot) ? reaches[movers.rank(slot)].box()
                                     : resting->reaches[slot - movers.rank(slot)];
    }

    // When it last moved, at least.
    [[nodiscard]] box last_reach(std::size_t slot) const {
        const auto found = std::ranges::find(stopped, slot, &std::pair<std::uint8_t, box>::first);
        return found != stopped.end() ? found->second : reach(slot);
    }

    [[nodiscard]] motion motion_of(std::size_t slot, std::uint32_t frame,
                                   const flight_context<World>& context) const {
        motion found;
        if (busy.contains(slot)) {
            typename numbers::row row;
            block_in(context).read_motion(frame, busy.rank(slot), row);
            numbers::read(row.data(), found);
        } else if (flying.contains(slot)) {
            follow_flight(slot, frame, context, [&](std::uint32_t, const motion& now) { found = now; });
        } else {
            found = resting->motions[resting_rank(slot)];
        }
        return found;
    }

    // Calls visit(frame, motion) for frames from `first` to `last`, in this order. What flies is flown once.
    template <typename Visit>
    void each_motion(std::size_t slot, std::uint32_t first, std::uint32_t last,
                     const flight_context<World>& context, const Visit& visit) const {
        if (flying.contains(slot)) {
            follow_flight(slot, last, context, [&](std::uint32_t frame, const motion& now) {
                if (frame >= first) {
                    visit(frame, now);
                }
            });
            return;
        }
        for (std::uint32_t frame = first; frame <= last; ++frame) {
            visit(frame, motion_of(slot, frame, context));
        }
    }

    // All slots in one frame.
    template <typename FieldAt>
    void read_frame(std::uint32_t frame, const flight_context<World>& context, FieldAt& fields,
                    std::span<motion> motions) const {
        read_resting(motions);
        if (!busy.is_empty()) {
            read_busy(frame, context, motions);
        }
        each_flight([&](std::size_t slot, const std::byte* bytes) {
            flight<World>::follow(context, (*keys)[slot], bytes, frame, fields,
                                  [&](std::uint32_t, const motion& now) { motions[slot] = now; });
        });
    }

    // All slots in all frames, one frame after another.
    template <typename FieldAt>
    void read_all(const flight_context<World>& context, FieldAt& fields, std::span<motion> motions) const {
        for (std::uint32_t frame = 0; frame < context.frames; ++frame) {
            const std::span<motion> now = motions.subspan(frame * size(), size());
            read_resting(now);
            if (!busy.is_empty()) {
                read_busy(frame, context, now);
            }
        }
        each_flight([&](std::size_t slot, const std::byte* bytes) {
            flight<World>::follow(
                context, (*keys)[slot], bytes, context.frames - 1, fields,
                [&](std::uint32_t frame, const motion& now) { motions[frame * size() + slot] = now; });
        });
    }

    // Of memory, without what it shares with `before`, which may be null.
    [[nodiscard]] std::size_t count_bytes(const track_page* before) const noexcept {
        std::size_t sum = sizeof(*this) + flights.capacity() + block.capacity() +
                          reaches.capacity() * sizeof(reaches[0]) + stopped.capacity() * sizeof(stopped[0]);
        if (before == nullptr || before->keys != keys) {
            sum += keys->size() * sizeof(entity_key);
        }
        if (before == nullptr || before->resting != resting) {
            sum += resting->motions.size() * (sizeof(motion) + sizeof(box));
        }
        return sum;
    }

    [[nodiscard]] block_shape shape_of_block(std::uint32_t frames) const noexcept {
        return {.frames = frames,
                .bodies = busy.size(),
                .numbers = numbers::numbers,
                .pose_numbers = numbers::pose_numbers};
    }

private:
    using number = typename numbers::number;

    [[nodiscard]] motion_block<number> block_in(const flight_context<World>& context) const {
        return {shape_of_block(context.frames), block.data(), numbers::rates(context.model)};
    }

    template <typename Visit>
    void follow_flight(std::size_t slot, std::uint32_t last, const flight_context<World>& context,
                       const Visit& visit) const {
        field_guide<World> fields(context);
        const std::byte* bytes = flights.data();
        for (std::uint32_t before = flying.rank(slot); before > 0; --before) {
            bytes = flight<World>::skip(bytes);
        }
        flight<World>::follow(context, (*keys)[slot], bytes, last, fields, visit);
    }

    void read_resting(std::span<motion> motions) const {
        const slot_set movers = moving();
        const motion* next = resting->motions.data();
        for (std::size_t slot = 0; slot < size(); ++slot) {
            if (!movers.contains(slot)) {
                motions[slot] = *next++;
            }
        }
    }

    void read_busy(std::uint32_t frame, const flight_context<World>& context,
                   std::span<motion> motions) const {
        std::array<number, std::size_t{max_block_bodies} * numbers::numbers> rows;
        block_in(context).read_frame(frame, rows);
        const number* next = rows.data();
        for (std::size_t slot = 0; slot < size(); ++slot) {
            if (busy.contains(slot)) {
                numbers::read(next, motions[slot]);
                next += numbers::numbers;
            }
        }
    }

    template <typename Visit>
    void each_flight(const Visit& visit) const {
        const std::byte* bytes = flights.data();
        for (std::size_t slot = 0; slot < size(); ++slot) {
            if (flying.contains(slot)) {
                visit(slot, bytes);
                bytes = flight<World>::skip(bytes);
            }
        }
    }
};

} // namespace orrery::time::detail
