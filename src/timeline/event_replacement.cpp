#include "timeline/event_page.hpp"
#include "timeline/open_notes.hpp"

#include <orrery/timeline/detail/event_log.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace orrery::time::detail {

// Makes a log in which some events stand in place of others. Pages in which nothing changes are shared with
// the old log; the others are written anew.
class page_replacement {
public:
    using found_event = event_log::found_event;

    page_replacement(const event_log& old, std::span<const changed_frames> changes, const event_log& part)
        : old_(old)
        , changes_(changes)
        , made_(old.payload_size_, old.page_capacity_) {
        for (const changed_frames& change : changes) {
            for (const found_event& each : part.events_of(change.frames)) {
                if (concerns(change, each.mark)) {
                    inserted_.push_back(each);
                }
            }
        }
    }

    [[nodiscard]] event_log run() {
        std::size_t taken = 0;
        const std::size_t pieces = old_.piece_count();
        for (std::size_t index = 0; index < pieces; ++index) {
            const event_piece piece = old_.piece(index);
            const bool is_last = index + 1 == pieces;
            const std::size_t start = taken;
            while (taken < inserted_.size() && (is_last || inserted_[taken].mark <= piece.last_mark())) {
                ++taken;
            }
            const auto inserted = std::span(inserted_).subspan(start, taken - start);
            const bool is_tail = index == old_.page_count();
            if (inserted.empty() && !loses_events(piece)) {
                keep(index, is_tail);
            } else {
                write(mix(piece, inserted), is_tail);
            }
        }
        if (pieces == 0 && !inserted_.empty()) {
            write(inserted_, true);
        }
        renew_notes(pages_, first_written_, settled_);
        made_.pages_ = std::make_shared<const event_log::page_list>(std::move(pages_));
        return std::move(made_);
    }

private:
    [[nodiscard]] static bool concerns(const changed_frames& change, const event_mark& mark) {
        return std::binary_search(change.keys.begin(), change.keys.end(), mark.a) ||
               std::binary_search(change.keys.begin(), change.keys.end(), mark.b);
    }

    [[nodiscard]] bool is_lost(const event_mark& mark) const {
        const auto after = std::upper_bound(
            changes_.begin(), changes_.end(), mark.frame,
            [](std::uint64_t f, const changed_frames& each) { return f < each.frames.first; });
        return after != changes_.begin() && std::prev(after)->frames.contains(mark.frame) &&
               concerns(*std::prev(after), mark);
    }

    [[nodiscard]] bool loses_events(const event_piece& piece) const {
        if (changes_.empty() || piece.last_frame() < changes_.front().frames.first ||
            piece.first_frame() >= changes_.back().frames.end) {
            return false;
        }
        for (std::uint32_t place = 0; place < piece.count; ++place) {
            if (is_lost(piece.events->mark(place))) {
                return true;
            }
        }
        return false;
    }

    // What is left of a piece and what comes in, in order.
    [[nodiscard]] std::vector<found_event> mix(const event_piece& piece,
                                               std::span<const found_event> inserted) const {
        std::vector<found_event> kept;
        kept.reserve(piece.count);
        for (std::uint32_t place = 0; place < piece.count; ++place) {
            const event_mark mark = piece.events->mark(place);
            if (!is_lost(mark)) {
                kept.push_back({mark, piece.events->payload(place)});
            }
        }
        std::vector<found_event> mixed;
        mixed.reserve(kept.size() + inserted.size());
        std::merge(kept.begin(), kept.end(), inserted.begin(), inserted.end(), std::back_inserter(mixed),
                   [](const found_event& x, const found_event& y) { return x.mark < y.mark; });
        return mixed;
    }

    void keep(std::size_t index, bool is_tail) {
        if (is_tail) {
            made_.tail_ = old_.tail_;
            made_.tail_count_ = old_.tail_count_;
        } else {
            pages_.push_back((*old_.pages_)[index]);
        }
    }

    // Pages are filled evenly, so that none stays nearly empty; a tail only when it has to become pages.
    void write(std::span<const found_event> events, bool is_tail) {
        first_written_ = std::min(first_written_, pages_.size());
        const std::size_t most = old_.page_capacity_;
        const std::size_t page_count = (events.size() + most - 1) / most;
        const std::size_t share =
            is_tail || page_count == 0 ? most : (events.size() + page_count - 1) / page_count;
        while (!events.empty()) {
            const std::uint32_t count = fitting(events, share);
            const bool ends_as_tail = is_tail && count == events.size();
            auto buffer = copied(events.first(count), ends_as_tail ? std::bit_ceil(count) : count);
            if (ends_as_tail) {
                made_.tail_ = std::move(buffer);
                made_.tail_count_ = count;
            } else {
                pages_.push_back(make_page(std::move(buffer), count));
            }
            events = events.subspan(count);
        }
        settled_ = pages_.size();
    }

    // How many of them one buffer can hold.
    [[nodiscard]] static std::uint32_t fitting(std::span<const found_event> events, std::size_t share) {
        const std::uint64_t first = events.front().mark.frame;
        std::uint32_t count = 0;
        while (count < events.size() && count < share &&
               event_buffer::reaches(first, events[count].mark.frame)) {
            ++count;
        }
        return count;
    }

    [[nodiscard]] std::shared_ptr<event_buffer> copied(std::span<const found_event> events,
                                                       std::uint32_t capacity) const {
        const auto count = static_cast<std::uint32_t>(events.size());
        auto buffer =
            std::make_shared<event_buffer>(capacity, old_.payload_size_, events.front().mark.frame, count);
        for (std::uint32_t place = 0; place < count; ++place) {
            buffer->write(place, events[place].mark, events[place].payload);
        }
        return buffer;
    }

    const event_log& old_;
    std::span<const changed_frames> changes_;
    std::vector<found_event> inserted_;
    event_log::page_list pages_;
    std::size_t first_written_ = static_cast<std::size_t>(-1);
    std::size_t settled_ = 0;
    event_log made_;
};

event_log event_log::replaced(std::span<const changed_frames> changes, const event_log& part) const {
    return page_replacement(*this, changes, part).run();
}

} // namespace orrery::time::detail
