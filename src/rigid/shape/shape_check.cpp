#include "rigid/shape/shape_check.hpp"

#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/surface.hpp>

namespace orrery::rigid::detail {

status check_shape(const shape& what, const shape_store& store) {
    if (const std::string_view wrong = check_measures(what); !wrong.empty()) {
        return error{std::string(wrong)};
    }
    const bool is_hull_missing = what.kind == shape_kind::hull && store.find_hull(what.id) == nullptr;
    const bool is_compound_missing =
        what.kind == shape_kind::compound && store.find_compound(what.id) == nullptr;
    const bool is_mesh_missing = what.kind == shape_kind::mesh && store.find_surface(what.id) == nullptr;
    if (is_hull_missing || is_compound_missing || is_mesh_missing) {
        return error{text("the world's shapes have no ", name_of(what.kind), " with the id ",
                          static_cast<std::uint64_t>(what.id))};
    }
    return {};
}

} // namespace orrery::rigid::detail
