// Pairs of a dynamic tree that last from frame to frame, as contacts do: which have joined since the last
// update, which have parted, and which there are. A pair joins when the fat boxes of two leaves meet; it
// parts when they are farther than settings().separation from each other, or a leaf has been removed. All
// lists are sorted by the ids, so their order depends on nothing else.
//
//   tree.move_all(ids, boxes, displacements);
//   contacts.update(tree, engine.jobs());
//   for (const auto [a, b] : contacts.joined()) { ... }
//
// An update looks for the pairs of leaves that have moved and passes once over all pairs. Like the tree it is
// plain data and can be copied along with it.
#pragma once

#include <orrery/spatial/dynamic_tree.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <span>
#include <vector>

namespace orrery::spatial {

template <any_box Box>
class persistent_pairs {
public:
    persistent_pairs() = default;
    ~persistent_pairs() = default;
    persistent_pairs(persistent_pairs&&) noexcept = default;
    persistent_pairs& operator=(persistent_pairs&&) noexcept = default;
    persistent_pairs(const persistent_pairs& other);
    persistent_pairs& operator=(const persistent_pairs& other);

    // Takes in what has moved in the tree since the last update, and makes the tree forget it.
    void update(dynamic_tree<Box>& tree);
    void update(dynamic_tree<Box>& tree, scheduler& jobs);

    [[nodiscard]] std::span<const index_pair> pairs() const noexcept { return pairs_; }

    // Not there before the last update. An id that has been removed and given again is another leaf: its pair
    // has parted and joined.
    [[nodiscard]] std::span<const index_pair> joined() const noexcept { return joined_; }

    [[nodiscard]] std::span<const index_pair> parted() const noexcept { return parted_; }

private:
    void merge_candidates(const dynamic_tree<Box>& tree);

    std::vector<index_pair> pairs_;
    std::vector<index_pair> joined_;
    std::vector<index_pair> parted_;
    std::vector<index_pair> next_; // room for the next list of pairs
    pair_list candidates_;
};

extern template class persistent_pairs<aabb2f>;
extern template class persistent_pairs<aabb2d>;
extern template class persistent_pairs<aabb2i>;
extern template class persistent_pairs<aabb3f>;
extern template class persistent_pairs<aabb3d>;
extern template class persistent_pairs<aabb3i>;

} // namespace orrery::spatial
