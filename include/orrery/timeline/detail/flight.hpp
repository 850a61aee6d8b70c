// A body that flies freely for nearly all frames of a segment: its motion in the first frame, and those that
// the model of free flight does not foresee. All others are computed anew, one after another.
// In bytes: the number of surprises, the first motion, and for each surprise its frame and the motion. Of a
// motion only the numbers that differ from those of motion{} are there, after a mask which says which.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/timeline/detail/source_track.hpp>
#include <orrery/timeline/detail/world_motion.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery::time::detail {

// Who there is from this frame of a segment on.
template <typename Form>
struct census_term {
    std::uint32_t first = 0;
    std::shared_ptr<const census<Form>> who;
};

// What a flight depends on besides its bytes.
template <typename World>
struct flight_context {
    const typename World::model_type& model;
    std::span<const census_term<typename World::form_type>> terms;
    const source_track<World>& sources;
    std::uint32_t frames;
};

template <typename Form>
[[nodiscard]] const Form* find_form(const census<Form>& who, entity_key key) {
    const auto place = std::ranges::lower_bound(who.keys, key);
    return place != who.keys.end() && *place == key
               ? who.forms[static_cast<std::size_t>(place - who.keys.begin())].get()
               : nullptr;
}

// What a body is like in each frame, asked for in ascending order.
template <typename World>
class form_guide {
public:
    using prepared = typename world_motion<World>::prepared_form;

    form_guide(const flight_context<World>& context, entity_key key)
        : context_(context)
        , key_(key) {
        prepare();
    }

    void go_to(std::uint32_t frame) {
        while (term_ + 1 < context_.terms.size() && context_.terms[term_ + 1].first <= frame) {
            ++term_;
            prepare();
        }
    }

    // Null: it is not there.
    [[nodiscard]] const prepared* form() const noexcept { return is_there_ ? &form_ : nullptr; }

private:
    void prepare() {
        const auto* const form = find_form(*context_.terms[term_].who, key_);
        is_there_ = form != nullptr;
        if (is_there_) {
            form_ = context_.model.prepare(*form, key_);
        }
    }

    const flight_context<World>& context_;
    entity_key key_;
    std::size_t term_ = 0;
    bool is_there_ = false;
    prepared form_{};
};

// The fields of the frames on the way, asked for in ascending order.
template <typename World>
class field_guide {
public:
    using prepared = typename world_motion<World>::prepared_field;

    explicit field_guide(const flight_context<World>& context)
        : model_(context.model)
        , cursor_(context.sources) {}

    [[nodiscard]] const prepared& at(std::uint32_t frame) {
        bool has_changed = !field_.has_value();
        for (; frame_ < frame; ++frame_) {
            has_changed |= cursor_.go_on();
        }
        if (has_changed) {
            field_.emplace(model_.field(cursor_.sources()));
        }
        return *field_;
    }

private:
    const typename World::model_type& model_;
    typename source_track<World>::cursor cursor_;
    std::uint32_t frame_ = 0;
    std::optional<prepared> field_;
};

// The fields of all frames before the last of some, for many who fly.
template <typename World>
class field_list {
public:
    using prepared = typename world_motion<World>::prepared_field;

    field_list(const flight_context<World>& context, std::uint32_t frames) {
        typename source_track<World>::cursor cursor(context.sources);
        for (std::uint32_t frame = 0; frame < frames; ++frame) {
            if (frame == 0 || cursor.go_on()) {
                const auto now = cursor.sources();
                sources_.emplace_back(now.begin(), now.end());
                fields_.push_back(context.model.field(sources_.back()));
            }
            places_.push_back(fields_.size() - 1);
        }
    }

    [[nodiscard]] const prepared& at(std::uint32_t frame) const { return fields_[places_[frame]]; }

private:
    std::vector<std::vector<typename World::source_type>> sources_; // moved, never copied: fields look there
    std::vector<prepared> fields_;
    std::vector<std::size_t> places_; // by frame
};

template <typename World>
class flight {
public:
    using motion = typename World::motion_type;
    using numbers = world_motion<World>;

    // More of them, and it does not count as flight.
    static constexpr std::uint32_t max_surprises = 16;
    // Whoever does nothing else in the first frames.
    static constexpr std::uint32_t early_surprises = 4;

    // Appends it to `bytes`, unless it is none. motion_at(frame) is what it did.
    template <typename MotionAt, typename FieldAt>
    [[nodiscard]] static bool encode(const flight_context<World>& context, entity_key key,
                                     const MotionAt& motion_at, FieldAt& fields,
                                     std::vector<std::byte>& bytes) {
        std::vector<std::uint8_t> surprises;
        form_guide<World> forms(context, key);
        for (std::uint32_t frame = 1; frame < context.frames; ++frame) {
            const motion next = next_motion(context, forms, fields, motion_at(frame - 1), frame);
            if (!numbers::is_same(next, motion_at(frame))) {
                surprises.push_back(static_cast<std::uint8_t>(frame));
                if (surprises.size() > max_surprises ||
                    (frame == early_surprises && surprises.size() == early_surprises)) {
                    return false;
                }
            }
        }
        bytes.push_back(static_cast<std::byte>(surprises.size()));
        put(motion_at(0), bytes);
        for (const std::uint8_t frame : surprises) {
            bytes.push_back(static_cast<std::byte>(frame));
            put(motion_at(frame), bytes);
        }
        return true;
    }

    // Calls visit(frame, motion) for the frames up to the last of some.
    template <typename FieldAt, typename Visit>
    static void follow(const flight_context<World>& context, entity_key key, const std::byte* bytes,
                       std::uint32_t last, FieldAt& fields, const Visit& visit) {
        auto surprises = std::to_integer<unsigned>(*bytes++);
        motion now;
        bytes = get(bytes, now);
        visit(std::uint32_t{0}, now);
        form_guide<World> forms(context, key);
        for (std::uint32_t frame = 1; frame <= last; ++frame) {
            if (surprises > 0 && std::to_integer<std::uint32_t>(*bytes) == frame) {
                bytes = get(bytes + 1, now);
                --surprises;
            } else {
                now = next_motion(context, forms, fields, now, frame);
            }
            visit(frame, now);
        }
    }

    // Where the next one begins.
    [[nodiscard]] static const std::byte* skip(const std::byte* bytes) noexcept {
        auto surprises = std::to_integer<unsigned>(*bytes++);
        bytes += size_after_mask(bytes);
        for (; surprises > 0; --surprises) {
            ++bytes;
            bytes += size_after_mask(bytes);
        }
        return bytes;
    }

    // Of bytes from outside: how many of them are a flight, or 0 if they are none.
    [[nodiscard]] static std::size_t size_of(std::span<const std::byte> bytes, std::uint32_t frames) {
        std::size_t at = 0;
        const auto take_motion = [&] {
            if (bytes.size() - at < sizeof(mask_type)) {
                return false;
            }
            const std::size_t size = size_after_mask(bytes.data() + at);
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

private:
    using mask_type = std::uint16_t;
    using pattern = bits_of<typename numbers::number>;
    static constexpr std::uint32_t all = (1u << numbers::numbers) - 1;

    // Who was there and is there flies; who comes or is away stays as it is.
    template <typename FieldAt>
    [[nodiscard]] static motion next_motion(const flight_context<World>& context, form_guide<World>& forms,
                                            FieldAt& fields, const motion& before, std::uint32_t frame) {
        forms.go_to(frame - 1);
        return forms.form() != nullptr ? context.model.fly(*forms.form(), before, fields.at(frame - 1))
                                       : before;
    }

    [[nodiscard]] static mask_type read_mask(const std::byte* bytes) noexcept {
        mask_type mask{};
        std::memcpy(&mask, bytes, sizeof(mask));
        return mask;
    }

    [[nodiscard]] static std::size_t size_after_mask(const std::byte* bytes) noexcept {
        return sizeof(mask_type) +
               static_cast<std::size_t>(std::popcount(read_mask(bytes))) * sizeof(pattern);
    }

    static void put(const motion& what, std::vector<std::byte>& bytes) {
        const auto usual = numbers::patterns(motion{});
        const auto patterns = numbers::patterns(what);
        mask_type mask = 0;
        const std::size_t start = bytes.size();
        bytes.resize(start + sizeof(mask));
        for (std::size_t n = 0; n < patterns.size(); ++n) {
            if (patterns[n] != usual[n]) {
                mask = static_cast<mask_type>(mask | 1u << n);
                bytes.resize(bytes.size() + sizeof(pattern));
                std::memcpy(bytes.data() + bytes.size() - sizeof(pattern), &patterns[n], sizeof(pattern));
            }
        }
        std::memcpy(bytes.data() + start, &mask, sizeof(mask));
    }

    [[nodiscard]] static const std::byte* get(const std::byte* bytes, motion& into) noexcept {
        auto patterns = numbers::patterns(motion{});
        const mask_type mask = read_mask(bytes);
        bytes += sizeof(mask);
        for (std::size_t n = 0; n < patterns.size(); ++n) {
            if ((mask >> n & 1) != 0) {
                std::memcpy(&patterns[n], bytes, sizeof(pattern));
                bytes += sizeof(pattern);
            }
        }
        into = std::bit_cast<motion>(patterns);
        return bytes;
    }
};

} // namespace orrery::time::detail
