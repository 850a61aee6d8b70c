// A tree for worlds in which some things move (Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019).
// Things come and go one by one under ids that stay theirs. Each leaf has a fat box around its own, so that
// most moves change nothing; what leaves its fat box goes to a better place in the tree, and only for those
// are new pairs looked for. As a broad phase it answers with the boxes themselves, not the fat ones.
//
//   const std::uint32_t id = tree.insert(box, body);
//   tree.move(id, box, velocity * dt);
//   tree.find_moved_pairs(found); // what the fat boxes of those that moved meet
//   tree.forget_moved();
//
// persistent_pairs.hpp does the last two and keeps the pairs from frame to frame.
// The tree is plain data: a copy is a snapshot, and the same operations in the same order give the same tree.
// Costs are logarithmic in the number of things: inserting, moving out of a fat box and removing take about a
// microsecond each among 10 000. Memory is 124 bytes a thing (3-D float).
#pragma once

#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/split_hierarchy.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial {

// How much larger than its own a leaf's box is. Lengths are in the unit of the coordinates.
template <any_box Box>
struct dynamic_tree_settings {
    using value_type = typename Box::value_type;
    static constexpr value_type tenth = real<value_type> ? value_type(0.1f) : value_type{1};

    // On every side.
    value_type margin = tenth;
    // In the direction of the move, so many times the displacement.
    value_type prediction = 4;
    // A pair joins when the fat boxes meet and parts when they are farther than this from each other: what
    // trembles at the limit does not join and part again and again.
    value_type separation = tenth;

    friend bool operator==(const dynamic_tree_settings&, const dynamic_tree_settings&) = default;
};

namespace detail {
template <any_box Box>
class dynamic_tree_pairs;
template <any_box Box>
class dynamic_tree_shape;
} // namespace detail

template <any_box Box>
class dynamic_tree {
public:
    using box_type = Box;
    using vector_type = typename Box::vector_type;
    using node_type = std::uint32_t; // of a branch its number, of a leaf its id with the highest bit set
    using settings_type = dynamic_tree_settings<Box>;

    dynamic_tree() = default;
    explicit dynamic_tree(const settings_type& settings);

    [[nodiscard]] const settings_type& settings() const noexcept { return settings_; }

    // Replaces everything by these boxes, whose ids are their indices and whose user values are their ids.
    void build(std::span<const Box> boxes);
    void build(std::span<const Box> boxes, scheduler& jobs);

    // Returns the id of the new leaf: the one freed last, or the next one.
    std::uint32_t insert(const Box& box, std::uint64_t user = 0);
    void remove(std::uint32_t id);

    // The box has moved; `displacement` is how far it is expected to move until the next call. Returns
    // whether it has left its fat box (or shrunk to much less), and so has a new one.
    bool move(std::uint32_t id, const Box& box, const vector_type& displacement = {});

    // Many at once, in the order of the list; boxes[i] belongs to ids[i], and no id comes twice.
    // `displacements` may be empty. Where many leave their fat boxes, the tree is rebuilt instead. Returns
    // how many have a new fat box.
    std::size_t move_all(std::span<const std::uint32_t> ids, std::span<const Box> boxes,
                         std::span<const vector_type> displacements = {});
    std::size_t move_all(std::span<const std::uint32_t> ids, std::span<const Box> boxes,
                         std::span<const vector_type> displacements, scheduler& jobs);

    // Makes a good tree of the leaves as they are: after many have come at once, or have moved far.
    void rebuild();
    void rebuild(scheduler& jobs);

    // Gives every leaf a fat box around its own, without displacement, and keeps the tree's shape.
    void refit();

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // One more than the highest id there has been.
    [[nodiscard]] std::uint32_t id_limit() const noexcept {
        return static_cast<std::uint32_t>(leaves_.size());
    }

    [[nodiscard]] bool contains(std::uint32_t id) const noexcept {
        return id < leaves_.size() && leaves_[id].is_used != 0;
    }

    [[nodiscard]] const Box& box(std::uint32_t id) const { return leaf(id).box; }

    [[nodiscard]] const Box& fat_box(std::uint32_t id) const { return leaf(id).fat; }

    [[nodiscard]] std::uint64_t user(std::uint32_t id) const { return leaf(id).user; }

    // Whether two leaves, paired until now, are so far from each other that the pair has ended.
    [[nodiscard]] bool have_parted(std::uint32_t a, std::uint32_t b) const {
        return !intersects(inflate(leaf(a).fat, settings_.separation), leaf(b).fat);
    }

    // Leaves have moved when they got a new fat box or were inserted since forget_moved().
    [[nodiscard]] bool has_moved(std::uint32_t id) const noexcept { return is_set(moved_, id); }

    [[nodiscard]] bool was_inserted(std::uint32_t id) const noexcept { return is_set(inserted_, id); }

    // Whether the leaf with this id has moved, or another one had it; false for an id that never was.
    [[nodiscard]] bool has_changed(std::uint32_t id) const noexcept {
        return id / 64 < moved_.size() && ((moved_[id / 64] | removed_[id / 64]) >> (id % 64) & 1) != 0;
    }

    // All pairs with fat boxes that meet, of which at least one leaf has moved; each once, sorted.
    void find_moved_pairs(pair_list& found) const;
    void find_moved_pairs(scheduler& jobs, pair_list& found) const;

    void forget_moved() noexcept;

    // For a leaf with a changed filter or shape: its pairs are looked for again.
    void mark_moved(std::uint32_t id);

    [[nodiscard]] node_type root() const noexcept { return root_; }

    template <typename OnChild, typename OnElement>
    void expand(node_type node, OnChild&& on_child, OnElement&& on_element) const {
        if (is_leaf(node)) {
            on_element(id_of(node), leaves_[id_of(node)].box);
            return;
        }
        const branch& parent = branches_[node];
        on_child(parent.children[0], parent.boxes[0]);
        on_child(parent.children[1], parent.boxes[1]);
    }

    [[nodiscard]] std::uint32_t pair_tasks() const noexcept;
    void append_pairs(std::uint32_t task, pair_buffer& found) const;

    // Looks at everything: whether links, boxes and counts agree. For tests.
    [[nodiscard]] bool is_consistent() const;

    // The same leaves in the same tree, with the same past as far as it matters for what comes.
    [[nodiscard]] friend bool operator==(const dynamic_tree& a, const dynamic_tree& b) {
        return a.is_same(b);
    }

private:
    friend class detail::dynamic_tree_pairs<Box>;
    friend class detail::dynamic_tree_shape<Box>;

    static constexpr std::uint32_t leaf_bit = 1u << 31;
    static constexpr std::uint32_t none = 0xffff'ffffu;
    static constexpr std::uint32_t most_leaves = leaf_bit - 1;

    // Where a node hangs: twice the number of its parent, plus 1 for the second child; `none` for the root.
    using place_type = std::uint32_t;

    struct leaf_type {
        Box box;
        Box fat;
        std::uint64_t user = 0;
        place_type place = none; // the next free leaf when this one is not used
        std::uint32_t is_used = 0;

        friend bool operator==(const leaf_type&, const leaf_type&) = default;
    };

    struct branch {
        std::array<Box, 2> boxes;
        std::array<node_type, 2> children{none, none};
        place_type place = none; // the next free branch when this one is not used

        friend bool operator==(const branch&, const branch&) = default;
    };

    using bit_set = std::vector<std::uint64_t>;

    [[nodiscard]] static bool is_leaf(node_type node) noexcept { return (node & leaf_bit) != 0; }

    [[nodiscard]] static std::uint32_t id_of(node_type leaf) noexcept { return leaf & ~leaf_bit; }

    [[nodiscard]] static bool is_set(const bit_set& bits, std::uint32_t id) noexcept {
        return id / 64 < bits.size() && (bits[id / 64] >> (id % 64) & 1) != 0;
    }

    [[nodiscard]] const leaf_type& leaf(std::uint32_t id) const {
        ORRERY_CHECK(contains(id), "there is no leaf with this id");
        return leaves_[id];
    }

    [[nodiscard]] Box box_of_node(node_type node) const noexcept {
        if (is_leaf(node)) {
            return leaves_[id_of(node)].fat;
        }
        return merge(branches_[node].boxes[0], branches_[node].boxes[1]);
    }

    [[nodiscard]] place_type place_of(node_type node) const noexcept {
        return is_leaf(node) ? leaves_[id_of(node)].place : branches_[node].place;
    }

    [[nodiscard]] place_type& place_of(node_type node) noexcept {
        return is_leaf(node) ? leaves_[id_of(node)].place : branches_[node].place;
    }

    // Makes the node, with this box, the child at the place.
    void put(node_type node, const Box& box, place_type place) noexcept {
        place_of(node) = place;
        if (place == none) {
            root_ = node;
            return;
        }
        branches_[place / 2].boxes[place % 2] = box;
        branches_[place / 2].children[place % 2] = node;
    }

    [[nodiscard]] Box fattened(const Box& box, const vector_type& displacement) const noexcept;
    [[nodiscard]] bool fits(const Box& fat, const Box& box, const vector_type& displacement) const noexcept;
    void connect_hierarchy();
    void give_new_fat_box(std::uint32_t id, const Box& fat);
    [[nodiscard]] bool is_same(const dynamic_tree& other) const;

    settings_type settings_;
    std::vector<leaf_type> leaves_;
    std::vector<branch> branches_;
    bit_set moved_;
    bit_set inserted_;
    bit_set removed_;
    node_type root_ = none;
    std::uint32_t free_leaf_ = none;
    std::uint32_t free_branch_ = none;
    std::size_t size_ = 0;
    detail::split_hierarchy<Box> hierarchy_;
    bit_set leaving_; // of a list of leaves that move
};

extern template class dynamic_tree<aabb2f>;
extern template class dynamic_tree<aabb2d>;
extern template class dynamic_tree<aabb2i>;
extern template class dynamic_tree<aabb3f>;
extern template class dynamic_tree<aabb3d>;
extern template class dynamic_tree<aabb3i>;

} // namespace orrery::spatial
