#include "timeline/tracks/track_page.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery::time::detail {
namespace {

template <motion_number T>
[[nodiscard]] motion_block<T> block_of(const track_page& page, const flight_context& context) {
    return {page.shape_of_block(context.frames, context.format()), page.block.data(),
            rates_of<T>(context.model)};
}

void read_busy_motion(const track_page& page, std::size_t slot, std::uint32_t frame,
                      const flight_context& context, std::byte* motion) {
    with_number_type(context.format().number, [&]<typename T>() {
        std::array<T, max_block_numbers> row;
        const std::span<T> numbers = std::span(row).first(context.format().numbers());
        block_of<T>(page, context).read_motion(frame, page.busy.rank(slot), numbers);
        std::memcpy(motion, row.data(), numbers.size_bytes());
    });
}

void read_busy(const track_page& page, std::uint32_t frame, const flight_context& context,
               std::byte* motions) {
    const std::size_t size = context.format().motion_bytes;
    with_number_type(context.format().number, [&]<typename T>() {
        std::array<T, std::size_t{max_block_bodies} * max_block_numbers> rows;
        const std::size_t count = std::size_t{page.busy.size()} * context.format().numbers();
        block_of<T>(page, context).read_frame(frame, std::span(rows).first(count));
        const auto* next = reinterpret_cast<const std::byte*>(rows.data());
        for (std::size_t slot = 0; slot < page.size(); ++slot) {
            if (page.busy.contains(slot)) {
                std::memcpy(motions + slot * size, next, size);
                next += size;
            }
        }
    });
}

void read_resting(const track_page& page, std::size_t size, std::byte* motions) {
    const slot_set movers = page.moving();
    const std::byte* next = page.resting->motions.data();
    if (movers.is_empty()) {
        std::memcpy(motions, next, page.size() * size);
        return;
    }
    for (std::size_t slot = 0; slot < page.size(); ++slot) {
        if (!movers.contains(slot)) {
            std::memcpy(motions + slot * size, next, size);
            next += size;
        }
    }
}

// Calls visit(slot, bytes).
template <typename Visit>
void each_flight(const track_page& page, const world_format& format, const Visit& visit) {
    const std::byte* bytes = page.flights.data();
    for (std::size_t slot = 0; slot < page.size(); ++slot) {
        if (page.flying.contains(slot)) {
            visit(slot, bytes);
            bytes = flight::skip(format, bytes);
        }
    }
}

template <typename Visit>
void follow_flight(const track_page& page, std::size_t slot, std::uint32_t last,
                   const flight_context& context, const Visit& visit) {
    const std::byte* bytes = page.flights.data();
    for (std::uint32_t before = page.flying.rank(slot); before > 0; --before) {
        bytes = flight::skip(context.format(), bytes);
    }
    field_guide fields(context);
    const auto flyer = context.model.make_flyer();
    flight::follow(context, *flyer, (*page.keys)[slot], bytes, last, fields, visit);
}

} // namespace

std::size_t track_page::slot_of(entity_key key) const noexcept {
    return static_cast<std::size_t>(std::ranges::lower_bound(*keys, key) - keys->begin());
}

reach_box track_page::reach(std::size_t slot, const world_format& format) const {
    const slot_set movers = moving();
    const std::size_t rank = movers.rank(slot);
    return movers.contains(slot)
               ? read_coarse_box(format, reaches.data() + rank * coarse_box_bytes(format))
               : read_box(format, resting->reaches.data() + (slot - rank) * format.box_bytes());
}

reach_box track_page::last_reach(std::size_t slot, const world_format& format) const {
    const auto found = std::ranges::find(stopped_slots, slot);
    const auto index = static_cast<std::size_t>(found - stopped_slots.begin());
    return found != stopped_slots.end()
               ? read_box(format, stopped_reaches.data() + index * format.box_bytes())
               : reach(slot, format);
}

bool track_page::has_stopped(std::size_t slot) const noexcept {
    return std::ranges::find(stopped_slots, slot) != stopped_slots.end();
}

void track_page::read_motion(std::size_t slot, std::uint32_t frame, const flight_context& context,
                             std::byte* motion) const {
    const std::size_t size = context.format().motion_bytes;
    if (busy.contains(slot)) {
        read_busy_motion(*this, slot, frame, context, motion);
    } else if (flying.contains(slot)) {
        follow_flight(*this, slot, frame, context,
                      [&](std::uint32_t, const std::byte* now) { std::memcpy(motion, now, size); });
    } else {
        const std::size_t rank = slot - moving().rank(slot);
        std::memcpy(motion, resting->motions.data() + rank * size, size);
    }
}

void track_page::each_motion(std::size_t slot, std::uint32_t first, std::uint32_t last,
                             const flight_context& context,
                             function_ref<void(std::uint32_t, const std::byte*)> visit) const {
    if (flying.contains(slot)) {
        follow_flight(*this, slot, last, context, [&](std::uint32_t frame, const std::byte* now) {
            if (frame >= first) {
                visit(frame, now);
            }
        });
        return;
    }
    motion_room now;
    for (std::uint32_t frame = first; frame <= last; ++frame) {
        read_motion(slot, frame, context, now.bytes.data());
        visit(frame, now.bytes.data());
    }
}

void track_page::read_frame(std::uint32_t frame, const flight_context& context, const field_list& fields,
                            std::byte* motions) const {
    const std::size_t size = context.format().motion_bytes;
    read_resting(*this, size, motions);
    if (!busy.is_empty()) {
        read_busy(*this, frame, context, motions);
    }
    if (flying.is_empty()) {
        return;
    }
    const auto flyer = context.model.make_flyer();
    each_flight(*this, context.format(), [&](std::size_t slot, const std::byte* bytes) {
        const auto take_last = [&](std::uint32_t number, const std::byte* now) {
            if (number == frame) {
                std::memcpy(motions + slot * size, now, size);
            }
        };
        flight::follow(context, *flyer, (*keys)[slot], bytes, frame, fields, take_last);
    });
}

void track_page::read_all(const flight_context& context, const field_list& fields, std::byte* motions) const {
    const std::size_t size = context.format().motion_bytes;
    const std::size_t stride = size * this->size();
    for (std::uint32_t frame = 0; frame < context.frames; ++frame) {
        read_resting(*this, size, motions + frame * stride);
        if (!busy.is_empty()) {
            read_busy(*this, frame, context, motions + frame * stride);
        }
    }
    if (flying.is_empty()) {
        return;
    }
    const auto flyer = context.model.make_flyer();
    each_flight(*this, context.format(), [&](std::size_t slot, const std::byte* bytes) {
        const auto take = [&](std::uint32_t frame, const std::byte* now) {
            std::memcpy(motions + frame * stride + slot * size, now, size);
        };
        flight::follow(context, *flyer, (*keys)[slot], bytes, context.frames - 1, fields, take);
    });
}

std::size_t track_page::count_bytes(const track_page* before) const noexcept {
    std::size_t sum = sizeof(*this) + flights.capacity() + block.capacity() + reaches.capacity() +
                      stopped_slots.capacity() + stopped_reaches.capacity();
    if (before == nullptr || before->keys != keys) {
        sum += keys->size() * sizeof(entity_key);
    }
    if (before == nullptr || before->resting != resting) {
        sum += resting->motions.size() + resting->reaches.size();
    }
    return sum;
}

} // namespace orrery::time::detail
