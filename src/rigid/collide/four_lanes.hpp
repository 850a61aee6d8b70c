// Small vectors in registers: three components and a spare lane, or four candidates side by side.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/math/simd/lanes.hpp>

namespace orrery::rigid::detail {

using four = simd::lanes<scalar, 4>;

template <int First, int Second, int Third, int Fourth>
[[nodiscard]] inline four shuffle(four a) noexcept {
    return simd::target_128::detail::shuffle_blocks<First, Second, Third, Fourth>(a, a);
}

// By way of registers: filling an array and loading it would wait for the stores.
[[nodiscard]] inline four make_four(scalar x, scalar y, scalar z, scalar w) noexcept {
    using simd::target_128::detail::shuffle_blocks;
    const four xy = shuffle_blocks<0, 4, 1, 5>(four(x), four(y));
    const four zw = shuffle_blocks<0, 4, 1, 5>(four(z), four(w));
    return shuffle_blocks<0, 1, 4, 5>(xy, zw);
}

[[nodiscard]] inline four make_four(vector3 a) noexcept {
    return make_four(a.x, a.y, a.z, a.z);
}

// Lane i holds component i; the last lane holds some component or other.
struct lane_rows {
    four x;
    four y;
    four z;
};

// The last row is read together with the number before it, since nothing need follow the matrix.
[[nodiscard]] inline lane_rows rows_of(const matrix3& a) noexcept {
    const scalar* first = &a.rows[0].x;
    return {four::load(first), four::load(first + 3), shuffle<1, 2, 3, 3>(four::load(first + 5))};
}

[[nodiscard]] inline lane_rows transpose(const lane_rows& a) noexcept {
    const auto turned = simd::target_128::transpose(simd::target_128::four<scalar, 4>{a.x, a.y, a.z, a.z});
    return {turned.x, turned.y, turned.z};
}

[[nodiscard]] inline scalar largest_of_four(four a) noexcept {
    const four pairs = max(a, shuffle<1, 0, 3, 2>(a));
    return max(pairs, shuffle<2, 3, 0, 1>(pairs))[0];
}

[[nodiscard]] inline scalar largest_of_three(four a) noexcept {
    return largest_of_four(shuffle<0, 1, 2, 2>(a));
}

// So that a formula can be written once for one candidate and for four.
[[nodiscard]] inline scalar select(bool which, scalar a, scalar b) noexcept {
    return which ? a : b;
}

} // namespace orrery::rigid::detail
