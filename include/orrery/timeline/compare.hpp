// How two courses of the same world differ: two branches, or what was known before and after a change.
//
//   const auto parted = time::first_difference(*here.known(), *there.known());
//   const auto apart = time::distances(*here.known(), *there.known(), ship, {0, 600});
//
// Segments that the two share are equal and are not looked at, so comparing branches costs the frames that
// they do not share. All but distances() is compiled once, for histories of any world.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/math/scalar.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/frame_range.hpp>
#include <orrery/timeline/frame_view.hpp>
#include <orrery/timeline/history.hpp>
#include <orrery/timeline/known_history.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

// Everything there was in a frame, without types.
struct frame_content {
    std::uint64_t frame = 0;
    census_pointer who; // null: nobody
    std::span<const std::byte> motions;
};

[[nodiscard]] std::optional<difference> first_difference(const frame_content& a, const frame_content& b,
                                                         const census_forms& forms);

// One after the last of the frames from `frame` on which are one and the same in both; `frame` if there are
// none.
[[nodiscard]] std::uint64_t end_of_shared(const known_history& a, const known_history& b,
                                          std::uint64_t frame);

} // namespace detail

// The first entity by which two frames differ; nothing if they are equal.
template <typename World>
[[nodiscard]] std::optional<difference> first_difference(const frame_view<World>& a,
                                                         const frame_view<World>& b) {
    const detail::census_forms_of<typename World::form_type> forms;
    return detail::first_difference({a.frame(), a.who(), std::as_bytes(a.motions())},
                                    {b.frame(), b.who(), std::as_bytes(b.motions())}, forms);
}

// Where the two begin to differ, in the frames that both have; nothing if they do not. They must be of the
// same kind of world.
[[nodiscard]] std::optional<difference> first_difference(const known_history& a, const known_history& b,
                                                         frame_range range = frame_range::all());

// In a frame that both have.
[[nodiscard]] census_difference who_differs(const known_history& a, const known_history& b,
                                            std::uint64_t frame);

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

} // namespace orrery::time
