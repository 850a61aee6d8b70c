// The part of event_history that does not depend on what an event looks like: marks (when, of what kind,
// between whom) and payloads, which are bytes here.
//
// Events lie in pages of some thousand, in order of frame, kind and keys. A full page is never changed: it
// has an index by entity and one by kind, and logs share it. Some pages begin with a note of what was open
// there, so that a search need not start at the first frame; only so many that they take a fraction of what
// the events take. The last events are in a tail without index, into which only the newest log that shares it
// can write more.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time {

// Frames that were computed again for the entities with these keys (ascending).
struct changed_frames {
    frame_range frames;
    std::span<const entity_key> keys;
};

namespace detail {

// The members are in the order in which events are kept.
struct event_mark {
    std::uint64_t frame = 0;
    std::uint32_t kind = 0;
    entity_key a = entity_key::none;
    entity_key b = entity_key::none;
    event_role role = event_role::once;

    friend constexpr auto operator<=>(const event_mark&, const event_mark&) = default;
};

// Whether two events that share a mark are equal.
using event_equality = bool (*)(const event_mark& mark, const std::byte* a, const std::byte* b);

// All that is asked for must hold; what is none is not asked for.
struct event_query {
    bool is_of_one_kind = false;
    std::uint32_t kind = 0;
    entity_key one = entity_key::none;
    entity_key other = entity_key::none;
};

struct found_interval {
    event_mark beginning; // or the end, if the beginning is not known
    std::uint64_t last = 0;
    // Valid for as long as a log that holds the events.
    const std::byte* beginning_payload = nullptr;
    const std::byte* ending_payload = nullptr; // null: it goes on
};

// How many events share an index, unless something else is asked for.
inline constexpr std::uint32_t default_event_page_capacity = 4096;

class event_buffer;
struct event_piece;
struct event_page;

class event_log {
public:
    event_log(std::size_t payload_size, std::uint32_t page_capacity) noexcept
        : payload_size_(payload_size)
        , page_capacity_(page_capacity) {}

    [[nodiscard]] std::uint32_t page_capacity() const noexcept { return page_capacity_; }

    // The marks are of one frame, later than all others; one payload after another.
    void append(std::span<const event_mark> marks, const std::byte* payloads);

    [[nodiscard]] bool ends_before(std::uint64_t frame) const;

    [[nodiscard]] event_log before(std::uint64_t frame) const;

    // See event_history.
    [[nodiscard]] event_log since(std::uint64_t frame) const;

    // The changes are in order and have no frame in common.
    [[nodiscard]] event_log replaced(std::span<const changed_frames> changes, const event_log& part) const;

    // Ordered by their first frame, then by kind and keys.
    [[nodiscard]] std::vector<found_interval> find(const event_query& query, frame_range range) const;

    // Calls visit(const event_mark&, const std::byte* payload) for each event of these frames, in order.
    template <typename Visit>
    void each_event(frame_range range, Visit visit) const {
        for (const found_event& each : events_of(range)) {
            visit(each.mark, each.payload);
        }
    }

    [[nodiscard]] std::size_t count(frame_range range) const;

    [[nodiscard]] std::size_t size() const noexcept;

    // Including what is shared with other logs.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    friend class interval_search;
    friend class page_replacement;

    struct found_event {
        event_mark mark;
        const std::byte* payload = nullptr;
    };

    using page_list = std::vector<event_page>;

    [[nodiscard]] std::vector<found_event> events_of(frame_range range) const;

    // The pages, and then the tail.
    [[nodiscard]] std::size_t piece_count() const noexcept;
    [[nodiscard]] event_piece piece(std::size_t index) const;
    // The first piece with an event of this frame or a later one.
    [[nodiscard]] std::size_t piece_at(std::uint64_t frame) const;

    [[nodiscard]] std::size_t page_count() const noexcept;

    // Makes room behind the tail for as many of these as go into its page, and tells how many.
    [[nodiscard]] std::uint32_t claim(std::size_t wanted, std::uint64_t frame);
    void seal_tail();

    std::size_t payload_size_;
    std::uint32_t page_capacity_;
    std::shared_ptr<const page_list> pages_;
    std::shared_ptr<event_buffer> tail_;
    std::uint32_t tail_count_ = 0;
};

} // namespace detail
} // namespace orrery::time
