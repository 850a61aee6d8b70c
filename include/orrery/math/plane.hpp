// An oriented plane of space: the points p with dot(normal, p) = offset. The normal has unit length and
// points to the positive side, so signed distances are in the units of the world.
#pragma once

#include <orrery/math/transform.hpp>

#include <optional>

namespace orrery {

template <real T>
struct basic_plane3 {
    using value_type = T;
    static constexpr int dimension = 3;

    basic_vector3<T> normal{0, 0, 1};
    T offset = 0;

    [[nodiscard]] static constexpr basic_plane3 from_point(basic_vector3<T> normal,
                                                           basic_vector3<T> point) noexcept {
        return {normal, dot(normal, point)};
    }

    // Through three points, counterclockwise seen from the positive side; nothing when they lie on a line.
    [[nodiscard]] static std::optional<basic_plane3> from_points(basic_vector3<T> a, basic_vector3<T> b,
                                                                 basic_vector3<T> c) noexcept {
        const auto normal = try_normalize(cross(b - a, c - a));
        return normal ? std::optional(from_point(*normal, a)) : std::nullopt;
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_plane3&, const basic_plane3&) = default;
};

// Positive on the side the normal points to.
template <real T>
[[nodiscard]] constexpr T signed_distance(const basic_plane3<T>& plane,
                                          std::type_identity_t<basic_vector3<T>> point) noexcept {
    return dot(plane.normal, point) - plane.offset;
}

template <real T>
[[nodiscard]] constexpr basic_vector3<T> closest_on_plane(std::type_identity_t<basic_vector3<T>> point,
                                                          const basic_plane3<T>& plane) noexcept {
    return point - plane.normal * signed_distance(plane, point);
}

// The same plane seen from the other side.
template <real T>
[[nodiscard]] constexpr basic_plane3<T> flip(const basic_plane3<T>& plane) noexcept {
    return {-plane.normal, -plane.offset};
}

// The plane carried along from the body's frame to the world's.
template <real T>
[[nodiscard]] constexpr basic_plane3<T> transform_plane(const basic_transform<T, 3>& transform,
                                                        const basic_plane3<T>& plane) noexcept {
    const basic_vector3<T> normal = transform_direction(transform, plane.normal);
    return {normal, plane.offset + dot(normal, transform.position)};
}

static_assert(sizeof(plane3) == 4 * sizeof(scalar) && std::is_trivially_copyable_v<plane3>);

} // namespace orrery
