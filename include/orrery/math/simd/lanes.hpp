// N numbers that are computed with side by side: `lanes<float, 8> y = a * x + b`. They cost what the vector
// instructions cost and nothing more, and every operation gives in each lane the bits that the scalar code
// gives, on every instruction set; the only bits not promised are those of a NaN that + - * / made.
//
// T is float, double, int32_t, uint32_t or uint64_t; N is 4, 8 or 16. Lanes that are wider than the registers
// are kept in halves, so any N works anywhere. `lanes` here uses what every processor of the family has
// (SSE2, NEON, WebAssembly SIMD); in a kernel (compile_kernels.hpp) the same name means the registers of the
// instruction set at hand. `scalar_lanes` is the twin that computes one lane after the other.
//
//   made by      lanes(value), load(pointer), load(pointer, count), load_aligned, gather, count_up
//   stored by    store(pointer), store(pointer, count), store_aligned, scatter; [lane] reads one
//   operators    + - * / and unary -; on integers also & | ^ ~ << >>, wrapping around on overflow
//   comparisons  == != < <= > >= give a mask: & | ^ !, bits(), any, all, none, select(mask, a, b)
//   functions    min, max, abs, copysign, sqrt, inverse_sqrt, floor, ceil, round_even, sum, small_product
//   conversions  to_float, truncate_to_int, round_to_int, widen, narrow, reinterpret<U>
//   parts        low_half, high_half, combine
//   rows         gather_three, gather_four, scatter_three, scatter_four, transpose
#pragma once

#include <orrery/math/elementary.hpp>
#include <orrery/math/simd/detail/lane_traits.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a file
#define ORRERY_SIMD_FILE <orrery/math/simd/detail/all_lanes.inl>
#include <orrery/math/simd/detail/for_each_target.inl>

namespace orrery::simd {

template <typename T, int N>
using lanes = target_128::lanes<T, N>;

template <typename T, int N>
using scalar_lanes = target_scalar::lanes<T, N>;

} // namespace orrery::simd
