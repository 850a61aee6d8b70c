// Makes the pages of a segment out of plain motions.
#pragma once

#include <orrery/timeline/detail/track_page.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

// What the entities of a page do, before it is compressed.
template <typename World>
struct plain_page {
    using motion = typename World::motion_type;
    using box = typename World::box_type;

    std::vector<entity_key> keys;
    std::vector<motion> motions;   // of all keys in the first frame, then in the second, ...
    std::vector<box> reaches;      // by key: in all frames
    std::vector<box> last_reaches; // when they last moved
    std::vector<bool> is_moving;   // in the last frame

    [[nodiscard]] const motion& at(std::uint32_t frame, std::size_t slot) const {
        return motions[frame * keys.size() + slot];
    }
};

template <typename World>
class track_page_maker {
public:
    using page = track_page<World>;
    using motion = typename World::motion_type;
    using numbers = world_motion<World>;

    // What flies takes little memory but is computed frame by frame. With more than so many of them reading a
    // frame would take too long, and the more so where there is much else to read.
    [[nodiscard]] static constexpr std::uint32_t max_flights(std::size_t entities) noexcept {
        return entities <= 2000 ? 400 : 100;
    }

    track_page_maker(const flight_context<World>& context, std::size_t entities,
                     std::uint32_t flights_so_far = 0)
        : context_(context)
        , fields_(context, context.frames)
        , max_flights_(max_flights(entities))
        , flights_(flights_so_far) {}

    // Shares with `before`, which may be null, what is the same.
    [[nodiscard]] std::shared_ptr<const page> make(const plain_page<World>& from,
                                                   const std::shared_ptr<const page>& before) {
        auto made = std::make_shared<page>();
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
        made->flights.shrink_to_fit();
        for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
            if (made->moving().contains(slot)) {
                made->reaches.emplace_back(from.reaches[slot]);
                if (!from.is_moving[slot]) {
                    made->stopped.emplace_back(static_cast<std::uint8_t>(slot), from.last_reaches[slot]);
                }
            }
        }
        made->reaches.shrink_to_fit();
        made->stopped.shrink_to_fit();
        made->own_bytes = made->count_bytes(before.get());
        return made;
    }

private:
    void sort_out(const plain_page<World>& from, page& made) {
        for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
            bool rests = true;
            for (std::uint32_t frame = 1; frame < context_.frames && rests; ++frame) {
                rests = numbers::is_same(from.at(frame, slot), from.at(0, slot));
            }
            if (rests) {
                continue;
            }
            const auto motion_at = [&](std::uint32_t frame) -> const motion& { return from.at(frame, slot); };
            if (flights_ < max_flights_ &&
                flight<World>::encode(context_, from.keys[slot], motion_at, fields_, made.flights)) {
                made.flying.insert(slot);
                ++flights_;
            } else {
                made.busy.insert(slot);
            }
        }
    }

    [[nodiscard]] static std::shared_ptr<const typename page::resting_list>
    resting_list(const plain_page<World>& from, const page& made, const page* before) {
        typename page::resting_list list;
        const slot_set movers = made.moving();
        for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
            if (!movers.contains(slot)) {
                list.motions.push_back(from.at(0, slot));
                list.reaches.push_back(from.last_reaches[slot]);
            }
        }
        const auto is_same = [&](const typename page::resting_list& other) {
            return list.reaches == other.reaches && list.motions.size() == other.motions.size() &&
                   std::ranges::equal(list.motions, other.motions, &numbers::is_same);
        };
        if (before != nullptr && is_same(*before->resting)) {
            return before->resting;
        }
        list.motions.shrink_to_fit();
        list.reaches.shrink_to_fit();
        return std::make_shared<const typename page::resting_list>(std::move(list));
    }

    void pack_busy(const plain_page<World>& from, page& made) {
        if (made.busy.is_empty()) {
            return;
        }
        using number = typename numbers::number;
        const block_shape shape = made.shape_of_block(context_.frames);
        rows_.resize(std::size_t{shape.frames} * shape.bodies * numbers::numbers);
        number* next = rows_.data();
        for (std::uint32_t frame = 0; frame < shape.frames; ++frame) {
            for (std::size_t slot = 0; slot < from.keys.size(); ++slot) {
                if (made.busy.contains(slot)) {
                    std::memcpy(next, &from.at(frame, slot), sizeof(motion));
                    next += numbers::numbers;
                }
            }
        }
        motion_block<number>::encode(shape, rows_, numbers::rates(context_.model), made.block);
        made.block.shrink_to_fit();
    }

    const flight_context<World>& context_;
    field_list<World> fields_;
    std::uint32_t max_flights_;
    std::uint32_t flights_;
    std::vector<typename numbers::number> rows_;
};

} // namespace orrery::time::detail
