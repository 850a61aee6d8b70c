// The questions that a history answers by going through motions. Included by history.hpp.
#pragma once

#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::time {

namespace detail {

// Calls visit(part) for parts of a range, one after another, until it answers with true: what is found early
// spares decompressing the rest.
template <typename Visit>
bool each_part(frame_range range, Visit visit) {
    constexpr std::uint64_t frames_at_once = 240;
    for (std::uint64_t frame = range.first; frame < range.end; frame += frames_at_once) {
        if (visit(frame_range{frame, std::min(range.end, frame + frames_at_once)})) {
            return true;
        }
    }
    return false;
}

} // namespace detail

template <typename World>
answer<entity_state<World>> history<World>::at(entity_key key, std::uint64_t frame) const {
    entity_state<World> state;
    const found how = read_entity(
        key, frame, [&](const detail::census_pointer& who, std::size_t place, const std::byte* bytes) {
            state = {motion_from(bytes), detail::census_forms_of<form>::form_at({who.get(), place})};
        });
    return {how, std::move(state)};
}

template <typename World>
template <typename Visit>
void history<World>::each_pair_of_motions(entity_key a, entity_key b, frame_range range, Visit visit) const {
    detail::each_part({range.first, std::min(range.end, head() + 1)}, [&](frame_range part) {
        const std::vector<waypoint> path = trajectory(a, part);
        bool is_done = false;
        auto next = path.begin();
        each_motion(b, part, [&](std::uint64_t frame, const motion& where) {
            while (next != path.end() && next->frame < frame) {
                ++next;
            }
            if (!is_done && next != path.end() && next->frame == frame) {
                is_done = visit(frame, next->where, where);
            }
        });
        return is_done;
    });
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(entity_key key, frame_range range,
                                                   Predicate fulfils) const {
    std::optional<std::uint64_t> when;
    detail::each_part({range.first, std::min(range.end, head() + 1)}, [&](frame_range part) {
        each_motion(key, part, [&](std::uint64_t frame, const motion& where) {
            if (!when && fulfils(where)) {
                when = frame;
            }
        });
        return when.has_value();
    });
    return when;
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(entity_key a, entity_key b, frame_range range,
                                                   Predicate fulfils) const {
    std::optional<std::uint64_t> when;
    each_pair_of_motions(a, b, range, [&](std::uint64_t frame, const motion& mine, const motion& theirs) {
        if (fulfils(mine, theirs)) {
            when = frame;
        }
        return when.has_value();
    });
    return when;
}

template <typename World>
template <typename Predicate>
std::optional<std::uint64_t> history<World>::first(frame_range range, Predicate fulfils) const {
    frame_view<World> view;
    for (std::uint64_t frame = std::max(range.first, tail()); frame < std::min(range.end, head() + 1);
         ++frame) {
        if (is_found(seek(frame, view)) && fulfils(std::as_const(view))) {
            return frame;
        }
    }
    return {};
}

template <typename World>
std::optional<nearest_pass> history<World>::closest_approach(entity_key a, entity_key b,
                                                             frame_range range) const {
    nearest_pass_search<decltype(position_of(std::declval<const motion&>()))> search;
    each_pair_of_motions(a, b, range, [&](std::uint64_t frame, const motion& mine, const motion& theirs) {
        search.add(frame, position_of(theirs) - position_of(mine));
        return false;
    });
    return search.result();
}

} // namespace orrery::time
