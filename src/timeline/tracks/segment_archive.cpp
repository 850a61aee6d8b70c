#include "timeline/tracks/segment_archive.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace orrery::time::detail {
namespace {

// Nothing after a failure.
[[nodiscard]] std::vector<std::byte> load_bytes(byte_reader& in, std::size_t count) {
    const std::span<const std::byte> bytes = in.read_bytes(count);
    return {bytes.begin(), bytes.end()};
}

void save_counted(std::span<const std::byte> bytes, byte_writer& out) {
    out.write_variable(bytes.size());
    out.write_bytes(bytes);
}

void save_keys(const std::vector<entity_key>& keys, byte_writer& out) {
    out.write_variable(keys.size());
    out.write(keys.front());
    for (std::size_t slot = 1; slot < keys.size(); ++slot) {
        out.write_variable(static_cast<std::uint64_t>(keys[slot]) -
                           static_cast<std::uint64_t>(keys[slot - 1]));
    }
}

// One at least, also after a failure.
[[nodiscard]] std::shared_ptr<const std::vector<entity_key>> load_keys(byte_reader& in) {
    const std::uint64_t count = in.read_variable();
    auto key = in.read<std::uint64_t>();
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

// Whether each slot of a page that moves is on it, and either flies or is busy.
[[nodiscard]] bool are_movers_sound(const track_page& page) {
    const slot_set movers = page.moving();
    std::uint32_t on_page = 0;
    for (std::size_t slot = 0; slot < page.size(); ++slot) {
        on_page += movers.contains(slot) ? 1 : 0;
    }
    return on_page == movers.size() && page.flying.size() + page.busy.size() == movers.size();
}

void load_stopped(byte_reader& in, track_page& made, const world_format& format) {
    const std::size_t stopped = in.read_count(1 + format.box_bytes());
    for (std::size_t index = 0; index < stopped && in.ok(); ++index) {
        const auto slot = in.read<std::uint8_t>();
        const std::span<const std::byte> reach = in.read_bytes(format.box_bytes());
        if (in.ok()) {
            made.stopped_slots.push_back(slot);
            made.stopped_reaches.insert(made.stopped_reaches.end(), reach.begin(), reach.end());
        }
    }
}

void check_flights(byte_reader& in, const track_page& made, std::uint32_t frames,
                   const world_format& format) {
    std::span<const std::byte> flights = made.flights;
    for (std::uint32_t index = 0; index < made.flying.size() && in.ok(); ++index) {
        const std::size_t size = flight::size_of(format, flights, frames);
        if (size == 0) {
            in.fail("a flight is damaged");
            return;
        }
        flights = flights.subspan(size);
    }
    if (!flights.empty()) {
        in.fail("flights are followed by something else");
    }
}

void check_page(byte_reader& in, const track_page& made, std::uint32_t frames, const world_format& format) {
    const bool is_block_sound = with_number_type(format.number, [&]<typename T>() {
        return made.busy.is_empty()
                   ? made.block.empty()
                   : motion_block<T>::is_sound(made.shape_of_block(frames, format), made.block);
    });
    if (!is_block_sound) {
        in.fail("a block of motions is damaged");
    }
    check_flights(in, made, frames, format);
    for (std::size_t slot = 0; slot < made.size() && in.ok(); ++slot) {
        if (!is_valid(made.reach(slot, format)) || !is_valid(made.last_reach(slot, format))) {
            in.fail("a box around what could be felt is none");
        }
    }
}

[[nodiscard]] bool have_all(std::span<const std::shared_ptr<const track_page>> pages,
                            const std::vector<entity_key>& keys) {
    std::size_t next = 0;
    for (const auto& each : pages) {
        for (const entity_key key : *each->keys) {
            next += next < keys.size() && keys[next] == key ? 1 : 0;
        }
    }
    return next == keys.size();
}

} // namespace

void segment_archive::save(const motion_segment& from, byte_writer& out,
                           function_ref<void(byte_writer&, const census_pointer&)> save_census) const {
    out.write(from.first_frame_);
    out.write(from.frames_);
    out.write_variable(from.terms_.size());
    for (const census_term& each : from.terms_) {
        out.write_variable(each.first);
        save_census(out, each.who);
    }
    from.sources_.save(out);
    out.write_variable(from.pages_->size());
    for (const page_pointer& each : *from.pages_) {
        const std::size_t known =
            number_of_known(*each, [&](const track_page& old) { return &old == each.get(); });
        out.write_variable(known);
        if (known == 0) {
            save_page(*each, out, from.format());
        }
    }
}

result<motion_segment::shared>
segment_archive::load(byte_reader& in, shared_model model,
                      function_ref<census_pointer(byte_reader&)> load_census) const {
    const auto made = motion_segment::make_empty(std::move(model));
    made->first_frame_ = in.read<std::uint64_t>();
    made->frames_ = in.read<std::uint32_t>();
    if (made->frames_ < 1 || made->frames_ > motion_segment::max_frames) {
        in.fail("a segment of tracks has 1 to 256 frames");
    }
    load_terms(in, *made, load_census);
    if (in.ok()) {
        made->sources_ = source_track::load(in, made->frames_, made->format());
    }
    motion_segment::page_list pages = load_pages(in, made->frames_, made->format());
    if (in.ok() && !have_all(pages, motion_segment::roster(made->terms_))) {
        in.fail("a segment has no tracks of an entity that is there");
    }
    if (!in.ok()) {
        return in.failure();
    }
    made->finish(std::move(pages), before_);
    return motion_segment::shared(made);
}

// One more than the number of the page before in the range of a page, if it is what is asked for; or 0.
template <typename Test>
std::size_t segment_archive::number_of_known(const track_page& of, const Test& is_wanted) const {
    if (before_ == nullptr || before_->pages_->empty()) {
        return 0;
    }
    const std::size_t number = before_->page_of(of.keys->front());
    return is_wanted(*(*before_->pages_)[number]) ? number + 1 : 0;
}

segment_archive::page_pointer segment_archive::known_page(byte_reader& in, std::uint64_t number) const {
    if (before_ == nullptr || number == 0 || number > before_->pages_->size()) {
        in.fail("a page of the segment before is not there");
        return nullptr;
    }
    return (*before_->pages_)[static_cast<std::size_t>(number) - 1];
}

void segment_archive::save_page(const track_page& from, byte_writer& out, const world_format& format) const {
    save_keys(*from.keys, out);
    out.values(from.flying, from.busy);
    const std::size_t known =
        number_of_known(from, [&](const track_page& old) { return old.resting == from.resting; });
    out.write_variable(known);
    if (known == 0) {
        out.write_bytes(from.resting->motions);
        out.write_bytes(from.resting->reaches);
    }
    save_counted(from.flights, out);
    save_counted(from.block, out);
    out.write_bytes(from.reaches);
    out.write_variable(from.stopped_slots.size());
    for (std::size_t index = 0; index < from.stopped_slots.size(); ++index) {
        out.write(from.stopped_slots[index]);
        out.write_bytes(
            std::span(from.stopped_reaches).subspan(index * format.box_bytes(), format.box_bytes()));
    }
}

void segment_archive::load_terms(byte_reader& in, motion_segment& made,
                                 function_ref<census_pointer(byte_reader&)> load_census) {
    const std::size_t count = in.read_count(1);
    for (std::size_t index = 0; index < count && in.ok(); ++index) {
        const std::uint64_t first = in.read_variable();
        const std::uint64_t least = index == 0 ? 0 : std::uint64_t{made.terms_.back().first} + 1;
        if (first < least || (index == 0 && first != 0) || first >= made.frames_) {
            in.fail("the frames from which a census holds are out of order");
            return;
        }
        census_pointer who = load_census(in);
        if (in.ok() && (who == nullptr ||
                        std::ranges::adjacent_find(who->keys, std::greater_equal{}) != who->keys.end())) {
            in.fail("a census is out of order");
        }
        made.terms_.push_back({static_cast<std::uint32_t>(first), std::move(who)});
    }
    if (made.terms_.empty()) {
        in.fail("a segment of tracks has no census");
    }
}

motion_segment::page_list segment_archive::load_pages(byte_reader& in, std::uint32_t frames,
                                                      const world_format& format) const {
    motion_segment::page_list pages;
    const std::size_t count = in.read_count(1);
    for (std::size_t index = 0; index < count && in.ok(); ++index) {
        const std::uint64_t known = in.read_variable();
        page_pointer next = known == 0 ? load_page(in, frames, format) : known_page(in, known);
        if (next != nullptr && !pages.empty() && next->keys->front() <= pages.back()->keys->back()) {
            in.fail("the pages of a segment are out of order");
        }
        pages.push_back(std::move(next));
    }
    return pages;
}

segment_archive::page_pointer segment_archive::load_page(byte_reader& in, std::uint32_t frames,
                                                         const world_format& format) const {
    auto made = std::make_shared<track_page>();
    made->keys = load_keys(in);
    in.values(made->flying, made->busy);
    if (!in.ok() || !are_movers_sound(*made)) {
        in.fail("those who move on a page of tracks are not on it");
        return nullptr;
    }
    const std::uint32_t moving = made->moving().size();
    load_resting(in, *made, made->size() - moving, format);
    made->flights = load_bytes(in, in.read_count(1));
    made->block = load_bytes(in, in.read_count(1));
    made->reaches = load_bytes(in, moving * coarse_box_bytes(format));
    load_stopped(in, *made, format);
    if (in.ok()) {
        check_page(in, *made, frames, format);
    }
    if (!in.ok()) {
        return nullptr;
    }
    made->own_bytes = made->count_bytes(nullptr);
    return made;
}

void segment_archive::load_resting(byte_reader& in, track_page& made, std::size_t count,
                                   const world_format& format) const {
    const std::uint64_t known = in.read_variable();
    if (known != 0) {
        const page_pointer old = known_page(in, known);
        made.resting = old != nullptr ? old->resting : nullptr;
    } else {
        track_page::resting_list list;
        list.motions = load_bytes(in, count * format.motion_bytes);
        list.reaches = load_bytes(in, count * format.box_bytes());
        made.resting = std::make_shared<const track_page::resting_list>(std::move(list));
    }
    if (made.resting == nullptr || made.resting->motions.size() != count * format.motion_bytes ||
        made.resting->reaches.size() != count * format.box_bytes()) {
        in.fail("the list of what rests has another length");
    }
}

} // namespace orrery::time::detail
