// A body that flies freely for nearly all frames of a segment: its motion in the first frame, and those that
// the model of free flight does not foresee. All others are computed anew, one after another.
// In bytes: the number of surprises, the first motion, and for each surprise its frame and the motion. Of a
// motion only the numbers that differ from those of the default motion are there, after a mask which says
// which.
#pragma once

#include "timeline/tracks/source_cursor.hpp"

#include <orrery/timeline/detail/entity_model.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

// Room for the motion of any world.
inline constexpr std::size_t max_motion_bytes = std::size_t{max_block_numbers} * sizeof(double);

struct alignas(double) motion_room {
    std::array<std::byte, max_motion_bytes> bytes;
};

// What a flight depends on besides its bytes.
struct flight_context {
    const entity_model& model;
    std::span<const census_term> terms;
    const source_track& sources;
    std::uint32_t frames;

    [[nodiscard]] const world_format& format() const noexcept { return model.format(); }
};

// The place of a key among ascending ones; none: their number.
[[nodiscard]] census_place find_entity(const census_term& term, entity_key key) noexcept;

// What flies, in the forms that it has in each frame, asked for in ascending order.
class flying_entity {
public:
    flying_entity(const flight_context& context, entity_model::flyer& flyer, entity_key key)
        : context_(context)
        , flyer_(flyer)
        , key_(key) {
        take_form();
    }

    // From a frame into the next one. Who was there flies; who was not stays as it is.
    void fly(std::uint32_t from, const entity_model::field& through, std::byte* motion) {
        while (term_ + 1 < context_.terms.size() && context_.terms[term_ + 1].first <= from) {
            ++term_;
            take_form();
        }
        if (is_there_) {
            flyer_.fly(through, motion);
        }
    }

private:
    void take_form();

    const flight_context& context_;
    entity_model::flyer& flyer_;
    entity_key key_;
    std::size_t term_ = 0;
    bool is_there_ = false;
};

// The fields of the frames on the way of one that flies, asked for in ascending order.
class field_guide {
public:
    explicit field_guide(const flight_context& context);

    [[nodiscard]] const entity_model::field& at(std::uint32_t frame);

private:
    source_track::cursor cursor_;
    std::uint32_t frame_ = 0;
    std::unique_ptr<entity_model::field> field_;
};

// The fields of all frames before the last of some, for many who fly.
class field_list {
public:
    field_list(const flight_context& context, std::uint32_t frames);

    [[nodiscard]] const entity_model::field& at(std::uint32_t frame) const {
        return *fields_[places_[frame]];
    }

private:
    std::vector<std::unique_ptr<entity_model::field>> fields_;
    std::vector<std::size_t> places_; // by frame
};

namespace flight {

// More of them, and it does not count as flight.
inline constexpr std::uint32_t max_surprises = 16;
// Whoever does nothing else in the first frames.
inline constexpr std::uint32_t early_surprises = 4;

// Appends it to `bytes`, unless it is none. `motions` are what it did, `stride` bytes from frame to frame.
[[nodiscard]] bool encode(const flight_context& context, entity_model::flyer& flyer, entity_key key,
                          const std::byte* motions, std::size_t stride, const field_list& fields,
                          std::vector<std::byte>& bytes);

// The motion at the front of some bytes; answers with what follows.
const std::byte* read_motion(const entity_model& model, const std::byte* bytes, std::byte* motion) noexcept;

// Where the next one begins.
[[nodiscard]] const std::byte* skip(const world_format& format, const std::byte* bytes) noexcept;

// Of bytes from outside: how many of them are a flight, or 0 if they are none.
[[nodiscard]] std::size_t size_of(const world_format& format, std::span<const std::byte> bytes,
                                  std::uint32_t frames);

// Calls visit(frame, motion) for the frames up to the last of some.
template <typename FieldAt, typename Visit>
void follow(const flight_context& context, entity_model::flyer& flyer, entity_key key, const std::byte* bytes,
            std::uint32_t last, FieldAt& fields, const Visit& visit) {
    auto surprises = std::to_integer<unsigned>(*bytes++);
    motion_room room;
    std::byte* const now = room.bytes.data();
    bytes = read_motion(context.model, bytes, now);
    visit(std::uint32_t{0}, now);
    flying_entity entity(context, flyer, key);
    for (std::uint32_t frame = 1; frame <= last; ++frame) {
        if (surprises > 0 && std::to_integer<std::uint32_t>(*bytes) == frame) {
            bytes = read_motion(context.model, bytes + 1, now);
            --surprises;
        } else {
            entity.fly(frame - 1, fields.at(frame - 1), now);
        }
        visit(frame, now);
    }
}

} // namespace flight
} // namespace orrery::time::detail
