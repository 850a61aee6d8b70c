// Divides boxes into classes of similar size: within a class the longest sides of no two boxes differ by more
// than a factor of about four. The classes begin where the sizes do, so boxes that are all alike, or nearly
// so, are one class. Boxes without end belong to none.
#pragma once

#include <orrery/core/scheduler.hpp>
#include <orrery/spatial/box.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

template <any_box Box>
class size_classes {
public:
    using T = typename Box::value_type;
    using side_type = product_type<T>;

    struct size_class {
        side_type largest_side = 0;
        std::vector<std::uint32_t> members; // in ascending order
    };

    void build(std::span<const Box> boxes, scheduler& jobs);

    // The largest boxes first; none of them is empty.
    [[nodiscard]] std::span<const size_class> classes() const noexcept { return {classes_.data(), count_}; }

    [[nodiscard]] std::span<const std::uint32_t> unbounded() const noexcept { return unbounded_; }

    // A box around the lower corners of all others, with sides that can be computed with.
    [[nodiscard]] const Box& corners() const noexcept { return corners_; }

private:
    // Anything smaller than all others by a factor of 4^15 is in the last class together.
    static constexpr std::size_t most_classes = 16;

    // Sizes are told apart by the exponent of a float and the first bit behind the point.
    static constexpr int bin_shift = 22;
    static constexpr std::size_t bin_count = std::size_t{1} << 9;
    static constexpr std::size_t bins_in_a_class = 4;

    [[nodiscard]] static std::size_t bin_of(side_type side) noexcept;
    void put_all_in_one_class(std::size_t count, side_type largest_side);
    void distribute(std::span<const Box> boxes);
    [[nodiscard]] std::array<std::uint8_t, bin_count> class_of_bins(std::span<const Box> boxes);

    std::vector<size_class> classes_;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> unbounded_;
    Box corners_;
};

extern template class size_classes<aabb2f>;
extern template class size_classes<aabb2d>;
extern template class size_classes<aabb2i>;
extern template class size_classes<aabb3f>;
extern template class size_classes<aabb3d>;
extern template class size_classes<aabb3i>;

} // namespace orrery::spatial::detail
