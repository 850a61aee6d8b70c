#include "timeline/event_page.hpp"
#include "timeline/open_notes.hpp"

#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/event_log.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace orrery::time::detail {
namespace {

constexpr std::uint32_t smallest_capacity = 64;

[[nodiscard]] std::uint32_t capacity_for(std::uint32_t count) {
    return std::max(smallest_capacity, std::bit_ceil(count));
}

} // namespace

bool event_log::ends_before(std::uint64_t frame) const {
    return piece_count() == 0 || piece(piece_count() - 1).last_frame() < frame;
}

void event_log::append(std::span<const event_mark> marks, const std::byte* payloads) {
    if (marks.empty()) {
        return;
    }
    const std::uint64_t frame = marks.front().frame;
    ORRERY_CHECK(ends_before(frame), "events are appended frame by frame");
    // Worlds hand out most frames in order; those need no list.
    std::vector<std::uint32_t> order;
    if (!std::is_sorted(marks.begin(), marks.end())) {
        order.resize(marks.size());
        std::iota(order.begin(), order.end(), 0u);
        // total order: equal marks stay in the order in which the world told them
        std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
            return marks[x] != marks[y] ? marks[x] < marks[y] : x < y;
        });
    }
    for (std::size_t done = 0; done < marks.size();) {
        const std::uint32_t more = claim(marks.size() - done, frame);
        for (const std::size_t end = done + more; done < end; ++done) {
            const std::size_t source = order.empty() ? done : order[done];
            tail_->write(tail_count_, marks[source], payloads + source * payload_size_);
            ++tail_count_;
        }
    }
}

std::uint32_t event_log::claim(std::size_t wanted, std::uint64_t frame) {
    if (tail_count_ == page_capacity_ ||
        (tail_count_ != 0 && !event_buffer::reaches(tail_->frame(0), frame))) {
        seal_tail();
    }
    const auto more = static_cast<std::uint32_t>(std::min<std::size_t>(wanted, page_capacity_ - tail_count_));
    if (tail_ == nullptr) {
        tail_ = std::make_shared<event_buffer>(capacity_for(more), payload_size_, frame, more);
    } else if (!tail_->claim(tail_count_, more)) {
        auto larger = std::make_shared<event_buffer>(capacity_for(tail_count_ + more), payload_size_,
                                                     tail_->frame(0), tail_count_ + more);
        for (std::uint32_t place = 0; place < tail_count_; ++place) {
            larger->write(place, tail_->mark(place), tail_->payload(place));
        }
        tail_ = std::move(larger);
    }
    return more;
}

void event_log::seal_tail() {
    auto pages = pages_ == nullptr ? std::make_shared<page_list>() : std::make_shared<page_list>(*pages_);
    pages->push_back(make_page(std::move(tail_), tail_count_));
    renew_notes(*pages, pages->size() - 1, pages->size());
    pages_ = std::move(pages);
    tail_ = nullptr;
    tail_count_ = 0;
}

event_log event_log::before(std::uint64_t frame) const {
    const std::size_t cut = piece_at(frame);
    if (cut == piece_count()) {
        return *this;
    }
    event_log log(payload_size_, page_capacity_);
    log.tail_count_ = piece(cut).count_before(frame);
    if (cut == page_count()) {
        log.pages_ = pages_;
        log.tail_ = tail_;
    } else {
        // The page becomes a tail again. It is full, so the next event is written to a copy of it.
        log.pages_ = std::make_shared<const page_list>(pages_->begin(),
                                                       pages_->begin() + static_cast<std::ptrdiff_t>(cut));
        log.tail_ = (*pages_)[cut].events;
    }
    if (log.tail_count_ == 0) {
        log.tail_ = nullptr;
    }
    return log;
}

std::vector<event_log::found_event> event_log::events_of(frame_range range) const {
    std::vector<found_event> found;
    for (std::size_t index = piece_at(range.first); index < piece_count(); ++index) {
        const event_piece each = piece(index);
        const std::uint32_t end = each.count_before(range.end);
        for (std::uint32_t place = each.count_before(range.first); place < end; ++place) {
            found.push_back({each.events->mark(place), each.events->payload(place)});
        }
        if (end < each.count) {
            break;
        }
    }
    return found;
}

std::size_t event_log::count(frame_range range) const {
    std::size_t total = 0;
    if (range.is_empty()) {
        return total;
    }
    for (std::size_t index = piece_at(range.first); index < piece_count(); ++index) {
        const event_piece each = piece(index);
        if (each.first_frame() >= range.end) {
            break;
        }
        total += each.count_before(range.end) - each.count_before(range.first);
    }
    return total;
}

std::size_t event_log::size() const noexcept {
    std::size_t total = tail_count_;
    for (std::size_t page = 0; page < page_count(); ++page) {
        total += (*pages_)[page].count;
    }
    return total;
}

std::size_t event_log::bytes() const noexcept {
    std::size_t total = sizeof(event_log) + (tail_ == nullptr ? 0 : tail_->bytes());
    for (std::size_t index = 0; index < page_count(); ++index) {
        const event_page& page = (*pages_)[index];
        total += sizeof(event_page) + page.events->bytes() + page.index->bytes() +
                 (page.open == nullptr ? 0 : page.open->bytes());
    }
    return total;
}

std::size_t event_log::page_count() const noexcept {
    return pages_ == nullptr ? 0 : pages_->size();
}

std::size_t event_log::piece_count() const noexcept {
    return page_count() + (tail_count_ == 0 ? 0 : 1);
}

event_piece event_log::piece(std::size_t index) const {
    if (index == page_count()) {
        return {.events = tail_.get(), .count = tail_count_};
    }
    const event_page& page = (*pages_)[index];
    return {page.events.get(), page.count, page.index.get(), page.open.get()};
}

std::size_t event_log::piece_at(std::uint64_t frame) const {
    std::size_t low = 0;
    std::size_t high = piece_count();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (piece(middle).last_frame() < frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

event_log event_log::since(std::uint64_t frame) const {
    event_log kept(payload_size_, page_capacity_);
    std::vector<event_mark> marks; // of one frame
    std::vector<std::byte> payloads;
    const auto flush = [&] {
        kept.append(marks, payloads.data());
        marks.clear();
        payloads.clear();
    };
    const auto keep = [&](const event_mark& mark, const std::byte* payload) {
        if (!marks.empty() && marks.front().frame != mark.frame) {
            flush();
        }
        marks.push_back(mark);
        payloads.insert(payloads.end(), payload, payload + payload_size_);
    };
    if (frame > 0) {
        for (const found_interval& each : find({}, {frame - 1, frame})) {
            if (each.beginning.frame < frame && each.last >= frame) {
                keep(each.beginning, each.beginning_payload);
            }
        }
    }
    each_event({frame, frame_range::all().end}, keep);
    flush();
    return kept;
}

} // namespace orrery::time::detail
