// A 3x3 matrix, row by row: m[row][column]. It multiplies column vectors from the left. Used for inertia
// tensors, effective masses and rotations that are applied many times. Every sum runs from left to right, as
// in dot.
#pragma once

#include <orrery/math/vector3.hpp>

#include <array>
#include <optional>

namespace orrery {

template <real T>
struct basic_matrix3 {
    using value_type = T;
    static constexpr int dimension = 3;

    std::array<basic_vector3<T>, 3> rows{};

    [[nodiscard]] static constexpr basic_matrix3 identity() noexcept { return diagonal({1, 1, 1}); }

    [[nodiscard]] static constexpr basic_matrix3 diagonal(basic_vector3<T> d) noexcept {
        return {{{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}};
    }

    [[nodiscard]] static constexpr basic_matrix3 from_rows(basic_vector3<T> a, basic_vector3<T> b,
                                                           basic_vector3<T> c) noexcept {
        return {{{a, b, c}}};
    }

    [[nodiscard]] static constexpr basic_matrix3 from_columns(basic_vector3<T> a, basic_vector3<T> b,
                                                              basic_vector3<T> c) noexcept {
        return {{{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}}};
    }

    [[nodiscard]] constexpr basic_vector3<T>& operator[](int row) noexcept {
        return rows[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] constexpr const basic_vector3<T>& operator[](int row) const noexcept {
        return rows[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] constexpr basic_vector3<T> column(int index) const noexcept {
        return {rows[0][index], rows[1][index], rows[2][index]};
    }

    constexpr basic_matrix3& operator+=(const basic_matrix3& b) noexcept { return *this = *this + b; }

    constexpr basic_matrix3& operator-=(const basic_matrix3& b) noexcept { return *this = *this - b; }

    constexpr basic_matrix3& operator*=(T factor) noexcept { return *this = *this * factor; }

    [[nodiscard]] friend constexpr basic_matrix3 operator+(const basic_matrix3& a,
                                                           const basic_matrix3& b) noexcept {
        return from_rows(a[0] + b[0], a[1] + b[1], a[2] + b[2]);
    }

    [[nodiscard]] friend constexpr basic_matrix3 operator-(const basic_matrix3& a,
                                                           const basic_matrix3& b) noexcept {
        return from_rows(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }

    [[nodiscard]] friend constexpr basic_matrix3 operator*(const basic_matrix3& a, T factor) noexcept {
        return from_rows(a[0] * factor, a[1] * factor, a[2] * factor);
    }

    [[nodiscard]] friend constexpr basic_matrix3 operator*(T factor, const basic_matrix3& a) noexcept {
        return a * factor;
    }

    [[nodiscard]] friend constexpr basic_vector3<T> operator*(const basic_matrix3& a,
                                                              basic_vector3<T> b) noexcept {
        return {dot(a[0], b), dot(a[1], b), dot(a[2], b)};
    }

    [[nodiscard]] friend constexpr basic_matrix3 operator*(const basic_matrix3& a,
                                                           const basic_matrix3& b) noexcept {
        return from_columns(a * b.column(0), a * b.column(1), a * b.column(2));
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_matrix3&, const basic_matrix3&) = default;
};

template <real T>
[[nodiscard]] constexpr basic_matrix3<T> transpose(const basic_matrix3<T>& a) noexcept {
    return basic_matrix3<T>::from_columns(a[0], a[1], a[2]);
}

// transpose(a) * b, without making the transpose.
template <real T>
[[nodiscard]] constexpr basic_vector3<T> transpose_multiply(const basic_matrix3<T>& a,
                                                            basic_vector3<T> b) noexcept {
    return {dot(a.column(0), b), dot(a.column(1), b), dot(a.column(2), b)};
}

template <real T>
[[nodiscard]] constexpr T trace(const basic_matrix3<T>& a) noexcept {
    return (a[0].x + a[1].y) + a[2].z;
}

template <real T>
[[nodiscard]] constexpr T determinant(const basic_matrix3<T>& a) noexcept {
    return triple(a[0], a[1], a[2]);
}

// a * transpose(b)
template <real T>
[[nodiscard]] constexpr basic_matrix3<T> outer_product(basic_vector3<T> a, basic_vector3<T> b) noexcept {
    return basic_matrix3<T>::from_rows(b * a.x, b * a.y, b * a.z);
}

// The matrix whose product with v is cross(a, v).
template <real T>
[[nodiscard]] constexpr basic_matrix3<T> skew(basic_vector3<T> a) noexcept {
    return basic_matrix3<T>::from_rows({0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0});
}

// r * tensor * transpose(r): a symmetric tensor, such as inertia, seen from the frame that r rotates into.
// The answer is symmetric to the bit.
template <real T>
[[nodiscard]] constexpr basic_matrix3<T> rotate_tensor(const basic_matrix3<T>& r,
                                                       const basic_matrix3<T>& tensor) noexcept {
    const basic_vector3<T> x = tensor * r[0];
    const basic_vector3<T> y = tensor * r[1];
    const basic_vector3<T> z = tensor * r[2];
    const T xy = dot(r[0], y);
    const T xz = dot(r[0], z);
    const T yz = dot(r[1], z);
    return basic_matrix3<T>::from_rows({dot(r[0], x), xy, xz}, {xy, dot(r[1], y), yz},
                                       {xz, yz, dot(r[2], z)});
}

// The same for a tensor that is diagonal in its own frame, at half the cost: what a body in principal axes
// needs.
template <real T>
[[nodiscard]] constexpr basic_matrix3<T> rotate_diagonal(const basic_matrix3<T>& r,
                                                         basic_vector3<T> diagonal) noexcept {
    const basic_vector3<T> x = component_product(r[0], diagonal);
    const basic_vector3<T> y = component_product(r[1], diagonal);
    const basic_vector3<T> z = component_product(r[2], diagonal);
    const T xy = dot(x, r[1]);
    const T xz = dot(x, r[2]);
    const T yz = dot(y, r[2]);
    return basic_matrix3<T>::from_rows({dot(x, r[0]), xy, xz}, {xy, dot(y, r[1]), yz},
                                       {xz, yz, dot(z, r[2])});
}

namespace detail {

// The determinant, or nothing when rounding cannot tell it from zero: it is compared with the sum of the
// magnitudes of its six terms, so the answer does not depend on the units of the rows and columns.
template <real T>
[[nodiscard]] constexpr std::optional<T> certain_determinant(const basic_matrix3<T>& a) noexcept {
    const basic_vector3<T> x = abs(a[0]);
    const basic_vector3<T> y = abs(a[1]);
    const basic_vector3<T> z = abs(a[2]);
    const basic_vector3<T> magnitudes{y.y * z.z + y.z * z.y, y.z * z.x + y.x * z.z, y.x * z.y + y.y * z.x};
    const T doubt = T{4} * std::numeric_limits<T>::epsilon() * dot(x, magnitudes);
    const T value = determinant(a);
    if (!(abs(value) > doubt) || !is_finite(value)) {
        return std::nullopt;
    }
    return value;
}

} // namespace detail

// The inverse, or nothing when a is singular: its determinant is zero within rounding, or not finite.
template <real T>
[[nodiscard]] constexpr std::optional<basic_matrix3<T>> inverse(const basic_matrix3<T>& a) noexcept {
    const auto value = detail::certain_determinant(a);
    if (!value) {
        return std::nullopt;
    }
    return basic_matrix3<T>::from_columns(cross(a[1], a[2]) / *value, cross(a[2], a[0]) / *value,
                                          cross(a[0], a[1]) / *value);
}

// x with a * x = b by Cramer's rule, or nothing when a is singular as for inverse.
template <real T>
[[nodiscard]] constexpr std::optional<basic_vector3<T>> solve(const basic_matrix3<T>& a,
                                                              basic_vector3<T> b) noexcept {
    const auto value = detail::certain_determinant(a);
    if (!value) {
        return std::nullopt;
    }
    const basic_vector3<T> x = a.column(0);
    const basic_vector3<T> y = a.column(1);
    const basic_vector3<T> z = a.column(2);
    return basic_vector3<T>{triple(b, y, z), triple(x, b, z), triple(x, y, b)} / *value;
}

static_assert(sizeof(matrix3f) == 9 * sizeof(float) && sizeof(matrix3d) == 9 * sizeof(double));
static_assert(std::is_trivially_copyable_v<matrix3> && std::is_aggregate_v<matrix3>);

} // namespace orrery
