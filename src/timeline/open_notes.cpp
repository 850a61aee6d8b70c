#include "timeline/open_notes.hpp"

#include <memory>
#include <numeric>
#include <utility>

namespace orrery::time::detail {
namespace {

// A note is worth its bytes after several times as many events as it has entries.
constexpr std::size_t events_per_noted_interval = 4;

[[nodiscard]] bool wants_note(const std::vector<event_page>& pages, std::size_t index) {
    if (index == 0 || pages[index].open != nullptr) {
        return true;
    }
    const std::size_t noted = last_noted(pages, index - 1);
    std::size_t events = 0;
    for (std::size_t page = noted; page < index; ++page) {
        events += pages[page].count;
    }
    return events >= events_per_noted_interval * pages[noted].open->events().size();
}

void pass_page(open_tracker& tracker, const event_page& page) {
    for (std::uint32_t place = 0; place < page.count; ++place) {
        tracker.pass(page.events->mark(place));
    }
}

} // namespace

open_note::open_note(open_list events)
    : events_(std::move(events))
    , by_b_(events_.size()) {
    std::iota(by_b_.begin(), by_b_.end(), 0u);
    // total order: ends with the place
    std::sort(by_b_.begin(), by_b_.end(), [&](std::uint32_t x, std::uint32_t y) {
        return std::pair(events_[x].name.b, x) < std::pair(events_[y].name.b, y);
    });
}

std::size_t open_note::count(const interval_name& name, std::uint64_t before) const noexcept {
    auto each = std::lower_bound(events_.begin(), events_.end(), open_event{name, 0});
    std::size_t total = 0;
    for (; each != events_.end() && each->name == name && each->first < before; ++each) {
        ++total;
    }
    return total;
}

std::size_t open_note::newer_equal(std::size_t place) const noexcept {
    std::size_t newer = 0;
    while (place + newer + 1 < events_.size() && events_[place + newer + 1] == events_[place]) {
        ++newer;
    }
    return newer;
}

std::size_t open_note::bytes() const noexcept {
    return sizeof(open_note) + events_.capacity() * sizeof(open_event) +
           by_b_.capacity() * sizeof(std::uint32_t);
}

std::size_t last_noted(const std::vector<event_page>& pages, std::size_t up_to) {
    while (up_to > 0 && pages[up_to].open == nullptr) {
        --up_to;
    }
    return up_to;
}

void renew_notes(std::vector<event_page>& pages, std::size_t first, std::size_t settled) {
    std::size_t page = first;
    while (page < pages.size() && !wants_note(pages, page)) {
        ++page;
    }
    if (page >= pages.size()) {
        return;
    }
    std::size_t passed = first == 0 ? 0 : last_noted(pages, first - 1);
    open_tracker tracker(first == 0 ? open_list{} : pages[passed].open->events());
    for (; page < pages.size(); ++page) {
        if (!wants_note(pages, page)) {
            continue;
        }
        for (; passed < page; ++passed) {
            pass_page(tracker, pages[passed]);
        }
        open_list open = tracker.list();
        const bool is_right = pages[page].open != nullptr && pages[page].open->events() == open;
        if (is_right && page >= settled) {
            return;
        }
        if (!is_right) {
            pages[page].open = std::make_shared<const open_note>(std::move(open));
        }
    }
}

} // namespace orrery::time::detail
