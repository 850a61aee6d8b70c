// Which axis `sweep` sorts along when it may choose: the one on which a box overlaps the fewest others.
#pragma once

#include <span>
#include <spatial/finite.hpp>

namespace orrery::spatial {

namespace detail {

// Two numbers in the proportion of how many others a box overlaps on the axis to how many there are: the mean
// extent, and the mean distance of centres from their middle. Sums of parts, so they stay finite.
struct axis_overlap {
    double extent = 0;
    double spread = 0;

    template <any_box Box>
    axis_overlap(const box_sample<Box>& boxes, int axis) noexcept {
        const double part = 1 / static_cast<double>(boxes.size());
        double middle = 0;
        for (std::size_t number = 0; number < boxes.size(); ++number) {
            middle += finite_center(boxes[number], axis) * part;
            extent += finite_extent(boxes[number], axis) * part;
        }
        for (std::size_t number = 0; number < boxes.size(); ++number) {
            spread += abs(finite_center(boxes[number], axis) - middle) * part;
        }
    }

    // Whether boxes overlap less than on the other axis, by a factor. Points overlap nowhere; for them it is
    // the spread that counts.
    [[nodiscard]] bool is_better_by(double factor, const axis_overlap& other) const noexcept {
        if (extent == 0 && other.extent == 0) {
            return spread > other.spread * factor;
        }
        return spread != 0 && (other.spread == 0 || extent / spread * factor < other.extent / other.spread);
    }
};

} // namespace detail

// The axis in use stays unless another one is clearly better, so that boxes with no preferred direction do
// not make it change from frame to frame.
template <any_box Box>
[[nodiscard]] int best_sweep_axis(std::span<const Box> boxes, int axis_in_use) noexcept {
    constexpr double clearly = 1.25;
    const box_sample<Box> sample(boxes);
    int best = axis_in_use;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        const double factor = best == axis_in_use ? clearly : 1;
        if (axis != best &&
            detail::axis_overlap(sample, axis).is_better_by(factor, detail::axis_overlap(sample, best))) {
            best = axis;
        }
    }
    return best;
}

} // namespace orrery::spatial
