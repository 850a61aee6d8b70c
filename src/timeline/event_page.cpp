#include "timeline/event_page.hpp"

#include <utility>
#include <vector>

namespace orrery::time::detail {

event_page_index::event_page_index(const event_buffer& events, std::uint32_t count) {
    std::vector<place_index::mention> entities;
    std::vector<place_index::mention> kinds;
    entities.reserve(2 * std::size_t{count});
    kinds.reserve(count);
    for (std::uint32_t place = 0; place < count; ++place) {
        const event_mark mark = events.mark(place);
        const auto short_place = static_cast<std::uint16_t>(place);
        for (const entity_key key : {mark.a, mark.b}) {
            if (key != entity_key::none) {
                entities.push_back({static_cast<std::uint64_t>(key), short_place});
            }
        }
        kinds.push_back({mark.kind, short_place});
    }
    by_entity_ = place_index(std::move(entities));
    by_kind_ = place_index(std::move(kinds));
}

std::span<const std::uint16_t> event_page_index::places_for(const event_query& query) const noexcept {
    std::span<const std::uint16_t> fewest;
    bool is_first = true;
    const auto consider = [&](std::span<const std::uint16_t> places) {
        if (is_first || places.size() < fewest.size()) {
            fewest = places;
            is_first = false;
        }
    };
    for (const entity_key key : {query.one, query.other}) {
        if (key != entity_key::none) {
            consider(by_entity_.places_of(static_cast<std::uint64_t>(key)));
        }
    }
    if (query.is_of_one_kind) {
        consider(by_kind_.places_of(query.kind));
    }
    return fewest;
}

event_page make_page(std::shared_ptr<event_buffer> events, std::uint32_t count) {
    event_page page;
    page.index = std::make_shared<const event_page_index>(*events, count);
    page.events = std::move(events);
    page.count = count;
    return page;
}

std::uint32_t event_piece::count_before(std::uint64_t frame) const {
    std::uint32_t low = 0;
    std::uint32_t high = count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (events->frame(middle) < frame) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

} // namespace orrery::time::detail
