// Continuous collision: which colliders may come near each other on their ways.
#include "rigid/step/pipeline.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/spatial/pairs.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

void pipeline::list_encounters() {
    encounters_.clear();
    list_near_candidates();
    list_near_strays();
}

// Who stays in the boxes that the broad phase has looked at meets only candidates, and strays.
void pipeline::list_near_candidates() {
    for (std::size_t number = 0; number < derived->candidates.size(); ++number) {
        const candidate& each = derived->candidates[number];
        const body_path& a = paths_[each.row_a];
        const body_path& b = paths_[each.row_b];
        const bool is_near = !each.is_excluded && !a.is_stray && !b.is_stray;
        if ((a.is_swift || b.is_swift) && is_near && each.patch == 0) {
            encounters_.push_back({.a = each.a, .b = each.b, .is_touching = is_any_touching(number)});
        }
    }
}

void pipeline::list_near_strays() {
    strays_.clear();
    swept_boxes_.clear();
    for (std::uint32_t number = 0; number < rows.size(); ++number) {
        if (paths_[number].is_stray) {
            strays_.push_back(number);
            swept_boxes_.push_back(paths_[number].swept);
        }
    }
    for (const std::uint32_t number : strays_) {
        list_around_stray(number, paths_[number].swept);
    }
    stray_tree_.build(swept_boxes_);
    spatial::find_pairs(stray_tree_, stray_pairs_);
    for (const auto [a, b] : stray_pairs_) {
        for (const collider& other : derived->who.colliders_of(strays_[b])) {
            list_encounters(strays_[a], other);
        }
    }
}

// All others are within the fat boxes that the tree has of them.
void pipeline::list_around_stray(std::uint32_t number, const aabb3& swept) {
    const spatial::dynamic_tree<aabb3>& tree = derived->tree;
    waiting_nodes_.assign(1, tree.root());
    while (!waiting_nodes_.empty()) {
        const std::uint32_t node = waiting_nodes_.back();
        waiting_nodes_.pop_back();
        tree.expand(
            node,
            [&](std::uint32_t child, const aabb3& box) {
                if (intersects(box, swept)) {
                    waiting_nodes_.push_back(child);
                }
            },
            [&](std::uint32_t leaf, const aabb3&) {
                const collider& other = derived->who.colliders()[derived->collider_of_leaf[leaf]];
                if (!paths_[other.row].is_stray) {
                    list_encounters(number, other);
                }
            });
    }
}

void pipeline::list_encounters(std::uint32_t number, const collider& other) {
    if (number == other.row || (!paths_[number].is_swift && !paths_[other.row].is_swift)) {
        return;
    }
    const std::uint32_t first = derived->who.bodies()[number].first_collider;
    const std::uint32_t other_number = derived->who.bodies()[other.row].first_collider + other.child;
    for (const collider& own : derived->who.colliders_of(number)) {
        const auto [a, b] = spatial::ordered_pair(first + own.child, other_number);
        encounters_.push_back({.a = a, .b = b, .is_touching = were_touching(a, b)});
    }
}

bool pipeline::may_encounter(const collider& own, const collider& other) {
    const auto [low, high] = spatial::ordered_pair(own.row, other.row);
    return !std::ranges::binary_search(excluded_rows_, std::uint64_t{low} << 32 | high) &&
           (own.row < other.row ? may_meet(own, other) : may_meet(other, own));
}

bool pipeline::were_touching(std::uint32_t a, std::uint32_t b) const {
    const candidate wanted{.a = a, .b = b};
    const auto found = std::ranges::lower_bound(derived->candidates, wanted.order(), {}, &candidate::order);
    if (found == derived->candidates.end() || found->order() != wanted.order()) {
        return false;
    }
    const auto place = static_cast<std::size_t>(found - derived->candidates.begin());
    return is_any_touching(place);
}

bool pipeline::is_any_touching(std::size_t number) const {
    const std::size_t patches = derived->candidates[number].has_patches ? max_patches : 1;
    for (std::size_t each = number; each < number + patches; ++each) {
        if (marks_[each] == candidate_mark::touching) {
            return true;
        }
    }
    return false;
}

} // namespace orrery::rigid::detail
