// The inverse of an inertia tensor, for bodies of all sizes.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/math/vector.hpp>

#include <optional>

namespace orrery::rigid::detail {

// Nothing if the tensor has none. The product of three moments of a tiny or a huge body is beyond what a
// scalar can hold, though its inverse is not: then the moments are taken as parts of the largest.
[[nodiscard]] inline std::optional<matrix3> invert_inertia(const matrix3& tensor) noexcept {
    if (const auto inverted = inverse(tensor)) {
        return inverted;
    }
    const scalar largest = max(max(tensor[0].x, tensor[1].y), tensor[2].z);
    const scalar share = scalar(1) / largest;
    const auto inverted = inverse(tensor * share);
    return inverted ? std::optional(*inverted * share) : std::nullopt;
}

} // namespace orrery::rigid::detail
