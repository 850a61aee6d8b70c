// The one concept of this layer. A broad phase is built over a span of boxes and then knows two things:
//
// - which of them intersect each other, in pieces of work that can run at the same time: append_pairs(task);
// - how they are nested, as a tree that anything else can be asked of: root() and expand(node, ...).
//
// Every question is a free function over the concept: pairs.hpp, box_query.hpp, ray_query.hpp and nearest.hpp
// hold them. They give the same answers for every structure; a structure only decides what they cost.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/spatial/box.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery::spatial {

template <typename Structure>
using box_of = typename Structure::box_type;

// Boxes in a tree. expand(node, on_child, on_element) calls on_child(node, box) for each child with a box
// around all it holds, and on_element(index, box) for each element that hangs on the node itself; box is the
// element's own, not an enlarged one. From root(), every element is reached exactly once. With no elements
// there is no root to expand.
template <typename Structure>
concept box_tree = any_box<box_of<Structure>> &&
                   requires(const Structure structure, typename Structure::node_type node,
                            void (*on_child)(typename Structure::node_type, const box_of<Structure>&),
                            void (*on_element)(std::uint32_t, const box_of<Structure>&)) {
                       { structure.size() } -> std::same_as<std::size_t>;
                       { structure.root() } -> std::same_as<typename Structure::node_type>;
                       structure.expand(node, on_child, on_element);
                   };

template <typename Structure>
concept broad_phase =
    box_tree<Structure> &&
    requires(Structure built, const Structure structure, std::span<const box_of<Structure>> boxes,
             scheduler& jobs, std::uint32_t task, pair_buffer& found) {
        // Replaces whatever it held. The span is only read during the call. Boxes must be valid; use
        // checked_build for boxes from outside.
        built.build(boxes);
        built.build(boxes, jobs);

        // The pairs come in this many pieces, numbered from 0; the number depends on the boxes alone. One
        // after another they make up the pairs in the structure's order, each pair once.
        { structure.pair_tasks() } -> std::same_as<std::uint32_t>;
        structure.append_pairs(task, found);
    };

} // namespace orrery::spatial
