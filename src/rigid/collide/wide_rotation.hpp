// Turning vectors of double precision by the rotation of a shape, without rounding to scalars on the way.
#pragma once

#include <orrery/math/matrix3.hpp>

namespace orrery::rigid::detail {

[[nodiscard]] constexpr vector3d to_world(const matrix3& rotation, vector3d local) noexcept {
    return {dot(vector_cast<double>(rotation[0]), local), dot(vector_cast<double>(rotation[1]), local),
            dot(vector_cast<double>(rotation[2]), local)};
}

[[nodiscard]] constexpr vector3d to_local(const matrix3& rotation, vector3d world) noexcept {
    return {dot(vector_cast<double>(rotation.column(0)), world),
            dot(vector_cast<double>(rotation.column(1)), world),
            dot(vector_cast<double>(rotation.column(2)), world)};
}

} // namespace orrery::rigid::detail
