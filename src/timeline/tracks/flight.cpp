#include "timeline/tracks/flight.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace orrery::time::detail {

census_place find_entity(const census_term& term, entity_key key) noexcept {
    const std::vector<entity_key>& keys = term.who->keys;
    const auto place = std::ranges::lower_bound(keys, key);
    const bool is_there = place != keys.end() && *place == key;
    return {term.who.get(), is_there ? static_cast<std::size_t>(place - keys.begin()) : keys.size()};
}

void flying_entity::take_form() {
    const census_place here = find_entity(context_.terms[term_], key_);
    is_there_ = here.place < here.census->keys.size();
    if (is_there_) {
        flyer_.become(here);
    }
}

field_guide::field_guide(const flight_context& context)
    : cursor_(context.sources, context.format())
    , field_(context.model.make_field()) {
    field_->set_sources(cursor_.sources());
}

const entity_model::field& field_guide::at(std::uint32_t frame) {
    bool has_changed = false;
    for (; frame_ < frame; ++frame_) {
        has_changed |= cursor_.go_on();
    }
    if (has_changed) {
        field_->set_sources(cursor_.sources());
    }
    return *field_;
}

field_list::field_list(const flight_context& context, std::uint32_t frames) {
    source_track::cursor cursor(context.sources, context.format());
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (frame == 0 || cursor.go_on()) {
            fields_.push_back(context.model.make_field());
            fields_.back()->set_sources(cursor.sources());
        }
        places_.push_back(fields_.size() - 1);
    }
}

namespace flight {
namespace {

using mask_type = std::uint16_t;

[[nodiscard]] mask_type read_mask(const std::byte* bytes) noexcept {
    mask_type mask{};
    std::memcpy(&mask, bytes, sizeof(mask));
    return mask;
}

[[nodiscard]] std::size_t size_after_mask(const world_format& format, const std::byte* bytes) noexcept {
    return sizeof(mask_type) +
           static_cast<std::size_t>(std::popcount(read_mask(bytes))) * size_of(format.number);
}

void append_motion(const entity_model& model, const std::byte* motion, std::vector<std::byte>& bytes) {
    const std::size_t width = size_of(model.format().number);
    const std::byte* const usual = model.default_motion().data();
    mask_type mask = 0;
    const std::size_t start = bytes.size();
    bytes.resize(start + sizeof(mask));
    for (std::uint32_t n = 0; n < model.format().numbers(); ++n) {
        const std::byte* const number = motion + n * width;
        if (std::memcmp(number, usual + n * width, width) != 0) {
            mask = static_cast<mask_type>(mask | 1u << n);
            bytes.insert(bytes.end(), number, number + width);
        }
    }
    std::memcpy(bytes.data() + start, &mask, sizeof(mask));
}

} // namespace

bool encode(const flight_context& context, entity_model::flyer& flyer, entity_key key,
            const std::byte* motions, std::size_t stride, const field_list& fields,
            std::vector<std::byte>& bytes) {
    const std::size_t size = context.format().motion_bytes;
    std::array<std::uint8_t, max_surprises> surprises{};
    std::uint32_t count = 0;
    motion_room next;
    flying_entity entity(context, flyer, key);
    for (std::uint32_t frame = 1; frame < context.frames; ++frame) {
        std::memcpy(next.bytes.data(), motions + (frame - 1) * stride, size);
        entity.fly(frame - 1, fields.at(frame - 1), next.bytes.data());
        if (std::memcmp(next.bytes.data(), motions + frame * stride, size) != 0) {
            if (count == max_surprises) {
                return false;
            }
            surprises[count++] = static_cast<std::uint8_t>(frame);
            if (frame == early_surprises && count == early_surprises) {
                return false;
            }
        }
    }
    bytes.push_back(static_cast<std::byte>(count));
    append_motion(context.model, motions, bytes);
    for (std::uint32_t index = 0; index < count; ++index) {
        bytes.push_back(static_cast<std::byte>(surprises[index]));
        append_motion(context.model, motions + surprises[index] * stride, bytes);
    }
    return true;
}

const std::byte* read_motion(const entity_model& model, const std::byte* bytes, std::byte* motion) noexcept {
    const std::size_t width = size_of(model.format().number);
    std::memcpy(motion, model.default_motion().data(), model.format().motion_bytes);
    unsigned mask = read_mask(bytes);
    bytes += sizeof(mask_type);
    for (; mask != 0; mask &= mask - 1) {
        std::memcpy(motion + static_cast<std::size_t>(std::countr_zero(mask)) * width, bytes, width);
        bytes += width;
    }
    return bytes;
}

const std::byte* skip(const world_format& format, const std::byte* bytes) noexcept {
    auto surprises = std::to_integer<unsigned>(*bytes++);
    bytes += size_after_mask(format, bytes);
    for (; surprises > 0; --surprises) {
        ++bytes;
        bytes += size_after_mask(format, bytes);
    }
    return bytes;
}

std::size_t size_of(const world_format& format, std::span<const std::byte> bytes, std::uint32_t frames) {
    const std::uint32_t all = (1u << format.numbers()) - 1;
    std::size_t at = 0;
    const auto take_motion = [&] {
        if (bytes.size() - at < sizeof(mask_type)) {
            return false;
        }
        const std::size_t size = size_after_mask(format, bytes.data() + at);
        const bool is_there = bytes.size() - at >= size && (read_mask(bytes.data() + at) & ~all) == 0;
        at += is_there ? size : 0;
        return is_there;
    };
    if (bytes.empty()) {
        return 0;
    }
    auto surprises = std::to_integer<unsigned>(bytes[at++]);
    if (surprises > max_surprises || !take_motion()) {
        return 0;
    }
    std::uint32_t last = 0;
    for (; surprises > 0; --surprises) {
        if (at == bytes.size()) {
            return 0;
        }
        const auto frame = std::to_integer<std::uint32_t>(bytes[at++]);
        if (frame <= last || frame >= frames || !take_motion()) {
            return 0;
        }
        last = frame;
    }
    return at;
}

} // namespace flight
} // namespace orrery::time::detail
