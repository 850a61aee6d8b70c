// The cast of two convex shapes for callers that know something about them already.
#pragma once

#include <orrery/rigid/shapes/shape_cast.hpp>

#include <optional>

namespace orrery::rigid::detail {

struct cast_hints {
    // A direction from the first shape to the second that may separate them, of unit length; zero when none
    // is known. As long as it does, their distance along it is enough, which takes no search.
    vector3 normal;
    // Only hits before this fraction of the step are asked for.
    scalar limit = 1;
};

// The rules of cast_shapes, for convex shapes and planes.
[[nodiscard]] std::optional<shape_cast_hit> cast_convex(const moving_shape& a, const moving_shape& b,
                                                        scalar slop, const cast_hints& hints) noexcept;

} // namespace orrery::rigid::detail
