// Boxes may be infinite or lie at the ends of the range; what is computed from where they lie must not
// overflow or become NaN. So it is computed from quarters, in double: all sums and differences below are
// finite. Centres come out at half their value and extents at a quarter of theirs, which is of no consequence
// where they are only compared with each other.
#pragma once

#include <orrery/spatial/box.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace orrery::spatial {

template <number T>
[[nodiscard]] constexpr double finite_quarter(T bound) noexcept {
    constexpr double most = std::numeric_limits<double>::max();
    return min(max(static_cast<double>(bound), -most), most) * 0.25;
}

template <any_box Box>
[[nodiscard]] constexpr double finite_center(const Box& box, int axis) noexcept {
    return finite_quarter(box.min[axis]) + finite_quarter(box.max[axis]);
}

template <any_box Box>
[[nodiscard]] constexpr double finite_extent(const Box& box, int axis) noexcept {
    return finite_quarter(box.max[axis]) - finite_quarter(box.min[axis]);
}

// The extents on all axes together.
template <any_box Box>
[[nodiscard]] constexpr double finite_size(const Box& box) noexcept {
    double sum = 0;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        sum += finite_extent(box, axis);
    }
    return sum;
}

// A thousand or two of the boxes, evenly taken from all: enough to say how they are spread.
template <any_box Box>
class box_sample {
public:
    static constexpr std::size_t max_size = 2047;

    explicit box_sample(std::span<const Box> boxes) noexcept
        : boxes_(boxes)
        , stride_(std::max<std::size_t>(boxes.size() / 1024, 1)) {}

    [[nodiscard]] std::size_t size() const noexcept { return (boxes_.size() + stride_ - 1) / stride_; }

    [[nodiscard]] const Box& operator[](std::size_t number) const noexcept {
        return boxes_[number * stride_];
    }

private:
    std::span<const Box> boxes_;
    std::size_t stride_;
};

} // namespace orrery::spatial
