// A broad phase that looks at the boxes of each build and takes the structure that suits them: sweep for few
// boxes and for those in a row, grid_hierarchy for all others. Looking means a sample of 256 boxes. Take it
// when you do not know your data, or when it changes; both structures it holds are rebuilt each frame, so for
// a world in which most things rest take dynamic_tree, and for one that never changes static_tree.
#pragma once

#include <orrery/spatial/grid_hierarchy.hpp>
#include <orrery/spatial/sweep.hpp>

namespace orrery::spatial {

struct auto_broad_phase_settings {
    // How many boxes are compared at once; changes the speed and nothing else.
    simd::level simd_level = simd::best_level();
};

template <any_box Box>
class auto_broad_phase {
public:
    using box_type = Box;
    using node_type = typename grid_hierarchy<Box>::node_type; // those of sweep fit in

    enum class structure { sweep, grid_hierarchy };

    explicit auto_broad_phase(const auto_broad_phase_settings& settings = {})
        : grids_({.simd_level = std::min(settings.simd_level, grid_hierarchy_settings{}.simd_level)})
        , sweep_(sweep_settings{.simd_level = settings.simd_level}) {}

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    // What the last build chose.
    [[nodiscard]] structure chosen() const noexcept { return chosen_; }

    [[nodiscard]] std::size_t size() const noexcept {
        return chosen_ == structure::sweep ? sweep_.size() : grids_.size();
    }

    [[nodiscard]] node_type root() const noexcept {
        return chosen_ == structure::sweep ? node_type{0, sweep_.root()} : grids_.root();
    }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        if (chosen_ == structure::grid_hierarchy) {
            grids_.expand(node, on_child, on_element);
        } else {
            sweep_.expand(
                node.node, [&](auto child, const Box& bounds) { on_child(node_type{0, child}, bounds); },
                on_element);
        }
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept {
        return chosen_ == structure::sweep ? sweep_.pair_tasks() : grids_.pair_tasks();
    }

    void append_pairs(std::uint32_t task, pair_buffer& found) const {
        if (chosen_ == structure::sweep) {
            sweep_.append_pairs(task, found);
        } else {
            grids_.append_pairs(task, found);
        }
    }

private:
    grid_hierarchy<Box> grids_;
    sweep<Box> sweep_;
    structure chosen_ = structure::sweep;
};

extern template class auto_broad_phase<aabb2f>;
extern template class auto_broad_phase<aabb2d>;
extern template class auto_broad_phase<aabb2i>;
extern template class auto_broad_phase<aabb3f>;
extern template class auto_broad_phase<aabb3d>;
extern template class auto_broad_phase<aabb3i>;

} // namespace orrery::spatial
