#include "timeline/open_notes.hpp"

#include <memory>
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
    return events >= events_per_noted_interval * pages[noted].open->size();
}

void pass_page(open_tracker& tracker, const event_page& page) {
    for (std::uint32_t place = 0; place < page.count; ++place) {
        tracker.pass(page.events->mark(place));
    }
}

} // namespace

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
    open_tracker tracker(first == 0 ? open_list{} : *pages[passed].open);
    for (; page < pages.size(); ++page) {
        if (!wants_note(pages, page)) {
            continue;
        }
        for (; passed < page; ++passed) {
            pass_page(tracker, pages[passed]);
        }
        open_list open = tracker.list();
        const bool is_right = pages[page].open != nullptr && *pages[page].open == open;
        if (is_right && page >= settled) {
            return;
        }
        if (!is_right) {
            pages[page].open = std::make_shared<const open_list>(std::move(open));
        }
    }
}

} // namespace orrery::time::detail
