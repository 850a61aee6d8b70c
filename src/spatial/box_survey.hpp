// A first look at boxes: where they are and how large, in one pass of about half a nanosecond a box.
#pragma once

#include <orrery/core/jobs/parallel_reduce.hpp>
#include <orrery/spatial/box.hpp>

#include <limits>
#include <span>

namespace orrery::spatial::detail {

// Far enough from the end of the range that differences of coordinates, and those times a few, stay in it.
template <number T>
constexpr T outermost = real<T> ? std::numeric_limits<T>::max() / 16 : std::numeric_limits<T>::max();

// The box cut off where coordinates cannot be computed with.
template <any_box Box>
[[nodiscard]] Box within_range(const Box& box) noexcept {
    using T = typename Box::value_type;
    const auto far = Box::vector_type::filled(outermost<T>);
    const auto near = Box::vector_type::filled(real<T> ? -outermost<T> : std::numeric_limits<T>::min());
    return {clamp(box.min, near, far), clamp(box.max, near, far)};
}

template <any_box Box>
[[nodiscard]] bool is_side_bounded(product_type<typename Box::value_type> side) noexcept {
    using T = typename Box::value_type;
    return side <= 2 * product_type<T>{outermost<T>};
}

template <any_box Box>
struct box_survey {
    using side_type = product_type<typename Box::value_type>;

    Box corners = Box::empty();                                 // around the lower corners, within range
    side_type smallest = std::numeric_limits<side_type>::max(); // of the longest sides of each
    basic_vector<side_type, Box::dimension> largest{};          // along each axis

    void add(const Box& box) noexcept {
        const auto sides = size(box);
        corners.min = min(box.min, corners.min);
        corners.max = max(box.min, corners.max);
        smallest = min(largest_component(sides), smallest);
        largest = max(sides, largest);
    }

    [[nodiscard]] static box_survey joined(const box_survey& a, const box_survey& b) noexcept {
        return {merge(a.corners, b.corners), min(a.smallest, b.smallest), max(a.largest, b.largest)};
    }

    [[nodiscard]] bool has_unbounded() const noexcept {
        return !is_side_bounded<Box>(largest_component(largest));
    }
};

template <any_box Box>
[[nodiscard]] box_survey<Box> survey(std::span<const Box> boxes, scheduler& jobs) {
    constexpr std::size_t boxes_a_task = 8192;
    const auto survey_part = [&](std::size_t begin, std::size_t end) {
        // Every other box on its own, so that one does not have to wait for the last.
        box_survey<Box> even;
        box_survey<Box> odd;
        std::size_t i = begin;
        for (; i + 1 < end; i += 2) {
            even.add(boxes[i]);
            odd.add(boxes[i + 1]);
        }
        if (i < end) {
            even.add(boxes[i]);
        }
        return box_survey<Box>::joined(even, odd);
    };
    box_survey<Box> result = parallel_reduce(jobs, boxes.size(), boxes_a_task, box_survey<Box>{}, survey_part,
                                             box_survey<Box>::joined);
    result.corners = within_range(result.corners);
    return result;
}

} // namespace orrery::spatial::detail
