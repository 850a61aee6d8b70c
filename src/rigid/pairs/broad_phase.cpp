#include "rigid/pairs/broad_phase.hpp"
#include "rigid/surface/collide_surface.hpp"

#include <algorithm>

namespace orrery::rigid::detail {

void broad_phase::follow_roster(broad_phase_state& state, std::span<const std::uint32_t> new_numbers,
                                std::vector<entity>& lost) {
    // Leaves of colliders that are no more: those that the tree knows under a number that leads nowhere.
    for (std::uint32_t leaf = 0; leaf < state.collider_of_leaf.size(); ++leaf) {
        std::uint32_t& number = state.collider_of_leaf[leaf];
        if (number == no_row) {
            continue;
        }
        number = new_numbers[number];
        if (number == no_row) {
            state.tree.remove(leaf);
        }
    }
    const std::span<collider> parts = state.who.colliders();
    std::erase_if(state.candidates, [&](candidate& each) {
        each.a = new_numbers[each.a];
        each.b = new_numbers[each.b];
        const bool is_gone = each.a == no_row || each.b == no_row;
        if (!is_gone) {
            each.row_a = parts[each.a].row;
            each.row_b = parts[each.b].row;
        } else if (each.contact) {
            lost.push_back(each.contact);
        }
        return is_gone;
    });
    for (std::uint32_t number = 0; number < parts.size(); ++number) {
        collider& part = parts[number];
        if (part.leaf == no_row) {
            part.leaf = state.tree.insert({}, number);
        }
        if (part.leaf >= state.collider_of_leaf.size()) {
            state.collider_of_leaf.resize(part.leaf + 1, no_row);
        }
        state.collider_of_leaf[part.leaf] = number;
    }
}

bool broad_phase::update(broad_phase_state& state, std::span<const std::uint32_t> moved,
                         std::span<const aabb3> boxes, std::span<const vector3> displacements,
                         may_meet_function& may_meet, scheduler& jobs, std::vector<entity>& lost) {
    leaves_.clear();
    for (const std::uint32_t number : moved) {
        leaves_.push_back(state.who.colliders()[number].leaf);
    }
    state.tree.move_all(leaves_, boxes, displacements, jobs);
    state.pairs.update(state.tree, jobs);
    if (state.pairs.joined().empty() && state.pairs.parted().empty()) {
        return false;
    }
    list_new_candidates(state, may_meet);
    list_parted(state);
    merged_.clear();
    auto next = joined_.cbegin();
    for (const candidate& each : state.candidates) {
        for (; next != joined_.cend() && next->order() <= each.order(); ++next) {
            merged_.push_back(*next);
        }
        if (!std::ranges::binary_search(parted_, each.order())) {
            merged_.push_back(each);
        } else if (each.contact) {
            lost.push_back(each.contact);
        }
    }
    merged_.insert(merged_.end(), next, joined_.cend());
    state.candidates.swap(merged_);
    return true;
}

void broad_phase::list_new_candidates(const broad_phase_state& state, may_meet_function& may_meet) {
    joined_.clear();
    const std::span<const collider> parts = state.who.colliders();
    for (const auto [first, second] : state.pairs.joined()) {
        const auto [a, b] =
            spatial::ordered_pair(state.collider_of_leaf[first], state.collider_of_leaf[second]);
        joined_.push_back({.a = a, .b = b, .row_a = parts[a].row, .row_b = parts[b].row});
    }
    std::ranges::sort(joined_, {}, &candidate::order); // total order: a pair joins once
    std::erase_if(joined_, [&](const candidate& each) { return !may_meet(parts[each.a], parts[each.b]); });
    add_patches(parts);
}

void broad_phase::add_patches(std::span<const collider> parts) {
    const auto has_mesh = [&](const candidate& each) {
        return parts[each.a].mesh != nullptr || parts[each.b].mesh != nullptr;
    };
    if (std::ranges::none_of(joined_, has_mesh)) {
        return;
    }
    split_.clear();
    for (candidate each : joined_) {
        each.has_patches = has_mesh(each);
        for (std::uint32_t patch = 0; patch < (each.has_patches ? max_patches : 1); ++patch) {
            each.patch = static_cast<std::uint8_t>(patch);
            split_.push_back(each);
        }
    }
    joined_.swap(split_);
}

void broad_phase::list_parted(const broad_phase_state& state) {
    parted_.clear();
    for (const auto [first, second] : state.pairs.parted()) {
        const auto [a, b] =
            spatial::ordered_pair(state.collider_of_leaf[first], state.collider_of_leaf[second]);
        if (b != no_row) {
            parted_.push_back(std::uint64_t{a} << 32 | b);
        }
    }
    std::ranges::sort(parted_); // total order: plain numbers
}

} // namespace orrery::rigid::detail
