// Segments of tracks as bytes for files. Pages and lists of what rests that are shared with the segment
// before are named rather than written again. Bytes are taken for hostile: what load() hands out can be read
// in every frame without leaving it.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/timeline/track_segment.hpp>

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
class segment_archive {
public:
    using segment = track_segment<World>;
    using page = track_page<World>;
    using motion = typename World::motion_type;
    using box = typename World::box_type;
    using form = typename World::form_type;

    explicit segment_archive(const segment* before)
        : before_(before) {}

    template <typename SaveCensus>
    void save(const segment& from, byte_writer& out, const SaveCensus& save_census) const {
        out.write(from.first_frame_);
        out.write(from.frames_);
        out.write_variable(from.terms_.size());
        for (const auto& each : from.terms_) {
            out.write_variable(each.first);
            save_census(out, each.who);
        }
        from.sources_.save(out);
        out.write_variable(from.pages_->size());
        for (const auto& each : *from.pages_) {
            const std::size_t known =
                number_of_known(*each, [&](const page& old) { return &old == each.get(); });
            out.write_variable(known);
            if (known == 0) {
                save(*each, out);
            }
        }
    }

    template <typename LoadCensus>
    [[nodiscard]] result<typename segment::shared>
    load(byte_reader& in, const typename World::model_type& flight, const LoadCensus& load_census) const {
        auto made = std::make_shared<segment>(typename segment::token{}, flight);
        made->first_frame_ = in.read<std::uint64_t>();
        made->frames_ = in.read<std::uint32_t>();
        if (made->frames_ < 1 || made->frames_ > segment::max_frames) {
            in.fail("a segment of tracks has 1 to 256 frames");
        }
        load_terms(in, *made, load_census);
        if (in.ok()) {
            made->sources_ = source_track<World>::load(in, made->frames_);
        }
        typename segment::page_list pages;
        const std::size_t count = in.read_count(1);
        for (std::size_t index = 0; index < count && in.ok(); ++index) {
            const std::uint64_t known = in.read_variable();
            auto next = known == 0 ? load_page(in, made->frames_) : known_page(in, known);
            if (next != nullptr && !pages.empty() && next->keys->front() <= pages.back()->keys->back()) {
                in.fail("the pages of a segment are out of order");
            }
            pages.push_back(std::move(next));
        }
        if (in.ok() && !has_all(pages, segment::roster(made->terms_))) {
            in.fail("a segment has no tracks of an entity that is there");
        }
        if (!in.ok()) {
            return in.failure();
        }
        made->finish(std::move(pages), before_);
        return typename segment::shared(std::move(made));
    }

private:
    using page_pointer = std::shared_ptr<const page>;

    // One more than the number of the page before in the range of a page, if it is what is asked for; or 0.
    template <typename Test>
    [[nodiscard]] std::size_t number_of_known(const page& of, const Test& is_wanted) const {
        if (before_ == nullptr || before_->pages_->empty()) {
            return 0;
        }
        const std::size_t number = before_->page_of(of.keys->front());
        return is_wanted(*(*before_->pages_)[number]) ? number + 1 : 0;
    }

    [[nodiscard]] page_pointer known_page(byte_reader& in, std::uint64_t number) const {
        if (before_ == nullptr || number == 0 || number > before_->pages_->size()) {
            in.fail("a page of the segment before is not there");
            return nullptr;
        }
        return (*before_->pages_)[static_cast<std::size_t>(number) - 1];
    }

    template <typename T>
    static void save_plain(std::span<const T> values, byte_writer& out) {
        out.write_bytes(std::as_bytes(values));
    }

    // Nothing after a failure.
    template <typename T>
    [[nodiscard]] static std::vector<T> load_plain(byte_reader& in, std::size_t count) {
        const std::span<const std::byte> bytes = in.read_bytes(count * sizeof(T));
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!bytes.empty()) {
            std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
        }
        return values;
    }

    void save(const page& from, byte_writer& out) const {
        const std::vector<entity_key>& keys = *from.keys;
        out.write_variable(keys.size());
        out.write(keys.front());
        for (std::size_t slot = 1; slot < keys.size(); ++slot) {
            out.write_variable(static_cast<std::uint64_t>(keys[slot]) -
                               static_cast<std::uint64_t>(keys[slot - 1]));
        }
        out.values(from.flying, from.busy);
        const std::size_t known =
            number_of_known(from, [&](const page& old) { return old.resting == from.resting; });
        out.write_variable(known);
        if (known == 0) {
            save_plain<motion>(from.resting->motions, out);
            save_plain<box>(from.resting->reaches, out);
        }
        out.write_variable(from.flights.size());
        out.write_bytes(from.flights);
        out.write_variable(from.block.size());
        out.write_bytes(from.block);
        save_plain<reach_code<box>>(from.reaches, out);
        out.write_variable(from.stopped.size());
        for (const auto& [slot, reach] : from.stopped) {
            out.write(slot);
            save_plain<box>(std::span(&reach, 1), out);
        }
    }

    template <typename LoadCensus>
    static void load_terms(byte_reader& in, segment& made, const LoadCensus& load_census) {
        const std::size_t count = in.read_count(1);
        for (std::size_t index = 0; index < count && in.ok(); ++index) {
            const std::uint64_t first = in.read_variable();
            const std::uint64_t least = index == 0 ? 0 : std::uint64_t{made.terms_.back().first} + 1;
            if (first < least || (index == 0 && first != 0) || first >= made.frames_) {
                in.fail("the frames from which a census holds are out of order");
                return;
            }
            std::shared_ptr<const census<form>> who = load_census(in);
            if (in.ok() && (who == nullptr || who->forms.size() != who->keys.size() ||
                            std::ranges::adjacent_find(who->keys, std::greater_equal{}) != who->keys.end())) {
                in.fail("a census is out of order");
            }
            made.terms_.push_back({static_cast<std::uint32_t>(first), std::move(who)});
        }
        if (made.terms_.empty()) {
            in.fail("a segment of tracks has no census");
        }
    }

    [[nodiscard]] page_pointer load_page(byte_reader& in, std::uint32_t frames) const {
        auto made = std::make_shared<page>();
        made->keys = load_keys(in);
        in.values(made->flying, made->busy);
        const std::size_t slots = made->size();
        const slot_set movers = made->moving();
        const std::uint32_t moving = movers.size();
        if (!in.ok() || made->flying.size() + made->busy.size() != moving ||
            movers.rank(slots == max_block_bodies ? slots - 1 : slots) +
                    (slots == max_block_bodies && movers.contains(slots - 1) ? 1u : 0u) !=
                moving) {
            in.fail("those who move on a page of tracks are not on it");
            return nullptr;
        }
        load_resting(in, *made, slots - moving);
        made->flights = load_plain<std::byte>(in, in.read_count(1));
        made->block = load_plain<std::byte>(in, in.read_count(1));
        made->reaches = load_plain<reach_code<box>>(in, moving);
        const std::size_t stopped = in.read_count(1 + sizeof(box));
        for (std::size_t index = 0; index < stopped && in.ok(); ++index) {
            const auto slot = in.read<std::uint8_t>();
            const std::vector<box> reach = load_plain<box>(in, 1);
            if (in.ok()) {
                made->stopped.emplace_back(slot, reach.front());
            }
        }
        if (in.ok()) {
            check(in, *made, frames);
        }
        if (!in.ok()) {
            return nullptr;
        }
        made->own_bytes = made->count_bytes(nullptr);
        return made;
    }

    // One at least, also after a failure.
    [[nodiscard]] static std::shared_ptr<const std::vector<entity_key>> load_keys(byte_reader& in) {
        const std::uint64_t count = in.read_variable();
        std::uint64_t key = in.read<std::uint64_t>();
        auto keys = std::make_shared<std::vector<entity_key>>(1, entity_key{key});
        if (count < 1 || count > max_block_bodies) {
            in.fail("a page of tracks has 1 to 64 entities");
        }
        for (std::uint64_t slot = 1; slot < count && in.ok(); ++slot) {
            const std::uint64_t step = in.read_variable();
            if (step == 0 || key + step < key) {
                in.fail("the keys of a page of tracks are out of order");
            }
            key += step;
            keys->push_back(entity_key{key});
        }
        return keys;
    }

    void load_resting(byte_reader& in, page& made, std::size_t count) const {
        const std::uint64_t known = in.read_variable();
        if (known != 0) {
            const page_pointer old = known_page(in, known);
            made.resting = old != nullptr ? old->resting : nullptr;
        } else {
            typename page::resting_list list;
            list.motions = load_plain<motion>(in, count);
            list.reaches = load_plain<box>(in, count);
            made.resting = std::make_shared<const typename page::resting_list>(std::move(list));
        }
        if (made.resting == nullptr || made.resting->motions.size() != count ||
            made.resting->reaches.size() != count) {
            in.fail("the list of what rests has another length");
        }
    }

    static void check(byte_reader& in, const page& made, std::uint32_t frames) {
        if (made.busy.is_empty() ? !made.block.empty()
                                 : !motion_block<typename world_motion<World>::number>::is_sound(
                                       made.shape_of_block(frames), made.block)) {
            in.fail("a block of motions is damaged");
        }
        std::span<const std::byte> flights = made.flights;
        for (std::uint32_t index = 0; index < made.flying.size() && in.ok(); ++index) {
            const std::size_t size = flight<World>::size_of(flights, frames);
            if (size == 0) {
                in.fail("a flight is damaged");
                return;
            }
            flights = flights.subspan(size);
        }
        if (!flights.empty()) {
            in.fail("flights are followed by something else");
        }
        for (std::size_t slot = 0; slot < made.size() && in.ok(); ++slot) {
            if (!is_valid(made.reach(slot)) || !is_valid(made.last_reach(slot))) {
                in.fail("a box around what could be felt is none");
            }
        }
    }

    [[nodiscard]] static bool has_all(const typename segment::page_list& pages,
                                      const std::vector<entity_key>& keys) {
        std::size_t next = 0;
        for (const auto& each : pages) {
            for (const entity_key key : *each->keys) {
                next += next < keys.size() && keys[next] == key ? 1 : 0;
            }
        }
        return next == keys.size();
    }

    const segment* before_;
};

} // namespace orrery::time::detail
