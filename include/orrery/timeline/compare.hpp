// How two courses of the same world differ: two branches, or what was known before and after a change.
//
//   const auto parted = time::first_difference(*here.known(), *there.known());
//   const auto apart = time::distances(*here.known(), *there.known(), ship, {0, 600});
//
// Segments that the two share are equal and are not looked at, so comparing branches costs the frames that
// they do not share.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/frame_view.hpp>
#include <orrery/timeline/history.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <vector>

namespace orrery::time {

enum class difference_kind : std::uint8_t {
    motion,
    form,
    only_in_first,
    only_in_second,
};

struct difference {
    std::uint64_t frame = 0;
    entity_key key = entity_key::none; // the lowest of those that differ in that frame
    difference_kind kind = difference_kind::motion;
    std::uint32_t word = 0; // of a motion: which of its 32-bit words
};

struct dated_distance {
    std::uint64_t frame = 0;
    scalar distance = 0;
};

// Who is there in only one of two courses, in ascending order.
struct census_difference {
    std::vector<entity_key> only_in_first;
    std::vector<entity_key> only_in_second;
};

namespace detail {

template <typename Motion>
[[nodiscard]] std::optional<std::uint32_t> first_word_that_differs(const Motion& a, const Motion& b) {
    for (std::size_t word = 0; word < sizeof(Motion) / sizeof(std::uint32_t); ++word) {
        const auto at = [&](const Motion& of) {
            return reinterpret_cast<const std::byte*>(&of) + word * sizeof(std::uint32_t);
        };
        if (std::memcmp(at(a), at(b), sizeof(std::uint32_t)) != 0) {
            return static_cast<std::uint32_t>(word);
        }
    }
    return {};
}

// Forms that cannot be compared are taken for equal.
template <typename Form>
[[nodiscard]] bool are_equal_forms(const Form& a, const Form& b) {
    if constexpr (std::equality_comparable<Form>) {
        return &a == &b || a == b;
    } else {
        return true;
    }
}

// One after the last of the frames from `frame` on which are one and the same in both; `frame` if there are
// none.
template <typename World>
[[nodiscard]] std::uint64_t end_of_shared(const history<World>& a, const history<World>& b,
                                          std::uint64_t frame) {
    const auto stretch_at = [=](const history<World>& of) -> const typename history<World>::stretch* {
        const auto after = std::ranges::upper_bound(*of.stretches, frame, {},
                                                    [](const auto& each) { return each.frames.first; });
        return after != of.stretches->begin() && std::prev(after)->frames.contains(frame) ? &*std::prev(after)
                                                                                          : nullptr;
    };
    const auto* const mine = stretch_at(a);
    const auto* const theirs = stretch_at(b);
    const bool is_shared =
        mine != nullptr && theirs != nullptr && mine->tracks != nullptr && mine->tracks == theirs->tracks;
    return is_shared ? std::min(mine->frames.end, theirs->frames.end) : frame;
}

} // namespace detail

// The first entity by which two frames differ; nothing if they are equal.
template <typename World>
[[nodiscard]] std::optional<difference> first_difference(const frame_view<World>& a,
                                                         const frame_view<World>& b) {
    std::size_t mine = 0;
    std::size_t theirs = 0;
    while (mine < a.size() || theirs < b.size()) {
        if (theirs == b.size() || (mine < a.size() && a.keys()[mine] < b.keys()[theirs])) {
            return difference{a.frame(), a.keys()[mine], difference_kind::only_in_first};
        }
        if (mine == a.size() || b.keys()[theirs] < a.keys()[mine]) {
            return difference{a.frame(), b.keys()[theirs], difference_kind::only_in_second};
        }
        if (const auto word = detail::first_word_that_differs(a.motions()[mine], b.motions()[theirs])) {
            return difference{a.frame(), a.keys()[mine], difference_kind::motion, *word};
        }
        if (!detail::are_equal_forms(a.form_at(mine), b.form_at(theirs))) {
            return difference{a.frame(), a.keys()[mine], difference_kind::form};
        }
        ++mine;
        ++theirs;
    }
    return {};
}

// Where the two begin to differ, in the frames that both have; nothing if they do not.
template <typename World>
[[nodiscard]] std::optional<difference> first_difference(const history<World>& a, const history<World>& b,
                                                         frame_range range = frame_range::all()) {
    const frame_range both = common(range, common(a.frames(), b.frames()));
    frame_view<World> mine;
    frame_view<World> theirs;
    for (std::uint64_t frame = both.first; frame < both.end;) {
        const std::uint64_t shared_end = detail::end_of_shared(a, b, frame);
        if (shared_end > frame) {
            frame = shared_end;
            continue;
        }
        const bool is_known = is_found(a.seek(frame, mine)) && is_found(b.seek(frame, theirs));
        ORRERY_CHECK(is_known, "a frame of both courses can be found in both");
        if (const auto found = first_difference(mine, theirs)) {
            return found;
        }
        ++frame;
    }
    return {};
}

// How far an entity is in one course from where it is in the other, in each frame in which it is in both.
template <typename World>
[[nodiscard]] std::vector<dated_distance> distances(const history<World>& a, const history<World>& b,
                                                    entity_key key, frame_range range) {
    const auto path = a.trajectory(key, common(range, b.frames()));
    std::vector<dated_distance> result;
    result.reserve(path.size());
    auto next = path.begin();
    b.each_motion(key, common(range, a.frames()),
                  [&](std::uint64_t frame, const typename World::motion_type& where) {
                      for (; next != path.end() && next->frame < frame; ++next) {
                      }
                      if (next != path.end() && next->frame == frame) {
                          result.push_back({frame, length(position_of(where) - position_of(next->where))});
                      }
                  });
    return result;
}

// In a frame that both have.
template <typename World>
[[nodiscard]] census_difference who_differs(const history<World>& a, const history<World>& b,
                                            std::uint64_t frame) {
    const auto mine = a.seek(frame);
    const auto theirs = b.seek(frame);
    census_difference result;
    std::ranges::set_difference(mine->keys(), theirs->keys(), std::back_inserter(result.only_in_first));
    std::ranges::set_difference(theirs->keys(), mine->keys(), std::back_inserter(result.only_in_second));
    return result;
}

} // namespace orrery::time
