#include <orrery/spatial/persistent_pairs.hpp>

#include <utility>

namespace orrery::spatial {
namespace {

template <any_box Box>
[[nodiscard]] bool has_new_leaf(const dynamic_tree<Box>& tree, index_pair pair) noexcept {
    return tree.was_inserted(pair.first) || tree.was_inserted(pair.second);
}

// For a pair whose fat boxes may no longer meet.
template <any_box Box>
[[nodiscard]] bool still_holds(const dynamic_tree<Box>& tree, index_pair pair) {
    if (!tree.has_changed(pair.first) && !tree.has_changed(pair.second)) {
        return true;
    }
    return tree.contains(pair.first) && tree.contains(pair.second) && !has_new_leaf(tree, pair) &&
           !tree.have_parted(pair.first, pair.second);
}

} // namespace

// Without the room that updates work in.
template <any_box Box>
persistent_pairs<Box>::persistent_pairs(const persistent_pairs& other)
    : pairs_(other.pairs_)
    , joined_(other.joined_)
    , parted_(other.parted_) {}

template <any_box Box>
persistent_pairs<Box>& persistent_pairs<Box>::operator=(const persistent_pairs& other) {
    if (this != &other) {
        pairs_ = other.pairs_;
        joined_ = other.joined_;
        parted_ = other.parted_;
    }
    return *this;
}

template <any_box Box>
void persistent_pairs<Box>::update(dynamic_tree<Box>& tree) {
    serial_scheduler jobs;
    update(tree, jobs);
}

template <any_box Box>
void persistent_pairs<Box>::update(dynamic_tree<Box>& tree, scheduler& jobs) {
    tree.find_moved_pairs(jobs, candidates_);
    merge_candidates(tree);
    tree.forget_moved();
}

// Both lists are sorted, and so is what they make.
template <any_box Box>
void persistent_pairs<Box>::merge_candidates(const dynamic_tree<Box>& tree) {
    next_.clear();
    joined_.clear();
    parted_.clear();
    const index_pair* candidate = candidates_.begin();
    for (const index_pair& known : pairs_) {
        for (; candidate != candidates_.end() && *candidate < known; ++candidate) {
            joined_.push_back(*candidate);
            next_.push_back(*candidate);
        }
        const bool is_found_again = candidate != candidates_.end() && *candidate == known;
        if (is_found_again) {
            ++candidate;
            next_.push_back(known);
            if (has_new_leaf(tree, known)) {
                parted_.push_back(known);
                joined_.push_back(known);
            }
        } else if (still_holds(tree, known)) {
            next_.push_back(known);
        } else {
            parted_.push_back(known);
        }
    }
    joined_.insert(joined_.end(), candidate, candidates_.end());
    next_.insert(next_.end(), candidate, candidates_.end());
    std::swap(pairs_, next_);
}

template class persistent_pairs<aabb2f>;
template class persistent_pairs<aabb2d>;
template class persistent_pairs<aabb2i>;
template class persistent_pairs<aabb3f>;
template class persistent_pairs<aabb3d>;
template class persistent_pairs<aabb3i>;

} // namespace orrery::spatial
