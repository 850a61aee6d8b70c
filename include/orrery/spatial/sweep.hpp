// Sweep and prune: the boxes in an array sorted by their upper bound on one axis. Each box looks back along
// the array as far as the upper bounds still reach its lower bound, so a large box makes itself look far and
// nobody else. For boxes spread along a line, a corridor or a side-scroller, and for few boxes: up to some
// thousand it is hard to beat. In the plane the boxes looked at grow with the square root of their number.
//
// Building over as many boxes as before continues from the order of the frame before: for boxes that moved a
// little it costs little. The order is total (upper bound, then index), so where it came from cannot be seen
// in any result. Only the axis chosen for one by default can: a new one is taken when it is clearly better
// than the one in use. Settings with an axis leave no trace of history at all.
//
// Other queries walk a tree over slices along the axis; they cost about the square root of the number of
// boxes where a kd_tree costs its logarithm.
#pragma once

#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/order_tree.hpp>
#include <orrery/spatial/detail/sort_entry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

struct sweep_settings {
    static constexpr int best_axis = -1;

    // The axis to sort along; best_axis takes the one along which boxes overlap least.
    int axis = best_axis;
    // How wide the search computes; changes the speed alone.
    simd::level simd_level = simd::best_level();
};

template <any_box Box>
class sweep {
public:
    using box_type = Box;
    using value_type = typename Box::value_type;
    using node_type = typename detail::order_tree<Box>::node_type;

    sweep() = default;
    explicit sweep(const sweep_settings& settings);

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

    // The axis that the boxes are sorted along now.
    [[nodiscard]] int axis() const noexcept { return axis_; }

    [[nodiscard]] node_type root() const noexcept { return tree_.root(); }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        tree_.expand(node, on_child, [&](std::size_t begin, std::size_t end) {
            for (std::size_t place = begin; place < end; ++place) {
                const Box& box = boxes_[place];
                on_element(entries_[place].index(), box);
            }
        });
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept;
    void append_pairs(std::uint32_t task, pair_buffer& found) const;

private:
    static constexpr int dimension = Box::dimension;
    static constexpr std::size_t other_axes = dimension - 1;
    using entry = detail::sort_entry<detail::ordered_bits_type<value_type>>;

    // Chooses the axis and puts the entries in order.
    void sort(std::span<const Box> boxes);
    void make_room(std::size_t count);
    // Writes the boxes of these places of the order to the arrays.
    void fill(std::span<const Box> boxes, std::size_t begin, std::size_t end);

    sweep_settings settings_;
    int axis_ = 0;
    std::vector<entry> entries_; // by upper bound
    std::vector<entry> scratch_;
    std::vector<Box> boxes_; // in the order of the entries, and so all below
    std::vector<std::uint32_t> indices_;
    std::vector<value_type> lower_;
    std::vector<value_type> upper_;
    std::array<std::vector<value_type>, other_axes> other_lower_;
    std::array<std::vector<value_type>, other_axes> other_upper_;
    detail::order_tree<Box> tree_;
};

extern template class sweep<aabb2f>;
extern template class sweep<aabb2d>;
extern template class sweep<aabb2i>;
extern template class sweep<aabb3f>;
extern template class sweep<aabb3d>;
extern template class sweep<aabb3i>;

} // namespace orrery::spatial
