// Whether a world can use a shape.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

namespace orrery::rigid::detail {

// A sentence about bad measures, or about an id that the store does not have.
[[nodiscard]] status check_shape(const shape& what, const shape_store& store);

// Otherwise it has no mass, and its body cannot be pushed.
[[nodiscard]] constexpr bool has_inside(const shape& what) noexcept {
    return what.kind != shape_kind::plane && what.kind != shape_kind::mesh;
}

} // namespace orrery::rigid::detail
