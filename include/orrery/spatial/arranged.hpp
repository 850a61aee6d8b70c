// A program's own data, one item for each box, in the order of a kd_tree: what belongs to boxes that meet
// then lies close together, and a visitor gets it without looking anything up. Boxes cannot be changed while
// the tree stands, items can.
//
//   spatial::arranged<body> nearby;   // keep it: the next frame uses its memory again
//   nearby.copy(tree, bodies);        // or borrow, which needs no second array and takes longer
//   spatial::for_each_pair(tree, engine.jobs(), nearby, [](body& a, body& b) { push_apart(a, b); });
//   nearby.give_back();               // `bodies` has the changes, in its own order
//
// Costs 4 bytes for each item, and the copy.
#pragma once

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/permutation.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/traverse.hpp>

namespace orrery::spatial {

template <typename Payload>
class arranged {
public:
    arranged() = default;
    arranged(const arranged&) = delete;
    arranged& operator=(const arranged&) = delete;

    // Whatever was borrowed goes back; copies are forgotten.
    ~arranged() {
        if (is_borrowed_) {
            give_back();
        }
    }

    // Copies the items, which lie in the order of the boxes that the tree was built over. The array must
    // stay where it is until give_back, or until something else is arranged.
    template <any_box Box>
    void copy(const kd_tree<Box>& tree, std::span<Payload> items) {
        begin(tree, items);
        copies_.clear();
        copies_.reserve(items.size());
        for (const std::uint32_t index : order_) {
            copies_.push_back(items[index]);
        }
        items_ = copies_;
    }

    // Moves the items within their own array, which the program leaves alone until give_back.
    template <any_box Box>
    void borrow(const kd_tree<Box>& tree, std::span<Payload> items) {
        begin(tree, items);
        detail::permute(std::span(order_), items);
        items_ = items;
        is_borrowed_ = true;
    }

    // Puts the items, with all changes, to where they came from. Nothing is arranged any more.
    void give_back() {
        if (is_borrowed_) {
            detail::permute_back(std::span(order_), items_);
        } else {
            for (std::size_t place = 0; place < items_.size(); ++place) {
                source_[order_[place]] = std::move(items_[place]);
            }
        }
        is_borrowed_ = false;
        items_ = {};
    }

    // In the order of the tree; the item at a place belongs to the element tree.order()[place].
    [[nodiscard]] std::span<Payload> items() noexcept { return items_; }

    [[nodiscard]] std::span<const Payload> items() const noexcept { return items_; }

private:
    template <any_box Box>
    void begin(const kd_tree<Box>& tree, std::span<Payload> items) {
        ORRERY_CHECK(items.size() == tree.size(), "there must be one item for each box of the tree");
        if (is_borrowed_) {
            give_back();
        }
        order_.assign(tree.order().begin(), tree.order().end());
        source_ = items;
    }

    std::span<Payload> source_;
    std::span<Payload> items_;
    std::vector<Payload> copies_;
    std::vector<std::uint32_t> order_; // a copy, so that the tree may change meanwhile
    bool is_borrowed_ = false;
};

namespace detail {

// Calls visit with the items of each pair of one task; false when it has seen enough.
template <any_box Box, typename Payload, typename Visit>
[[nodiscard]] bool visit_pairs(const kd_tree<Box>& tree, std::uint32_t round, std::uint32_t task,
                               pair_buffer& found, std::span<Payload> items, Visit& visit) {
    found.clear();
    tree.append_places(round, task, found);
    for (const auto [first, second] : found.pairs()) {
        if (!wants_more(visit, items[first], items[second])) {
            return false;
        }
    }
    return true;
}

} // namespace detail

// Calls visit(Payload&, Payload&) for each pair of intersecting boxes, the one with the lower index first. A
// visitor that returns bool ends the search with false.
template <any_box Box, typename Payload, typename Visit>
void for_each_pair(const kd_tree<Box>& tree, arranged<Payload>& payload, Visit&& visit) {
    ORRERY_CHECK(payload.items().size() == tree.size(), "the items must be arranged by this tree");
    pair_buffer found;
    for (std::uint32_t round = 0; round < tree.pair_rounds(); ++round) {
        for (std::uint32_t task = 0; task < tree.tasks_of_round(round); ++task) {
            if (!detail::visit_pairs(tree, round, task, found, payload.items(), visit)) {
                return;
            }
        }
    }
}

// The same from several threads. No two calls at the same time have an item in common, so a visitor may
// change both; and each item goes through its calls in the same order on any number of threads. A visitor
// cannot end the search.
template <any_box Box, typename Payload, typename Visit>
void for_each_pair(const kd_tree<Box>& tree, scheduler& jobs, arranged<Payload>& payload, Visit&& visit) {
    ORRERY_CHECK(payload.items().size() == tree.size(), "the items must be arranged by this tree");
    auto visit_all = [&](Payload& first, Payload& second) { visit(first, second); };
    for (std::uint32_t round = 0; round < tree.pair_rounds(); ++round) {
        parallel_for(jobs, tree.tasks_of_round(round), 1, [&](std::size_t task) {
            pair_buffer found;
            static_cast<void>(detail::visit_pairs(tree, round, static_cast<std::uint32_t>(task), found,
                                                  payload.items(), visit_all));
        });
    }
}

} // namespace orrery::spatial
