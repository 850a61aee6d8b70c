// The two ways through a box_tree on which all queries stand; use them to ask what nobody has thought of yet.
// Both pass a node by when a function of its box says so, hence that function must never be more generous to
// a box than to one around it.
#pragma once

#include <orrery/spatial/box_pack.hpp>
#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/inline_stack.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace orrery::spatial {

namespace detail {

// Calls a visitor; one that returns bool says with false that it has seen enough.
template <typename Visit, typename... Arguments>
[[nodiscard]] bool wants_more(Visit& visit, Arguments&&... arguments) {
    using answer = decltype(visit(std::forward<Arguments>(arguments)...));
    if constexpr (std::same_as<answer, bool>) {
        return visit(std::forward<Arguments>(arguments)...);
    } else {
        visit(std::forward<Arguments>(arguments)...);
        return true;
    }
}

// A function of a box that also takes a pack of them says so with a member `takes_packs`; it answers with
// bits or with lanes. Then the nodes of a packed_tree are tested as a whole.
template <typename Structure, typename Function>
concept whole_nodes = packed_tree<Structure> && std::remove_cvref_t<Function>::takes_packs;

// Calls visit(child, slot) for the children of a node whose bit is set.
template <typename Node, typename Visit>
void for_each_child(const Node& node, std::uint32_t bits, Visit&& visit) {
    for_each_bit(bits & node.child_bits(),
                 [&](int slot) { visit(node.first_child + static_cast<std::uint32_t>(slot), slot); });
}

// Calls visit(index, slot) for the elements of a node whose bit is set.
template <typename Structure, typename Node, typename Visit>
void for_each_element(const Structure& structure, const Node& node, std::uint32_t bits, Visit&& visit) {
    for_each_bit(bits & node.element_bits(), [&](int slot) {
        const auto number = static_cast<std::uint32_t>(slot - node.child_count);
        visit(structure.element(node.first_element + number), slot);
    });
}

} // namespace detail

// Calls visit(index, box) for each element for whose box, and all boxes around it, enters(box) is true. A
// visitor that returns bool ends the walk with false.
template <box_tree Structure, typename Enters, typename Visit>
void traverse(const Structure& structure, Enters&& enters, Visit&& visit) {
    using node = typename Structure::node_type;
    using box = box_of<Structure>;
    if (structure.size() == 0) {
        return;
    }
    detail::inline_stack<node, 128> waiting;
    waiting.push(structure.root());
    bool goes_on = true;
    while (goes_on && !waiting.empty()) {
        if constexpr (detail::whole_nodes<Structure, Enters>) {
            const auto& next = structure.packed(waiting.pop());
            const std::uint32_t bits = enters(next.boxes);
            detail::for_each_child(next, bits, [&](node child, int) { waiting.push(child); });
            detail::for_each_element(structure, next, bits, [&](std::uint32_t index, int slot) {
                const box bounds = next.boxes[slot];
                goes_on = goes_on && detail::wants_more(visit, index, bounds);
            });
        } else {
            structure.expand(
                waiting.pop(), [&](node child, const box& bounds) { waiting.push_if(enters(bounds), child); },
                [&](std::uint32_t index, const box& bounds) {
                    if (goes_on && enters(bounds)) {
                        goes_on = detail::wants_more(visit, index, bounds);
                    }
                });
        }
    }
}

namespace detail {

// A node whose children wait to be visited, nearest first.
template <real Real, std::size_t Width>
struct open_node {
    std::array<Real, Width> bounds;
    std::uint32_t first_child = 0;
    std::uint32_t waiting = 0; // a bit for each child

    // Takes the nearest out of those that wait.
    std::size_t take_nearest() noexcept {
        auto nearest = static_cast<std::size_t>(std::countr_zero(waiting));
        Real least = bounds[nearest];
        for (std::uint32_t rest = waiting & (waiting - 1); rest != 0; rest &= rest - 1) {
            const auto child = static_cast<std::size_t>(std::countr_zero(rest));
            const bool is_nearer = bounds[child] < least;
            least = is_nearer ? bounds[child] : least;
            nearest = is_nearer ? child : nearest;
        }
        waiting &= ~(1u << nearest);
        return nearest;
    }
};

// Depth first, the nearest child next. Looks at a few more nodes than a heap of all that wait would, but most
// children are never taken, and so cost nothing.
template <packed_tree Structure, typename Bound, typename Visit>
void traverse_nearest_packed(const Structure& structure, real_of<box_of<Structure>> limit, Bound& bound,
                             Visit& visit) {
    using real = real_of<box_of<Structure>>;
    inline_stack<open_node<real, Structure::width>, 16> path;
    const auto enter = [&](std::uint32_t number) {
        const auto& node = structure.packed(number);
        const auto bounds = bound(node.boxes);
        open_node<real, Structure::width> opened;
        bounds.store(opened.bounds.data());
        opened.first_child = node.first_child;
        const std::uint32_t bits = (bounds <= limit).bits();
        for_each_element(structure, node, bits, [&](std::uint32_t index, int slot) {
            if (const real least = opened.bounds[static_cast<std::size_t>(slot)]; least <= limit) {
                limit = visit(index, node.boxes[slot], least);
            }
        });
        opened.waiting = bits & node.child_bits();
        if (opened.waiting != 0) {
            path.push(opened);
        }
    };
    enter(structure.root());
    while (!path.empty()) {
        auto& last = path.top();
        const std::size_t child = last.take_nearest();
        const std::uint32_t number = last.first_child + static_cast<std::uint32_t>(child);
        if (!(last.bounds[child] <= limit)) {
            path.pop(); // the others are farther still
            continue;
        }
        if (last.waiting == 0) {
            path.pop();
        }
        enter(number);
    }
}

} // namespace detail

// Nearest first: goes into the nearest child of a node before the others, and passes by what is beyond the
// limit. visit(index, box, bound) returns the new limit, at most the old one. What lies exactly at the limit
// is visited.
template <box_tree Structure, typename Bound, typename Visit>
void traverse_nearest(const Structure& structure, real_of<box_of<Structure>> limit, Bound&& bound,
                      Visit&& visit) {
    using real = real_of<box_of<Structure>>;
    using node = typename Structure::node_type;
    using box = box_of<Structure>;

    struct entry {
        real bound;
        node where;
    };

    if (structure.size() == 0) {
        return;
    }
    if constexpr (detail::whole_nodes<Structure, Bound>) {
        return detail::traverse_nearest_packed(structure, limit, bound, visit);
    }
    detail::inline_stack<entry, 128> waiting;
    waiting.push({-std::numeric_limits<real>::infinity(), structure.root()});
    while (!waiting.empty()) {
        const entry next = waiting.pop();
        if (!(next.bound <= limit)) {
            continue;
        }
        const std::size_t siblings = waiting.size();
        structure.expand(
            next.where,
            [&](node child, const box& bounds) {
                if (const real least = bound(bounds); least <= limit) {
                    waiting.push({least, child});
                    // Between its siblings, of which the nearest is on top.
                    entry* place = waiting.end() - 1;
                    for (; place != waiting.begin() + siblings && place[-1].bound < least; --place) {
                        place[0] = place[-1];
                    }
                    *place = {least, child};
                }
            },
            [&](std::uint32_t index, const box& bounds) {
                if (const real least = bound(bounds); least <= limit) {
                    limit = visit(index, bounds, least);
                }
            });
    }
}

} // namespace orrery::spatial
