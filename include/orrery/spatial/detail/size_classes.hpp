// Divides boxes into classes of similar size: within a class the longest sides of no two boxes differ by more
// than a factor of about four. The classes begin where the sizes do, so boxes that are all alike, or nearly
// so, are one class. Where boxes are dense, those that are long along different axes are told apart as well.
// Boxes without end belong to none.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
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
    using sides_type = basic_vector<product_type<T>, Box::dimension>;

    struct size_class {
        sides_type largest_sides{};
        std::vector<std::uint32_t> members; // in ascending order
    };

    void build(std::span<const Box> boxes, scheduler& jobs);

    // The largest boxes first; none of them is empty.
    [[nodiscard]] std::span<const size_class> classes() const noexcept { return {classes_.data(), count_}; }

    [[nodiscard]] std::span<const std::uint32_t> unbounded() const noexcept { return unbounded_; }

    // A box around the lower corners of all others, with sides that can be computed with.
    [[nodiscard]] const Box& corners() const noexcept { return corners_; }

private:
    // What does not fit any more is in the last class together.
    static constexpr std::size_t most_classes = 32;

    // Sizes are told apart by the exponent of a float and the first bit behind the point.
    static constexpr int bin_shift = 22;
    static constexpr std::size_t bin_count = std::size_t{1} << 9;
    static constexpr std::size_t bins_in_a_class = 4;

    // Along which axes a box is long compared with its longest side: a bit for each.
    static constexpr std::size_t shape_count = std::size_t{1} << Box::dimension;

    // Bin and shape together; one more for boxes without bounds.
    static constexpr std::size_t kind_count = bin_count * shape_count;
    static constexpr std::uint16_t unbounded_kind = kind_count;

    [[nodiscard]] std::uint16_t kind_of(const Box& box) const noexcept;
    void put_all_in_one_class(std::size_t count, const sides_type& largest_sides);
    void number_classes();
    void distribute(std::span<const Box> boxes, scheduler& jobs);

    bool has_to_tell_shapes_ = false;
    std::vector<std::uint16_t> kinds_;                       // of the boxes
    std::array<std::uint32_t, kind_count + 1> kind_sizes_{}; // how many boxes are of a kind
    std::array<std::uint8_t, kind_count + 1> class_of_kind_{};
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
