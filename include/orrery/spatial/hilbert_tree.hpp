// A tree without pointers in an array that follows the Hilbert curve (detail/block_forest.hpp): every eight
// elements are a node, whose children come before it. Writing the array builds the tree, so it is for worlds
// that write all their objects anew each frame, and there are two ways to use it.
//
// Off-line, as a broad phase like the others: build() over all boxes, then ask. It sorts along the curve only
// now and then and otherwise takes the order of the frame before, in which neighbours are still neighbours.
// Elements that would make all nodes around them large lie apart in a small tree of their own: those much
// larger than the rest, and those that have gone far from their place in the order.
//
// On-line, while the world is being updated: each object, as soon as it is written, is tested against those
// before it. The program keeps its objects in the order of hilbert_order and sorts them again from time to
// time.
//
//   tree.start();
//   for (object& each : objects) {
//       move(each);
//       tree.insert_next(bounds(each), [&](std::uint32_t earlier) { collide(each, objects[earlier]); });
//   }
//
// Or eight objects at a time, without searching at once: start_blocks() makes room, the program writes the
// bounds of all its objects straight to where the tree has them, finish_blocks() makes the tree of them.
//
// Afterwards every other query can be asked as well. Which pairs there are depends on the boxes alone; in
// what order they come depends on the frames since the last sort too, and is the same for the same frames.
#pragma once

#include <orrery/core/jobs/chunks.hpp>
#include <orrery/math/simd/level.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/block_forest.hpp>
#include <orrery/spatial/detail/radix_sort.hpp>
#include <orrery/spatial/traverse.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

struct hilbert_tree_settings {
    // build() sorts again after so many frames, or earlier when the boxes of the nodes have become larger by
    // this factor, all in all.
    std::uint32_t frames_between_sorts = 100;
    double worst_growth = 1.5;
    // An element this many times as large as the median lies apart.
    double large = 8;
    // So does one that has left the box of its node by more than this many times the mean size of such boxes.
    double far = 1;
    // Points that coincide are a pair. Where that is of no interest, points are never searched for: a world
    // of particles costs little more than the boxes among them.
    bool points_meet_points = true;
    // How wide the search computes; changes the speed alone.
    simd::level simd_level = simd::best_level();
};

template <any_box Box>
class hilbert_tree {
public:
    using box_type = Box;
    using value_type = typename Box::value_type;
    static constexpr std::uint32_t block_size = detail::block_forest<Box>::block_size;
    static constexpr std::size_t bounds_a_block = 2 * Box::dimension * std::size_t{block_size};

    // A tree with all that is below a block, a block alone, or all trees.
    struct node_type {
        enum class kind : std::uint8_t { everything, tree, block };

        kind what = kind::everything;
        std::uint8_t forest = 0;
        std::uint32_t block = 0;
    };

    hilbert_tree() = default;

    explicit hilbert_tree(const hilbert_tree_settings& settings)
        : settings_(settings) {}

    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    // Forgets everything, for elements that come one by one.
    void start();

    // Adds an element and calls visit(index) for each before it that meets it. Returns its index: they count
    // from 0. A visitor that returns bool ends the search with false.
    template <typename Visit>
    std::uint32_t insert_next(const Box& box, Visit&& visit) {
        const std::uint32_t index = insert(box, is_thin(box) ? thin : ordinary);
        visit_met(visit);
        return index;
    }

    // The same for one that is known to be large or fast, and therefore lies apart.
    template <typename Visit>
    std::uint32_t insert_next_apart(const Box& box, Visit&& visit) {
        const std::uint32_t index = insert(box, is_thin(box) ? thin_apart : apart);
        visit_met(visit);
        return index;
    }

    // Forgets everything, for elements that are known together and are in the order of the curve already. The
    // first ones are ordinary. Those behind them are thin: they never meet each other, whatever their boxes
    // are, and nothing is searched for them.
    void start_blocks(std::uint32_t ordinary_count, std::uint32_t thin_count);

    // Where the bounds go: bounds_a_block for each eight elements, and of these for each axis eight lower
    // ones and eight upper ones. The blocks of thin elements are their own. All must be written; the places
    // behind the last element hold empty boxes, which may only be overwritten by such.
    [[nodiscard]] std::span<value_type> ordinary_bounds() noexcept { return forests_[ordinary].bounds(); }

    [[nodiscard]] std::span<value_type> thin_bounds() noexcept { return forests_[thin].bounds(); }

    // Makes the tree. Returns the sum of the sides of all nodes, in a unit of its own: when it has grown, the
    // elements are no longer in order.
    double finish_blocks();

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // How many lie apart.
    [[nodiscard]] std::size_t apart_count() const noexcept { return apart_count_; }

    // How many frames ago build() sorted; 0 when it did just now.
    [[nodiscard]] std::uint32_t frames_since_sort() const noexcept { return frames_since_sort_; }

    [[nodiscard]] node_type root() const noexcept { return {}; }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const;

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept;
    void append_pairs(std::uint32_t task, pair_buffer& found) const;

private:
    using forest = detail::block_forest<Box>;
    using kind = typename node_type::kind;
    using entry = detail::sort_entry<std::uint32_t>;

    // The four forests. Thin elements are points that do not meet points; by default there are none. All
    // others search in all forests, and in their own up to themselves.
    enum forest_number : std::uint8_t { ordinary, thin, apart, thin_apart };

    // The order of the ordinary or the thin forest since the last sort.
    struct order {
        std::vector<std::uint32_t> indices;
        std::vector<Box> homes; // of each block: who is not inside has gone far
    };

    [[nodiscard]] bool is_thin(const Box& box) const noexcept {
        return !settings_.points_meet_points && box.min == box.max;
    }

    // Adds the element and leaves those before it that it meets in met_.
    std::uint32_t insert(const Box& box, forest_number where);

    template <typename Visit>
    void visit_met(Visit&& visit) const {
        for (const std::uint32_t earlier : met_) {
            if (!detail::wants_more(visit, earlier)) {
                return;
            }
        }
    }

    [[nodiscard]] bool is_sort_due(std::size_t count) const noexcept;
    void sort(std::span<const Box> boxes, scheduler& jobs);
    void sort(forest_number number, std::span<const Box> boxes, scheduler& jobs);
    // Writes the ordinary and the thin forest in the order there is; who has gone far goes to wandered_.
    void fill(std::span<const Box> boxes, scheduler& jobs);
    void fill(forest_number number, std::span<const Box> boxes, scheduler& jobs);
    void make_homes();
    void fill_apart(std::span<const Box> boxes, scheduler& jobs);
    void append_pairs_of(forest_number number, index_range blocks, pair_buffer& found) const;

    hilbert_tree_settings settings_;
    std::array<forest, 4> forests_;
    std::size_t size_ = 0;
    std::size_t apart_count_ = 0;

    // Off-line only, from here to the end.
    std::array<order, 2> orders_; // of the ordinary and the thin forest
    std::vector<std::uint32_t> large_;
    std::vector<std::uint32_t> wandered_;
    bool has_order_ = false;
    std::uint32_t frames_since_sort_ = 0;
    double node_sizes_ = 0; // the sum over all nodes, now and just after the last sort
    double node_sizes_sorted_ = 0;

    // Memory that is used again.
    std::vector<std::uint32_t> keys_;
    std::vector<entry> entries_;
    detail::radix_sorter<std::uint32_t> sorter_;
    std::vector<Box> apart_boxes_;
    std::vector<std::uint32_t> met_;
};

// The order of the boxes along the Hilbert curve: element order[0] comes first.
template <any_box Box>
void hilbert_order(std::span<const Box> boxes, std::vector<std::uint32_t>& order);

template <any_box Box>
template <typename OnChild, typename OnElement>
void hilbert_tree<Box>::expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
    const auto offer_tree = [&](std::uint8_t number, std::uint32_t block) {
        const Box& around = forests_[number].node(block).around;
        if (is_valid(around)) {
            const bool is_leaf = forests_[number].node(block).size == 1;
            on_child(node_type{is_leaf ? kind::block : kind::tree, number, block}, around);
        }
    };
    if (node.what == kind::everything) {
        for (const forest_number number : {ordinary, thin, apart, thin_apart}) {
            forests_[number].for_each_tree([&](std::uint32_t block) { offer_tree(number, block); });
        }
        return;
    }
    const forest& own = forests_[node.forest];
    if (node.what == kind::block) {
        own.for_each_element(node.block, on_element);
        return;
    }
    own.for_each_child(node.block, [&](std::uint32_t block) { offer_tree(node.forest, block); });
    if (is_valid(own.own_bounds(node.block))) {
        on_child(node_type{kind::block, node.forest, node.block}, own.own_bounds(node.block));
    }
}

extern template class hilbert_tree<aabb2f>;
extern template class hilbert_tree<aabb2d>;
extern template class hilbert_tree<aabb2i>;
extern template class hilbert_tree<aabb3f>;
extern template class hilbert_tree<aabb3d>;
extern template class hilbert_tree<aabb3i>;

} // namespace orrery::spatial
