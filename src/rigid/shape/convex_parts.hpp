// A shape as the convex pieces it is made of: one, or the children of a compound. A mesh has none.
#pragma once

#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

namespace orrery::rigid::detail {

// Calls visit(shape, hull, where) for each piece, in the order of children; `where` is its place in the frame
// of the whole, and hull null for other kinds. Hulls and compounds that nobody has added to the store are not
// there.
template <typename Visit>
void for_each_convex_part(const shape& whole, const shape_store& shapes, Visit&& visit) {
    const auto offer = [&](const shape& what, const transform3& where) {
        const convex_hull* hull = what.kind == shape_kind::hull ? shapes.find_hull(what.id) : nullptr;
        if (what.kind != shape_kind::hull || hull != nullptr) {
            visit(what, hull, where);
        }
    };
    if (whole.kind != shape_kind::compound && whole.kind != shape_kind::mesh) {
        offer(whole, {});
    } else if (const compound* parts = shapes.find_compound(whole.id)) {
        for (const compound::child& child : parts->children()) {
            offer(child.what, child.where);
        }
    }
}

} // namespace orrery::rigid::detail
