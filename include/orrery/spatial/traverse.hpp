// The two ways through a box_tree on which all queries stand; use them to ask what nobody has thought of yet.
// Both pass a node by when a function of its box says so, hence that function must never be more generous to
// a box than to one around it.
#pragma once

#include <orrery/spatial/broad_phase.hpp>
#include <orrery/spatial/detail/inline_stack.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
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
        structure.expand(
            waiting.pop(), [&](node child, const box& bounds) { waiting.push_if(enters(bounds), child); },
            [&](std::uint32_t index, const box& bounds) {
                if (goes_on && enters(bounds)) {
                    goes_on = detail::wants_more(visit, index, bounds);
                }
            });
    }
}

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
                const real least = bound(bounds);
                waiting.push_if(least <= limit, {least, child});
            },
            [&](std::uint32_t index, const box& bounds) {
                const real least = bound(bounds);
                if (least <= limit) {
                    limit = visit(index, bounds, least);
                }
            });
        // The nearest of the new ones goes on top. To sort them all would cost more than it saves.
        if (waiting.size() > siblings + 1) {
            entry* nearest = waiting.begin() + siblings;
            for (entry* other = nearest + 1; other < waiting.end(); ++other) {
                nearest = other->bound < nearest->bound ? other : nearest;
            }
            std::swap(*nearest, waiting.end()[-1]);
        }
    }
}

} // namespace orrery::spatial
