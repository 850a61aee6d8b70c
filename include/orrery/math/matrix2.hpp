// A 2x2 matrix, row by row: m[row][column]. It multiplies column vectors from the left; the usual one is the
// effective mass of a joint between two bodies of the plane. Every sum runs from left to right.
#pragma once

#include <orrery/math/vector2.hpp>

#include <array>
#include <optional>

namespace orrery {

template <real T>
struct basic_matrix2 {
    using value_type = T;
    static constexpr int dimension = 2;

    std::array<basic_vector2<T>, 2> rows{};

    [[nodiscard]] static constexpr basic_matrix2 identity() noexcept { return diagonal({1, 1}); }

    [[nodiscard]] static constexpr basic_matrix2 diagonal(basic_vector2<T> d) noexcept {
        return {{{{d.x, 0}, {0, d.y}}}};
    }

    [[nodiscard]] static constexpr basic_matrix2 from_rows(basic_vector2<T> a, basic_vector2<T> b) noexcept {
        return {{{a, b}}};
    }

    [[nodiscard]] static constexpr basic_matrix2 from_columns(basic_vector2<T> a,
                                                              basic_vector2<T> b) noexcept {
        return {{{{a.x, b.x}, {a.y, b.y}}}};
    }

    [[nodiscard]] constexpr basic_vector2<T>& operator[](int row) noexcept {
        return rows[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] constexpr const basic_vector2<T>& operator[](int row) const noexcept {
        return rows[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] constexpr basic_vector2<T> column(int index) const noexcept {
        return {rows[0][index], rows[1][index]};
    }

    constexpr basic_matrix2& operator+=(const basic_matrix2& b) noexcept { return *this = *this + b; }

    constexpr basic_matrix2& operator-=(const basic_matrix2& b) noexcept { return *this = *this - b; }

    constexpr basic_matrix2& operator*=(T factor) noexcept { return *this = *this * factor; }

    [[nodiscard]] friend constexpr basic_matrix2 operator+(const basic_matrix2& a,
                                                           const basic_matrix2& b) noexcept {
        return from_rows(a[0] + b[0], a[1] + b[1]);
    }

    [[nodiscard]] friend constexpr basic_matrix2 operator-(const basic_matrix2& a,
                                                           const basic_matrix2& b) noexcept {
        return from_rows(a[0] - b[0], a[1] - b[1]);
    }

    [[nodiscard]] friend constexpr basic_matrix2 operator*(const basic_matrix2& a, T factor) noexcept {
        return from_rows(a[0] * factor, a[1] * factor);
    }

    [[nodiscard]] friend constexpr basic_matrix2 operator*(T factor, const basic_matrix2& a) noexcept {
        return a * factor;
    }

    [[nodiscard]] friend constexpr basic_vector2<T> operator*(const basic_matrix2& a,
                                                              basic_vector2<T> b) noexcept {
        return {dot(a[0], b), dot(a[1], b)};
    }

    [[nodiscard]] friend constexpr basic_matrix2 operator*(const basic_matrix2& a,
                                                           const basic_matrix2& b) noexcept {
        return from_columns(a * b.column(0), a * b.column(1));
    }

    [[nodiscard]] friend constexpr bool operator==(const basic_matrix2&, const basic_matrix2&) = default;
};

template <real T>
[[nodiscard]] constexpr basic_matrix2<T> transpose(const basic_matrix2<T>& a) noexcept {
    return basic_matrix2<T>::from_columns(a[0], a[1]);
}

template <real T>
[[nodiscard]] constexpr T trace(const basic_matrix2<T>& a) noexcept {
    return a[0].x + a[1].y;
}

template <real T>
[[nodiscard]] constexpr T determinant(const basic_matrix2<T>& a) noexcept {
    return cross(a[0], a[1]);
}

// a * transpose(b)
template <real T>
[[nodiscard]] constexpr basic_matrix2<T> outer_product(basic_vector2<T> a, basic_vector2<T> b) noexcept {
    return basic_matrix2<T>::from_rows(b * a.x, b * a.y);
}

namespace detail {

// The determinant, or nothing when rounding cannot tell it from zero; see the one of matrix3.
template <real T>
[[nodiscard]] constexpr std::optional<T> certain_determinant(const basic_matrix2<T>& a) noexcept {
    const T magnitude = abs(a[0].x * a[1].y) + abs(a[0].y * a[1].x);
    const T value = determinant(a);
    if (!(abs(value) > T{2} * std::numeric_limits<T>::epsilon() * magnitude) || !is_finite(value)) {
        return std::nullopt;
    }
    return value;
}

} // namespace detail

// The inverse, or nothing when a is singular: its determinant is zero within rounding, or not finite.
template <real T>
[[nodiscard]] constexpr std::optional<basic_matrix2<T>> inverse(const basic_matrix2<T>& a) noexcept {
    const auto value = detail::certain_determinant(a);
    if (!value) {
        return std::nullopt;
    }
    return basic_matrix2<T>::from_rows(basic_vector2<T>{a[1].y, -a[0].y} / *value,
                                       basic_vector2<T>{-a[1].x, a[0].x} / *value);
}

// x with a * x = b by Cramer's rule, or nothing when a is singular as for inverse.
template <real T>
[[nodiscard]] constexpr std::optional<basic_vector2<T>> solve(const basic_matrix2<T>& a,
                                                              basic_vector2<T> b) noexcept {
    const auto value = detail::certain_determinant(a);
    if (!value) {
        return std::nullopt;
    }
    return basic_vector2<T>{cross(b, a.column(1)), cross(a.column(0), b)} / *value;
}

static_assert(sizeof(matrix2f) == 4 * sizeof(float) && sizeof(matrix2d) == 4 * sizeof(double));
static_assert(std::is_trivially_copyable_v<matrix2> && std::is_aggregate_v<matrix2>);

} // namespace orrery
