// What happened when: the events of a world as intervals of frames, for queries and for changing the past.
//
// A history is a value. Copies share what they have in common, so a reader on another thread keeps a copy and
// is not disturbed while the writer goes on with its own; before() and replaced() leave the old one as it
// was. What is stored are the events, each once, in an order that does not depend on how often or in which
// company a frame was computed; intervals follow from them: an end belongs to the oldest beginning of the
// same kind between the same two that has not ended yet. So an edit of the past cannot leave half an interval
// behind: whatever it adds and takes away, beginnings and ends find each other anew.
//
// Costs: a copy is a few references; an event takes about 40 bytes beside its own, an interval nothing while
// it lasts. A query by entity takes some tens of microseconds among a million events, and half a microsecond
// for each interval it finds.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/event_log.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery::time {

template <typename Event>
struct interval {
    static constexpr std::uint64_t open = std::numeric_limits<std::uint64_t>::max();

    std::uint32_t kind = 0;
    entity_key a = entity_key::none;
    entity_key b = entity_key::none;
    std::uint64_t first = 0;
    std::uint64_t last = 0; // open: not ended yet
    Event beginning{};
    Event ending{}; // of an open one without meaning

    [[nodiscard]] bool is_open() const noexcept { return last == open; }
};

// Plain data that names whom it concerns.
template <typename Event>
concept recordable_event =
    std::is_trivially_copyable_v<Event> && std::default_initializable<Event> && requires(const Event& event) {
        { event.key_a } -> std::convertible_to<entity_key>;
        { event.key_b } -> std::convertible_to<entity_key>;
    };

namespace detail {

// What is kept of an event beside its keys: all of it, unless the event says which part that is.
template <typename Event>
struct event_payload {
    using type = Event;

    [[nodiscard]] static Event of(const Event& event) noexcept { return event; }

    [[nodiscard]] static Event event(entity_key /*a*/, entity_key /*b*/, const Event& payload) noexcept {
        return payload;
    }
};

template <typename Event>
    requires requires { typename Event::payload_type; }
struct event_payload<Event> {
    using type = typename Event::payload_type;

    [[nodiscard]] static type of(const Event& event) noexcept { return event.payload(); }

    [[nodiscard]] static Event event(entity_key a, entity_key b, const type& payload) noexcept {
        return Event::from(a, b, payload);
    }
};

} // namespace detail

template <recordable_event Event>
class event_history {
    using payload = detail::event_payload<Event>;
    using payload_type = typename payload::type;

public:
    static constexpr std::uint32_t default_page_capacity = detail::default_event_page_capacity;
    static constexpr std::uint32_t max_page_capacity = 1 << 16;

    event_history()
        : event_history(default_page_capacity) {}

    // How many events share an index: fewer make edits cheaper and searches of long ranges dearer.
    explicit event_history(std::uint32_t page_capacity)
        : log_(sizeof(payload_type), page_capacity) {
        ORRERY_CHECK(page_capacity > 0 && page_capacity <= max_page_capacity, "a page has 1 to 65536 events");
    }

    explicit event_history(detail::event_log log) noexcept
        : log_(std::move(log)) {}

    [[nodiscard]] const detail::event_log& log() const noexcept { return log_; }

    // Frame after frame; those without events may be left out. span_of(event) is an event_span.
    template <typename SpanOf>
    void append(std::uint64_t frame, std::span<const Event> events, SpanOf span_of) {
        std::vector<detail::event_mark> marks;
        std::vector<payload_type> payloads;
        marks.reserve(events.size());
        payloads.reserve(events.size());
        for (const Event& each : events) {
            const event_span span = span_of(each);
            marks.push_back({frame, span.kind, each.key_a, each.key_b, span.role});
            payloads.push_back(payload::of(each));
        }
        log_.append(marks, reinterpret_cast<const std::byte*>(payloads.data()));
    }

    // Whether none is of this frame or a later one.
    [[nodiscard]] bool ends_before(std::uint64_t frame) const { return log_.ends_before(frame); }

    // As it was when that frame had not been computed.
    [[nodiscard]] event_history before(std::uint64_t frame) const {
        return event_history(log_.before(frame));
    }

    // Without the events of earlier frames, but for the beginnings of what lasts into this frame.
    [[nodiscard]] event_history since(std::uint64_t frame) const { return event_history(log_.since(frame)); }

    // In the frames that changed, the events that concern any of the keys are those of `part`. The changes
    // are in order of their frames and have none in common. One call for a whole edit is much cheaper than
    // one for each of its segments.
    [[nodiscard]] event_history replaced(std::span<const changed_frames> changes,
                                         const event_history& part) const {
        return event_history(log_.replaced(changes, part.log_));
    }

    // The same for the frames [begin, end) alone.
    [[nodiscard]] event_history replaced(std::uint64_t begin, std::uint64_t end,
                                         std::span<const entity_key> keys, const event_history& part) const {
        const changed_frames change{{begin, end}, keys};
        return replaced(std::span(&change, 1), part);
    }

    // The queries call visit(const interval<Event>&) for each interval that has a frame in the range, in
    // order of its first frame, then of kind and keys. An event that happens in one frame is an interval of
    // that frame, its own beginning and ending; so is the end of something whose beginning was never told.
    template <typename Visit>
    void of_entity(entity_key key, frame_range range, Visit visit) const {
        if (key != entity_key::none) {
            find({.one = key}, range, visit);
        }
    }

    // Between these two, whichever of them an event names first.
    template <typename Visit>
    void of_pair(entity_key one, entity_key other, frame_range range, Visit visit) const {
        if (one != entity_key::none && other != entity_key::none) {
            find({.one = one, .other = other}, range, visit);
        }
    }

    template <typename Visit>
    void of_kind(std::uint32_t kind, frame_range range, Visit visit) const {
        find({.is_of_one_kind = true, .kind = kind}, range, visit);
    }

    template <typename Visit>
    void all(frame_range range, Visit visit) const {
        find({}, range, visit);
    }

    // The events themselves: calls visit(frame, const Event&) in order of frame, kind and keys.
    template <typename Visit>
    void each_event(frame_range range, Visit visit) const {
        log_.each_event(range, [&](const detail::event_mark& mark, const std::byte* bytes) {
            visit(mark.frame, event_at(mark, bytes));
        });
    }

    // The number of events in these frames.
    [[nodiscard]] std::size_t count(frame_range range) const { return log_.count(range); }

    // The number of all events.
    [[nodiscard]] std::size_t size() const noexcept { return log_.size(); }

    // Memory, including what is shared with other histories.
    [[nodiscard]] std::size_t bytes() const noexcept { return log_.bytes(); }

private:
    [[nodiscard]] static Event event_at(const detail::event_mark& mark, const std::byte* bytes) noexcept {
        payload_type stored{};
        std::memcpy(&stored, bytes, sizeof(stored));
        return payload::event(mark.a, mark.b, stored);
    }

    template <typename Visit>
    void find(const detail::event_query& query, frame_range range, Visit& visit) const {
        for (const detail::found_interval& each : log_.find(query, range)) {
            interval<Event> whole{.kind = each.beginning.kind,
                                  .a = each.beginning.a,
                                  .b = each.beginning.b,
                                  .first = each.beginning.frame,
                                  .last = each.last,
                                  .beginning = event_at(each.beginning, each.beginning_payload)};
            if (each.ending_payload != nullptr) {
                whole.ending = event_at(each.beginning, each.ending_payload);
            }
            visit(std::as_const(whole));
        }
    }

    detail::event_log log_;
};

} // namespace orrery::time
