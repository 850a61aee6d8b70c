#include "timeline/tracks/spare_room.hpp"
#include "timeline/tracks/track_page_maker.hpp"

#include <cstring>
#include <utility>

namespace orrery::time::detail {

std::shared_ptr<const track_page> track_page_maker::make(const plain_page& from,
                                                         const std::shared_ptr<const track_page>& before) {
    auto made = std::make_shared<track_page>();
    made->keys = before != nullptr && *before->keys == from.keys
                     ? before->keys
                     : std::make_shared<const std::vector<entity_key>>(from.keys);
    sort_out(from, *made);
    made->resting = resting_list(from, *made, before.get());
    if (before != nullptr && made->moving().is_empty() && before->moving().is_empty() &&
        made->keys == before->keys && made->resting == before->resting) {
        return before;
    }
    pack_busy(from, *made);
    drop_spare_room(made->flights);
    add_reaches(from, *made);
    made->own_bytes = made->count_bytes(before.get());
    return made;
}

void track_page_maker::sort_out(const plain_page& from, track_page& made) {
    const std::size_t size = context_.format().motion_bytes;
    const std::size_t stride = size * from.keys.size();
    for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
        const std::byte* const first = from.motions.data() + slot * size;
        bool rests = true;
        for (std::uint32_t frame = 1; frame < context_.frames && rests; ++frame) {
            rests = std::memcmp(first + frame * stride, first, size) == 0;
        }
        if (rests) {
            continue;
        }
        if (flights_ < max_flights_ &&
            flight::encode(context_, *flyer_, from.keys[slot], first, stride, fields_, made.flights)) {
            made.flying.insert(slot);
            ++flights_;
        } else {
            made.busy.insert(slot);
        }
    }
}

std::shared_ptr<const track_page::resting_list>
track_page_maker::resting_list(const plain_page& from, const track_page& made,
                               const track_page* before) const {
    const std::size_t size = context_.format().motion_bytes;
    track_page::resting_list list;
    const slot_set movers = made.moving();
    for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
        if (!movers.contains(slot)) {
            const std::byte* const motion = from.motions.data() + slot * size;
            list.motions.insert(list.motions.end(), motion, motion + size);
            append_box(context_.format(), from.last_reaches[slot], list.reaches);
        }
    }
    if (before != nullptr && list.reaches == before->resting->reaches &&
        list.motions == before->resting->motions) {
        return before->resting;
    }
    drop_spare_room(list.motions);
    drop_spare_room(list.reaches);
    return std::make_shared<const track_page::resting_list>(std::move(list));
}

void track_page_maker::pack_busy(const plain_page& from, track_page& made) const {
    if (made.busy.is_empty()) {
        return;
    }
    const world_format& format = context_.format();
    with_number_type(format.number, [&]<typename T>() {
        const block_shape shape = made.shape_of_block(context_.frames, format);
        std::vector<T> rows(std::size_t{shape.frames} * shape.bodies * shape.numbers);
        T* next = rows.data();
        for (std::uint32_t frame = 0; frame < shape.frames; ++frame) {
            for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
                if (made.busy.contains(slot)) {
                    const std::size_t place = frame * from.keys.size() + slot;
                    std::memcpy(next, from.motions.data() + place * format.motion_bytes, format.motion_bytes);
                    next += shape.numbers;
                }
            }
        }
        motion_block<T>::encode(shape, rows, rates_of<T>(context_.model), made.block);
    });
    drop_spare_room(made.block);
}

void track_page_maker::add_reaches(const plain_page& from, track_page& made) const {
    const slot_set movers = made.moving();
    for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
        if (!movers.contains(slot)) {
            continue;
        }
        append_coarse_box(context_.format(), from.reaches[slot], made.reaches);
        if (!from.is_moving[slot]) {
            made.stopped_slots.push_back(static_cast<std::uint8_t>(slot));
            append_box(context_.format(), from.last_reaches[slot], made.stopped_reaches);
        }
    }
    drop_spare_room(made.reaches);
    drop_spare_room(made.stopped_slots);
    drop_spare_room(made.stopped_reaches);
}

} // namespace orrery::time::detail
