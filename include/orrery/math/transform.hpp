// A rigid placement of a frame in another: first rotate, then move. Takes points and directions from the
// body's frame to the world's and back. basic_transform2 and basic_transform3 are the two dimensions of one
// template, for generic code basic_transform<T, N>. The default places nothing: zero position, no rotation.
#pragma once

#include <orrery/math/aabb.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/rotation2.hpp>

namespace orrery {

template <real T, int N>
struct basic_transform {
    using value_type = T;
    using vector_type = basic_vector<T, N>;
    using rotation_type = basic_rotation<T, N>;
    static constexpr int dimension = N;

    vector_type position;
    rotation_type rotation;

    // The placement b within the frame a: applies b first, then a.
    [[nodiscard]] friend constexpr basic_transform operator*(const basic_transform& a,
                                                             const basic_transform& b) noexcept {
        return {transform_point(a, b.position), a.rotation * b.rotation};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_transform&, const basic_transform&) = default;
};

// rotate(rotation, point) + position
template <real T, int N>
[[nodiscard]] constexpr basic_vector<T, N>
transform_point(const basic_transform<T, N>& transform,
                std::type_identity_t<basic_vector<T, N>> point) noexcept {
    return rotate(transform.rotation, point) + transform.position;
}

// inverse_rotate(rotation, point - position)
template <real T, int N>
[[nodiscard]] constexpr basic_vector<T, N>
inverse_transform_point(const basic_transform<T, N>& transform,
                        std::type_identity_t<basic_vector<T, N>> point) noexcept {
    return inverse_rotate(transform.rotation, point - transform.position);
}

// A direction is turned, not moved.
template <real T, int N>
[[nodiscard]] constexpr basic_vector<T, N>
transform_direction(const basic_transform<T, N>& transform,
                    std::type_identity_t<basic_vector<T, N>> direction) noexcept {
    return rotate(transform.rotation, direction);
}

template <real T, int N>
[[nodiscard]] constexpr basic_vector<T, N>
inverse_transform_direction(const basic_transform<T, N>& transform,
                            std::type_identity_t<basic_vector<T, N>> direction) noexcept {
    return inverse_rotate(transform.rotation, direction);
}

// The placement of the world in the frame.
template <real T, int N>
[[nodiscard]] constexpr basic_transform<T, N> inverse(const basic_transform<T, N>& transform) noexcept {
    return {inverse_rotate(transform.rotation, -transform.position), inverse(transform.rotation)};
}

// The placement of b as seen from a: inverse(a) * b, but without the rounding of a far position, since
// positions are subtracted first.
template <real T, int N>
[[nodiscard]] constexpr basic_transform<T, N> relative_to(const basic_transform<T, N>& a,
                                                          const basic_transform<T, N>& b) noexcept {
    return {inverse_transform_point(a, b.position), inverse(a.rotation) * b.rotation};
}

// The box of the world around a box of the body's frame: exact in the extent of the turned box, up to
// rounding.
template <real T, int N>
[[nodiscard]] constexpr basic_aabb<T, N> transform_box(const basic_transform<T, N>& transform,
                                                       const basic_aabb<T, N>& box) noexcept {
    const auto turn = to_matrix(transform.rotation);
    const basic_vector<T, N> half_size = size(box) * T{0.5};
    basic_vector<T, N> reach;
    for (int axis = 0; axis < N; ++axis) {
        reach[axis] = dot(abs(turn[axis]), half_size);
    }
    return basic_aabb<T, N>::from_center(transform_point(transform, center(box)), reach);
}

// Between a (t = 0) and b (t = 1): straight in position, the short way round in rotation. For drawing between
// steps.
template <real T, int N>
[[nodiscard]] inline basic_transform<T, N> interpolate(const basic_transform<T, N>& a,
                                                       const basic_transform<T, N>& b,
                                                       std::type_identity_t<T> t) noexcept {
    return {lerp(a.position, b.position, t), nlerp(a.rotation, b.rotation, t)};
}

static_assert(sizeof(transform2f) == 4 * sizeof(float) && sizeof(transform2d) == 4 * sizeof(double));
static_assert(sizeof(transform3f) == 7 * sizeof(float) && sizeof(transform3d) == 7 * sizeof(double));
static_assert(std::is_trivially_copyable_v<transform2> && std::is_aggregate_v<transform2>);
static_assert(std::is_trivially_copyable_v<transform3> && std::is_aggregate_v<transform3>);

} // namespace orrery
