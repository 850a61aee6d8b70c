// Pages of events as a log keeps them, and the tail seen as one of them.
#pragma once

#include "timeline/event_buffer.hpp"
#include "timeline/place_index.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace orrery::time::detail {

class open_note;

class event_page_index {
public:
    event_page_index(const event_buffer& events, std::uint32_t count);

    // The places of which at least one constraint of the query is known to hold; the fewest there are.
    [[nodiscard]] std::span<const std::uint16_t> places_for(const event_query& query) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept { return by_entity_.bytes() + by_kind_.bytes(); }

private:
    place_index by_entity_;
    place_index by_kind_;
};

struct event_page {
    std::shared_ptr<event_buffer> events;
    std::uint32_t count = 0;
    std::shared_ptr<const event_page_index> index;
    // Before its first event; null where it was not noted. The first page always has it.
    std::shared_ptr<const open_note> open;
};

[[nodiscard]] event_page make_page(std::shared_ptr<event_buffer> events, std::uint32_t count);

// A page or the tail, which has neither index nor note.
struct event_piece {
    const event_buffer* events = nullptr;
    std::uint32_t count = 0;
    const event_page_index* index = nullptr;
    const open_note* open = nullptr;

    [[nodiscard]] std::uint64_t first_frame() const { return events->frame(0); }

    [[nodiscard]] std::uint64_t last_frame() const { return events->frame(count - 1); }

    [[nodiscard]] event_mark last_mark() const { return events->mark(count - 1); }

    // The number of events before that frame.
    [[nodiscard]] std::uint32_t count_before(std::uint64_t frame) const;
};

[[nodiscard]] constexpr bool matches(const event_query& query, const event_mark& mark) noexcept {
    const auto concerns = [&](entity_key key) {
        return key == entity_key::none || mark.a == key || mark.b == key;
    };
    return (!query.is_of_one_kind || mark.kind == query.kind) && concerns(query.one) && concerns(query.other);
}

[[nodiscard]] constexpr bool has_constraint(const event_query& query) noexcept {
    return query.is_of_one_kind || query.one != entity_key::none || query.other != entity_key::none;
}

// Calls visit(mark, place) in order of place until it answers false.
template <typename Visit>
void visit_matching(const event_piece& piece, const event_query& query, Visit visit) {
    const auto meet = [&](std::uint32_t place) {
        const event_mark mark = piece.events->mark(place);
        return !matches(query, mark) || visit(mark, place);
    };
    if (piece.index != nullptr && has_constraint(query)) {
        for (const std::uint16_t place : piece.index->places_for(query)) {
            if (!meet(place)) {
                return;
            }
        }
        return;
    }
    for (std::uint32_t place = 0; place < piece.count; ++place) {
        if (!meet(place)) {
            return;
        }
    }
}

} // namespace orrery::time::detail
