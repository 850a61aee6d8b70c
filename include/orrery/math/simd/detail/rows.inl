// From arrays of structures to lanes and back: each lane takes its x, y, z (and w) from a row of its own.
namespace orrery::ORRERY_SIMD_TARGET {

template <typename T, int N>
struct three {
    lanes<T, N> x;
    lanes<T, N> y;
    lanes<T, N> z;
};

template <typename T, int N>
struct four {
    lanes<T, N> x;
    lanes<T, N> y;
    lanes<T, N> z;
    lanes<T, N> w;
};

namespace detail {

// In every block of four lanes, the same choice of four from that block of a (0 to 3) and of b (4 to 7).
template <int First, int Second, int Third, int Fourth, typename T, int N>
ORRERY_SIMD_INLINE lanes<T, N> shuffle_blocks(lanes<T, N> a, lanes<T, N> b) noexcept {
    if constexpr (fits_register<T, N>) {
        return lanes<T, N>({shuffle(a.stored.whole, b.stored.whole,
                                    traits::block_indices<N, First, Second, Third, Fourth>())});
    } else if constexpr (N > 4) {
        return combine(shuffle_blocks<First, Second, Third, Fourth>(a.stored.low, b.stored.low),
                       shuffle_blocks<First, Second, Third, Fourth>(a.stored.high, b.stored.high));
    } else {
        const T all[] = {a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]};
        const T chosen[] = {all[First], all[Second], all[Third], all[Fourth]};
        return lanes<T, N>::load(chosen);
    }
}

// Row j of every block of four lanes, side by side.
template <int Columns, int N, typename T>
ORRERY_SIMD_INLINE lanes<T, N> load_block_rows(const T* base, std::ptrdiff_t stride,
                                               const std::int32_t* indices) noexcept {
    if constexpr (N > 4) {
        return combine(load_block_rows<Columns, N / 2>(base, stride, indices),
                       load_block_rows<Columns, N / 2>(base, stride, indices + N / 2));
    } else if constexpr (Columns == 4) {
        return lanes<T, 4>::load(base + *indices * stride);
    } else {
        const T* row = base + *indices * stride;
        const T values[] = {row[0], row[1], row[2], T(0)};
        return lanes<T, 4>::load(values);
    }
}

template <int Columns, int N, typename T>
ORRERY_SIMD_INLINE void store_block_rows(lanes<T, N> rows, T* base, std::ptrdiff_t stride,
                                         const std::int32_t* indices) noexcept {
    if constexpr (N > 4) {
        store_block_rows<Columns>(low_half(rows), base, stride, indices);
        store_block_rows<Columns>(high_half(rows), base, stride, indices + N / 2);
    } else {
        T values[4];
        rows.store(values);
        __builtin_memcpy(base + *indices * stride, values, sizeof(T) * Columns);
    }
}

} // namespace detail

// Exchanges rows and columns in every block of four lanes.
template <typename T, int N>
[[nodiscard]] ORRERY_SIMD_INLINE four<T, N> transpose(four<T, N> rows) noexcept {
    const lanes<T, N> low_xy = detail::shuffle_blocks<0, 4, 1, 5>(rows.x, rows.y);
    const lanes<T, N> high_xy = detail::shuffle_blocks<2, 6, 3, 7>(rows.x, rows.y);
    const lanes<T, N> low_zw = detail::shuffle_blocks<0, 4, 1, 5>(rows.z, rows.w);
    const lanes<T, N> high_zw = detail::shuffle_blocks<2, 6, 3, 7>(rows.z, rows.w);
    return {detail::shuffle_blocks<0, 1, 4, 5>(low_xy, low_zw),
            detail::shuffle_blocks<2, 3, 6, 7>(low_xy, low_zw),
            detail::shuffle_blocks<0, 1, 4, 5>(high_xy, high_zw),
            detail::shuffle_blocks<2, 3, 6, 7>(high_xy, high_zw)};
}

// Lane i takes four numbers in a row from base + indices[i] * stride.
template <int N, typename T>
[[nodiscard]] ORRERY_SIMD_INLINE four<T, N> gather_four(const T* base, std::ptrdiff_t stride,
                                                        const std::int32_t* indices) noexcept {
    return transpose(four<T, N>{detail::load_block_rows<4, N>(base, stride, indices),
                                detail::load_block_rows<4, N>(base, stride, indices + 1),
                                detail::load_block_rows<4, N>(base, stride, indices + 2),
                                detail::load_block_rows<4, N>(base, stride, indices + 3)});
}

// Lane i takes three numbers in a row from base + indices[i] * stride, and reads no fourth.
template <int N, typename T>
[[nodiscard]] ORRERY_SIMD_INLINE three<T, N> gather_three(const T* base, std::ptrdiff_t stride,
                                                          const std::int32_t* indices) noexcept {
    const four<T, N> columns =
        transpose(four<T, N>{detail::load_block_rows<3, N>(base, stride, indices),
                             detail::load_block_rows<3, N>(base, stride, indices + 1),
                             detail::load_block_rows<3, N>(base, stride, indices + 2),
                             detail::load_block_rows<3, N>(base, stride, indices + 3)});
    return {columns.x, columns.y, columns.z};
}

// The way back. No two indices may be equal.
template <typename T, int N>
ORRERY_SIMD_INLINE void scatter_four(four<T, N> columns, T* base, std::ptrdiff_t stride,
                                     const std::int32_t* indices) noexcept {
    const four<T, N> rows = transpose(columns);
    detail::store_block_rows<4>(rows.x, base, stride, indices);
    detail::store_block_rows<4>(rows.y, base, stride, indices + 1);
    detail::store_block_rows<4>(rows.z, base, stride, indices + 2);
    detail::store_block_rows<4>(rows.w, base, stride, indices + 3);
}

template <typename T, int N>
ORRERY_SIMD_INLINE void scatter_three(three<T, N> columns, T* base, std::ptrdiff_t stride,
                                      const std::int32_t* indices) noexcept {
    const four<T, N> rows = transpose(four<T, N>{columns.x, columns.y, columns.z, lanes<T, N>(T(0))});
    detail::store_block_rows<3>(rows.x, base, stride, indices);
    detail::store_block_rows<3>(rows.y, base, stride, indices + 1);
    detail::store_block_rows<3>(rows.z, base, stride, indices + 2);
    detail::store_block_rows<3>(rows.w, base, stride, indices + 3);
}

} // namespace orrery::ORRERY_SIMD_TARGET
