// The eigenvalues and eigenvectors of a symmetric 3x3 matrix: principal moments and axes of an inertia
// tensor, or the main directions of a cloud of points. Cyclic Jacobi with a fixed number of sweeps: always
// finishes, needs only
// + - * / and sqrt, half a microsecond. Values are exact to a few units in the last place of the largest
// one.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/math/vector.hpp>

#include <utility>

namespace orrery {

// a = axes * diagonal(values) * transpose(axes). Values ascend; the columns of axes are the unit eigenvectors
// that belong to them and make a rotation (right-handed).
template <real T>
struct principal_axes {
    basic_vector3<T> values;
    basic_matrix3<T> axes;
};

namespace detail {

// Turns rows and columns p and q so that the element between them vanishes (Golub and Van Loan, 8.5.2).
// `axes` holds the eigenvectors as rows here.
template <real T>
void jacobi_rotate(basic_matrix3<T>& a, basic_matrix3<T>& axes, int p, int q) noexcept {
    const T between = a[p][q];
    if (between == T{0}) {
        return;
    }
    const T tau = (a[q][q] - a[p][p]) / (T{2} * between);
    // The smaller root, so that the turn is at most 45 degrees. tau may overflow to infinity, which gives t =
    // 0.
    const T t = (tau < T{0} ? T{-1} : T{1}) / (abs(tau) + sqrt(T{1} + tau * tau));
    const T cosine = T{1} / sqrt(T{1} + t * t);
    const T sine = t * cosine;
    const int r = 3 - p - q;
    const T rp = a[r][p];
    const T rq = a[r][q];
    a[p][p] -= t * between;
    a[q][q] += t * between;
    a[p][q] = a[q][p] = T{0};
    a[r][p] = a[p][r] = cosine * rp - sine * rq;
    a[r][q] = a[q][r] = sine * rp + cosine * rq;
    const basic_vector3<T> axis_p = axes[p];
    const basic_vector3<T> axis_q = axes[q];
    axes[p] = axis_p * cosine - axis_q * sine;
    axes[q] = axis_p * sine + axis_q * cosine;
}

} // namespace detail

// Reads the upper triangle of a. A diagonal matrix comes back with its axes only sorted. Wants finite
// elements; NaN or infinity give unspecified, though still reproducible, numbers.
template <real T>
[[nodiscard]] principal_axes<T> find_principal_axes(const basic_matrix3<T>& symmetric) noexcept {
    basic_matrix3<T> a = symmetric;
    a[1].x = a[0].y;
    a[2].x = a[0].z;
    a[2].y = a[1].z;
    basic_matrix3<T> axes = basic_matrix3<T>::identity();
    // Convergence is quadratic: six sweeps leave nothing in double precision, eight leave room.
    for (int sweep = 0; sweep < 8; ++sweep) {
        detail::jacobi_rotate(a, axes, 0, 1);
        detail::jacobi_rotate(a, axes, 0, 2);
        detail::jacobi_rotate(a, axes, 1, 2);
    }
    basic_vector3<T> values{a[0].x, a[1].y, a[2].z};
    const auto sort = [&](int lower, int upper) {
        if (values[upper] < values[lower]) {
            std::swap(values[lower], values[upper]);
            std::swap(axes[lower], axes[upper]);
        }
    };
    sort(0, 1);
    sort(1, 2);
    sort(0, 1);
    // Rounding leaves the rows orthonormal to a few units; this makes them so again, and right-handed.
    const basic_vector3<T> x = normalize(axes[0]);
    const basic_vector3<T> y = normalize(axes[1] - x * dot(x, axes[1]));
    return {values, basic_matrix3<T>::from_columns(x, y, cross(x, y))};
}

} // namespace orrery
