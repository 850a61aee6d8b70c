// Builds a broad phase over boxes that nobody has vouched for: files, network, user code under development.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/spatial/broad_phase.hpp>

#include <limits>

namespace orrery::spatial {

// Fine, or which box is inverted or has a NaN, on which axis, and its bounds there.
template <any_box Box>
[[nodiscard]] status check_boxes(std::span<const Box> boxes) {
    if (boxes.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
        return error{text(boxes.size(), " boxes are more than the 2147483647 that indices can name")};
    }
    for (std::size_t index = 0; index < boxes.size(); ++index) {
        const Box& box = boxes[index];
        if (is_valid(box)) [[likely]] {
            continue;
        }
        int axis = 0;
        while (box.min[axis] <= box.max[axis]) {
            ++axis;
        }
        const bool is_inverted = box.min[axis] > box.max[axis];
        return error{text("box ", index, is_inverted ? " is inverted" : " has a NaN", " on axis ", axis,
                          ": it reaches from ", box.min[axis], " to ", box.max[axis])};
    }
    return {};
}

// Builds, unless a box is not valid; then the structure stays as it was.
template <broad_phase Structure>
[[nodiscard]] status checked_build(Structure& structure, std::span<const box_of<Structure>> boxes) {
    status checked = check_boxes(boxes);
    if (checked) {
        structure.build(boxes);
    }
    return checked;
}

template <broad_phase Structure>
[[nodiscard]] status checked_build(Structure& structure, std::span<const box_of<Structure>> boxes,
                                   scheduler& jobs) {
    status checked = check_boxes(boxes);
    if (checked) {
        structure.build(boxes, jobs);
    }
    return checked;
}

} // namespace orrery::spatial
