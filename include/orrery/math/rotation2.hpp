// A rotation of the plane, held as cosine and sine so that turning a vector costs four products and no
// trigonometry. Counterclockwise angles are positive where x points right and y up. Products round, so a
// rotation that is multiplied on for many steps wants normalize now and then.
#pragma once

#include <orrery/math/matrix2.hpp>
#include <orrery/math/vector.hpp>

namespace orrery {

template <real T>
struct basic_rotation2 {
    using value_type = T;
    static constexpr int dimension = 2;

    T cos = 1;
    T sin = 0;

    [[nodiscard]] static basic_rotation2 from_angle(T radians) noexcept {
        const auto parts = sin_cos(radians);
        return {parts.cos, parts.sin};
    }

    // Reads as for matrices: a * b turns by b first, then by a.
    [[nodiscard]] friend constexpr basic_rotation2 operator*(basic_rotation2 a, basic_rotation2 b) noexcept {
        return {a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_rotation2&, const basic_rotation2&) = default;
};

template <real T>
[[nodiscard]] constexpr basic_vector2<T> rotate(basic_rotation2<T> q, basic_vector2<T> v) noexcept {
    return {q.cos * v.x - q.sin * v.y, q.sin * v.x + q.cos * v.y};
}

// rotate(inverse(q), v)
template <real T>
[[nodiscard]] constexpr basic_vector2<T> inverse_rotate(basic_rotation2<T> q, basic_vector2<T> v) noexcept {
    return {q.cos * v.x + q.sin * v.y, q.cos * v.y - q.sin * v.x};
}

template <real T>
[[nodiscard]] constexpr basic_rotation2<T> inverse(basic_rotation2<T> q) noexcept {
    return {q.cos, -q.sin};
}

// Back on the unit circle; a rotation of length zero becomes the identity.
template <real T>
[[nodiscard]] inline basic_rotation2<T> normalize(basic_rotation2<T> q) noexcept {
    const auto unit = normalize_or(basic_vector2<T>{q.cos, q.sin}, {1, 0});
    return {unit.x, unit.y};
}

// The angle in (-pi, pi].
template <real T>
[[nodiscard]] inline T angle_of(basic_rotation2<T> q) noexcept {
    return atan2(q.sin, q.cos);
}

// The angle from a to b in (-pi, pi].
template <real T>
[[nodiscard]] inline T angle_between(basic_rotation2<T> a, basic_rotation2<T> b) noexcept {
    return angle_of(inverse(a) * b);
}

// The rotation that turns unit vector a onto unit vector b.
template <real T>
[[nodiscard]] inline basic_rotation2<T> rotation_between(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return normalize(basic_rotation2<T>{dot(a, b), cross(a, b)});
}

// q after turning with angular_velocity for dt, exactly.
template <real T>
[[nodiscard]] inline basic_rotation2<T> integrate(basic_rotation2<T> q,
                                                  std::type_identity_t<T> angular_velocity,
                                                  std::type_identity_t<T> dt) noexcept {
    return normalize(basic_rotation2<T>::from_angle(angular_velocity * dt) * q);
}

// The same to first order, without trigonometry: turns by atan(angle), so it falls behind by angle^3 / 3.
template <real T>
[[nodiscard]] inline basic_rotation2<T> integrate_first_order(basic_rotation2<T> q,
                                                              std::type_identity_t<T> angular_velocity,
                                                              std::type_identity_t<T> dt) noexcept {
    return normalize(basic_rotation2<T>{1, angular_velocity * dt} * q);
}

// Between a (t = 0) and b (t = 1) the short way round, along the chord: a little faster in the middle. Halves
// of opposite rotations are undecided and give the identity.
template <real T>
[[nodiscard]] inline basic_rotation2<T> nlerp(basic_rotation2<T> a, basic_rotation2<T> b,
                                              std::type_identity_t<T> t) noexcept {
    return normalize(basic_rotation2<T>{lerp(a.cos, b.cos, t), lerp(a.sin, b.sin, t)});
}

template <real T>
[[nodiscard]] constexpr basic_matrix2<T> to_matrix(basic_rotation2<T> q) noexcept {
    return basic_matrix2<T>::from_rows({q.cos, -q.sin}, {q.sin, q.cos});
}

static_assert(sizeof(rotation2f) == 2 * sizeof(float) && sizeof(rotation2d) == 2 * sizeof(double));
static_assert(std::is_trivially_copyable_v<rotation2> && std::is_aggregate_v<rotation2>);

} // namespace orrery
