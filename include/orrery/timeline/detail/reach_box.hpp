// Boxes around what an entity can have acted on, in numbers that hold those of every world exactly: floats,
// doubles and 32-bit integers, in two dimensions or three.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/timeline/detail/world_format.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::time::detail {

// A flat one has the heights 0 to 0.
using reach_box = basic_aabb<double, 3>;

template <typename Box>
[[nodiscard]] constexpr reach_box to_reach_box(const Box& from) noexcept {
    reach_box made{};
    for (int axis = 0; axis < Box::dimension; ++axis) {
        made.min[axis] = static_cast<double>(from.min[axis]);
        made.max[axis] = static_cast<double>(from.max[axis]);
    }
    return made;
}

// Of a box that was one of these.
template <typename Box>
[[nodiscard]] constexpr Box from_reach_box(const reach_box& from) noexcept {
    using number = typename Box::value_type;
    Box made{};
    for (int axis = 0; axis < Box::dimension; ++axis) {
        made.min[axis] = static_cast<number>(from.min[axis]);
        made.max[axis] = static_cast<number>(from.max[axis]);
    }
    return made;
}

// As a world has them in memory.
[[nodiscard]] reach_box read_box(const world_format& format, const std::byte* from) noexcept;
void write_box(const world_format& format, const reach_box& box, std::byte* to) noexcept;
void append_box(const world_format& format, const reach_box& box, std::vector<std::byte>& to);

// With half of their digits: a little larger than those they stand for, never smaller.
[[nodiscard]] std::size_t coarse_box_bytes(const world_format& format) noexcept;
[[nodiscard]] reach_box read_coarse_box(const world_format& format, const std::byte* from) noexcept;
void append_coarse_box(const world_format& format, const reach_box& box, std::vector<std::byte>& to);

} // namespace orrery::time::detail
