// How the spin of a body that nothing twists changes because its inertia differs from axis to axis: one step
// of Newton's method on the implicit Euler equation, in the body's frame (Catto, "Numerical Methods", GDC
// 2015). It loses a little energy and never gains any. The formula is written once, for one body and for four
// side by side, which get the same bits.
#pragma once

#include "rigid/solver/lane_vector.hpp"
#include "rigid/step/body_row.hpp"

#include <array>
#include <limits>

namespace orrery::rigid::detail {

// Of one body or of four: how it stands when the step begins, and its inertia in its own frame.
template <typename Number>
struct tumbling {
    Number x, y, z, w; // orientation
    Number xx, yy, zz, xy, xz, yz;
};

namespace precession {

template <typename Number>
using vector = lane_vector<Number>;

template <typename Number>
[[nodiscard]] inline vector<Number> times(vector<Number> a, Number factor) noexcept {
    return {a.x * factor, a.y * factor, a.z * factor};
}

template <typename Number>
[[nodiscard]] inline vector<Number> rotate(vector<Number> axis, Number w, vector<Number> v) noexcept {
    const vector<Number> t = times(cross(axis, v), Number(2));
    return (v + times(t, w)) + cross(axis, t);
}

// By rows, and for solving also by columns.
template <typename Number>
using matrix = std::array<vector<Number>, 3>;

template <typename Number>
[[nodiscard]] inline matrix<Number> transpose(const matrix<Number>& a) noexcept {
    return {vector<Number>{a[0].x, a[1].x, a[2].x}, vector<Number>{a[0].y, a[1].y, a[2].y},
            vector<Number>{a[0].z, a[1].z, a[2].z}};
}

template <typename Number>
[[nodiscard]] inline matrix<Number> skew(vector<Number> a) noexcept {
    const Number zero(0);
    return {vector<Number>{zero, -a.z, a.y}, vector<Number>{a.z, zero, -a.x},
            vector<Number>{-a.y, a.x, zero}};
}

// The sum of the magnitudes of the terms of a determinant.
template <typename Number>
[[nodiscard]] inline Number magnitude(const matrix<Number>& a) noexcept {
    const auto size = [](vector<Number> v) { return vector<Number>{abs(v.x), abs(v.y), abs(v.z)}; };
    const vector<Number> x = size(a[0]);
    const vector<Number> y = size(a[1]);
    const vector<Number> z = size(a[2]);
    return dot(x, vector<Number>{y.y * z.z + y.z * z.y, y.z * z.x + y.x * z.z, y.x * z.y + y.y * z.x});
}

} // namespace precession

// The spin a sub-step later, of bodies that have turned by rotation vectors since the step began. Those whose
// equation cannot be solved keep theirs.
template <typename Number>
[[nodiscard]] inline lane_vector<Number> precess(const tumbling<Number>& body, lane_vector<Number> turned,
                                                 lane_vector<Number> spin, Number substep) noexcept {
    using namespace precession;
    using vectors = lane_vector<Number>;
    const Number zero(0);
    // The orientation now: to first order, and of unit length.
    const vectors half = times(turned, Number(scalar(0.5)));
    const Number qx = body.x + (zero * body.x + half.x * body.w + half.y * body.z - half.z * body.y);
    const Number qy = body.y + (zero * body.y - half.x * body.z + half.y * body.w + half.z * body.x);
    const Number qz = body.z + (zero * body.z + half.x * body.y - half.y * body.x + half.z * body.w);
    const Number qw = body.w + (zero * body.w - half.x * body.x - half.y * body.y - half.z * body.z);
    const Number norm = sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
    const auto is_turn = norm > zero;
    const vectors axis{select(is_turn, qx / norm, zero), select(is_turn, qy / norm, zero),
                       select(is_turn, qz / norm, zero)};
    const Number w = select(is_turn, qw / norm, Number(1));

    const matrix<Number> inertia{vectors{body.xx, body.xy, body.xz}, vectors{body.xy, body.yy, body.yz},
                                 vectors{body.xz, body.yz, body.zz}};
    const vectors local = rotate(vectors{-axis.x, -axis.y, -axis.z}, w, spin);
    const vectors momentum{dot(inertia[0], local), dot(inertia[1], local), dot(inertia[2], local)};
    const matrix<Number> turning = skew(local);
    const matrix<Number> carried = skew(momentum);
    matrix<Number> jacobian;
    for (std::size_t row = 0; row < 3; ++row) {
        const vectors change{dot(turning[row], inertia[0]), dot(turning[row], inertia[1]),
                             dot(turning[row], inertia[2])};
        jacobian[row] = inertia[row] + times(change - carried[row], substep);
    }
    const vectors lag = times(cross(local, momentum), substep);
    const matrix<Number> columns = transpose(jacobian);
    const Number determinant = dot(jacobian[0], cross(jacobian[1], jacobian[2]));
    const Number doubt = Number(scalar(4) * std::numeric_limits<scalar>::epsilon()) * magnitude(jacobian);
    const Number size = abs(determinant);
    const auto is_certain = (size > doubt) & (size <= Number(std::numeric_limits<scalar>::max()));
    const vectors correction{dot(lag, cross(columns[1], columns[2])) / determinant,
                             dot(columns[0], cross(lag, columns[2])) / determinant,
                             dot(columns[0], cross(columns[1], lag)) / determinant};
    const vectors after = rotate(axis, w, local - correction);
    return {select(is_certain, after.x, spin.x), select(is_certain, after.y, spin.y),
            select(is_certain, after.z, spin.z)};
}

[[nodiscard]] inline tumbling<scalar> tumbling_of(const body_row& row) noexcept {
    return {row.orientation.x, row.orientation.y, row.orientation.z, row.orientation.w, row.inertia[0].x,
            row.inertia[1].y,  row.inertia[2].z,  row.inertia[0].y,  row.inertia[0].z,  row.inertia[1].z};
}

} // namespace orrery::rigid::detail
