// A rotation of space as a unit quaternion (x, y, z, w), w being the real part. q and -q are the same
// rotation; where it matters the functions here take the short way round. All except normalize and inverse
// expect unit length; products round, so a quaternion that is multiplied on for many steps wants normalize
// (integrate does it). Frames: rotate(q, v) takes v from the body's frame to the world's; angular velocities
// are in the world's.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery {

template <real T>
struct basic_quaternion {
    using value_type = T;
    static constexpr int dimension = 3;

    T x = 0;
    T y = 0;
    T z = 0;
    T w = 1;

    [[nodiscard]] static constexpr basic_quaternion from_parts(basic_vector3<T> vector, T w) noexcept {
        return {vector.x, vector.y, vector.z, w};
    }

    // A turn about a unit axis, counterclockwise seen from its tip.
    [[nodiscard]] static basic_quaternion from_axis_angle(basic_vector3<T> axis, T radians) noexcept {
        const auto half = sin_cos(radians * T{0.5});
        return from_parts(axis * half.sin, half.cos);
    }

    // The exponential map: a turn about the vector's direction by its length in radians.
    [[nodiscard]] static basic_quaternion from_rotation_vector(basic_vector3<T> v) noexcept {
        const T squared = dot(v, v);
        if (squared < std::numeric_limits<T>::epsilon()) {
            // sin(angle / 2) / angle is one half here to the last bit, and the quotient could be 0 / 0.
            return from_parts(v * T{0.5}, T{1} - squared * T{0.125});
        }
        const T angle = sqrt(squared);
        const auto half = sin_cos(angle * T{0.5});
        return from_parts(v * (half.sin / angle), half.cos);
    }

    [[nodiscard]] constexpr basic_vector3<T> vector() const noexcept { return {x, y, z}; }

    // Component 0 to 3: x, y, z, w.
    [[nodiscard]] constexpr T& operator[](int index) noexcept {
        return index == 0 ? x : index == 1 ? y : index == 2 ? z : w;
    }

    [[nodiscard]] constexpr const T& operator[](int index) const noexcept {
        return index == 0 ? x : index == 1 ? y : index == 2 ? z : w;
    }

    // Hamilton's product; a * b turns by b first, then by a. Sums run from left to right as written.
    [[nodiscard]] friend constexpr basic_quaternion operator*(basic_quaternion a,
                                                              basic_quaternion b) noexcept {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }

    [[nodiscard]] friend constexpr basic_quaternion operator*(basic_quaternion a, T factor) noexcept {
        return {a.x * factor, a.y * factor, a.z * factor, a.w * factor};
    }

    [[nodiscard]] friend constexpr basic_quaternion operator+(basic_quaternion a,
                                                              basic_quaternion b) noexcept {
        return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    }

    // The same rotation with all signs flipped.
    [[nodiscard]] friend constexpr basic_quaternion operator-(basic_quaternion a) noexcept {
        return {-a.x, -a.y, -a.z, -a.w};
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_quaternion&,
                                                   const basic_quaternion&) = default;
};

// a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, from left to right.
template <real T>
[[nodiscard]] constexpr T dot(basic_quaternion<T> a, basic_quaternion<T> b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <real T>
[[nodiscard]] inline T length(basic_quaternion<T> q) noexcept {
    return sqrt(dot(q, q));
}

// Back to unit length; a quaternion of length zero (or NaN) becomes the identity.
template <real T>
[[nodiscard]] inline basic_quaternion<T> normalize(basic_quaternion<T> q) noexcept {
    const T norm = length(q);
    if (!(norm > T{0})) {
        return {};
    }
    return {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
}

template <real T>
[[nodiscard]] constexpr basic_quaternion<T> conjugate(basic_quaternion<T> q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}

// The rotation back: the conjugate, since q has unit length.
template <real T>
[[nodiscard]] constexpr basic_quaternion<T> inverse(basic_quaternion<T> q) noexcept {
    return conjugate(q);
}

// v + w * t + u x t, with u the vector part and t = 2 (u x v).
template <real T>
[[nodiscard]] constexpr basic_vector3<T> rotate(basic_quaternion<T> q, basic_vector3<T> v) noexcept {
    const basic_vector3<T> t = cross(q.vector(), v) * T{2};
    return v + t * q.w + cross(q.vector(), t);
}

// rotate(inverse(q), v)
template <real T>
[[nodiscard]] constexpr basic_vector3<T> inverse_rotate(basic_quaternion<T> q, basic_vector3<T> v) noexcept {
    return rotate(conjugate(q), v);
}

// The shortest rotation that turns unit vector a onto unit vector b. Opposite vectors have no single one: the
// axis is then perpendicular(a).
template <real T>
[[nodiscard]] inline basic_quaternion<T> rotation_between(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    // cross(a, b) and 1 + dot(a, b) written with the sum of the vectors, which keeps its digits when they are
    // nearly opposite and both are small.
    const basic_vector3<T> sum = a + b;
    const T squared = length_squared(sum);
    const T noise = T{8} * std::numeric_limits<T>::epsilon();
    if (squared < noise * noise) {
        return basic_quaternion<T>::from_parts(perpendicular(a), 0);
    }
    return normalize(basic_quaternion<T>::from_parts(cross(a, sum), squared * T{0.5}));
}

// The logarithm: the axis times the angle in [0, pi], the short way round.
template <real T>
[[nodiscard]] inline basic_vector3<T> rotation_vector(basic_quaternion<T> q) noexcept {
    const basic_quaternion<T> near = q.w < T{0} ? -q : q;
    const T sine = length(near.vector());
    if (sine < std::numeric_limits<T>::epsilon()) {
        return near.vector() * T{2};
    }
    return near.vector() * (T{2} * atan2(sine, near.w) / sine);
}

template <real T>
struct axis_angle {
    basic_vector3<T> axis;
    T angle = 0;
};

// A unit axis and the angle in [0, pi] about it. The identity has the x axis and angle zero.
template <real T>
[[nodiscard]] inline axis_angle<T> to_axis_angle(basic_quaternion<T> q) noexcept {
    const basic_quaternion<T> near = q.w < T{0} ? -q : q;
    const auto axis = try_normalize(near.vector());
    if (!axis) {
        return {{1, 0, 0}, 0};
    }
    return {*axis, T{2} * atan2(length(near.vector()), near.w)};
}

// The angle of the shortest rotation from a to b, in [0, pi]; accurate for small angles too.
template <real T>
[[nodiscard]] inline T angle_between(basic_quaternion<T> a, basic_quaternion<T> b) noexcept {
    const basic_quaternion<T> turn = conjugate(a) * b;
    return T{2} * atan2(length(turn.vector()), abs(turn.w));
}

// q after turning with angular_velocity (world frame, radians per second) for dt: the exponential map, right
// for any angle.
template <real T>
[[nodiscard]] inline basic_quaternion<T> integrate(basic_quaternion<T> q, basic_vector3<T> angular_velocity,
                                                   std::type_identity_t<T> dt) noexcept {
    return normalize(basic_quaternion<T>::from_rotation_vector(angular_velocity * dt) * q);
}

// The same to first order, without trigonometry: q + (dt / 2) angular_velocity * q. Turns by 2 atan(angle /
// 2), so it falls behind by angle^3 / 12: 0.01 % at 2 degrees a step.
template <real T>
[[nodiscard]] inline basic_quaternion<T> integrate_first_order(basic_quaternion<T> q,
                                                               basic_vector3<T> angular_velocity,
                                                               std::type_identity_t<T> dt) noexcept {
    return normalize(q + basic_quaternion<T>::from_parts(angular_velocity * (dt * T{0.5}), 0) * q);
}

// Between a (t = 0) and b (t = 1) the short way round, along the chord: a little faster in the middle.
template <real T>
[[nodiscard]] inline basic_quaternion<T> nlerp(basic_quaternion<T> a, basic_quaternion<T> b,
                                               std::type_identity_t<T> t) noexcept {
    const basic_quaternion<T> near = dot(a, b) < T{0} ? -b : b;
    return normalize(a * (T{1} - t) + near * t);
}

// Between a and b the short way round at constant speed.
template <real T>
[[nodiscard]] inline basic_quaternion<T> slerp(basic_quaternion<T> a, basic_quaternion<T> b,
                                               std::type_identity_t<T> t) noexcept {
    const basic_quaternion<T> near = dot(a, b) < T{0} ? -b : b;
    // The angle between unit vectors from chord and sum (Kahan), which keeps small angles accurate.
    const T angle = T{2} * atan2(length(near + -a), length(near + a));
    const T sine = sin(angle);
    if (sine * sine < std::numeric_limits<T>::epsilon()) {
        return nlerp(a, b, t);
    }
    return normalize(a * (sin((T{1} - t) * angle) / sine) + near * (sin(t * angle) / sine));
}

template <real T>
[[nodiscard]] constexpr basic_matrix3<T> to_matrix(basic_quaternion<T> q) noexcept {
    const basic_vector3<T> twice = q.vector() * T{2};
    const T xx = q.x * twice.x;
    const T yy = q.y * twice.y;
    const T zz = q.z * twice.z;
    const T xy = q.x * twice.y;
    const T xz = q.x * twice.z;
    const T yz = q.y * twice.z;
    const T wx = q.w * twice.x;
    const T wy = q.w * twice.y;
    const T wz = q.w * twice.z;
    return basic_matrix3<T>::from_rows({T{1} - (yy + zz), xy - wz, xz + wy},
                                       {xy + wz, T{1} - (xx + zz), yz - wx},
                                       {xz - wy, yz + wx, T{1} - (xx + yy)});
}

// The unit quaternion of a rotation matrix (Shepperd 1978): divides by the largest of the four components, so
// no rotation is special. The sign is that in which this component is positive.
template <real T>
[[nodiscard]] inline basic_quaternion<T> to_quaternion(const basic_matrix3<T>& m) noexcept {
    const basic_vector3<T> diagonal{m[0].x, m[1].y, m[2].z};
    const T sum = trace(m);
    const int i = largest_axis(diagonal);
    if (sum >= diagonal[i]) {
        return normalize(basic_quaternion<T>{m[2].y - m[1].z, m[0].z - m[2].x, m[1].x - m[0].y, T{1} + sum});
    }
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    basic_quaternion<T> q;
    q[i] = T{1} + diagonal[i] - diagonal[j] - diagonal[k];
    q[j] = m[j][i] + m[i][j];
    q[k] = m[k][i] + m[i][k];
    q.w = m[k][j] - m[j][k];
    return normalize(q);
}

static_assert(sizeof(quaternionf) == 4 * sizeof(float) && sizeof(quaterniond) == 4 * sizeof(double));
static_assert(std::is_trivially_copyable_v<quaternion> && std::is_aggregate_v<quaternion>);

} // namespace orrery
