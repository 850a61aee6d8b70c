// Registers of SSE2, and from the wider passes on of AVX2 and AVX-512.
namespace orrery::ORRERY_SIMD_TARGET::detail {

// Registers of the named size, by their element.
using float_4 = register_type<float, 4>;
using double_2 = register_type<double, 2>;
using int_4 = register_type<std::int32_t, 4>;
using int64_2 = register_type<std::int64_t, 2>;

template <typename Relation, typename Register>
ORRERY_SIMD_INLINE auto compare(Register a, Register b) noexcept {
    return Relation::holds(a, b);
}

// SSE2 has no blend, so the bits of both are masked and joined.
template <typename Mask, typename Register>
ORRERY_SIMD_INLINE Register choose(Mask mask, Register a, Register b) noexcept {
    return (Register)((mask & (Mask)a) | (~mask & (Mask)b));
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int_4 mask) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_ps((__m128)mask));
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int64_2 mask) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_pd((__m128d)mask));
}

// SSE2 has none for integers of 32 or 64 bits.
template <typename Register>
ORRERY_SIMD_INLINE Register minimum(Register a, Register b) noexcept {
    return choose(compare<is_less>(a, b), a, b);
}

template <typename Register>
ORRERY_SIMD_INLINE Register maximum(Register a, Register b) noexcept {
    return choose(compare<is_less>(b, a), a, b);
}

// Nor a product of 32 bits; this multiplies the halves and adds them up, and the upper ones are zero.
ORRERY_SIMD_INLINE int_4 small_product(int_4 a, int_4 b) noexcept {
    return (int_4)_mm_madd_epi16((__m128i)a, (__m128i)b);
}

// The instruction returns its second operand for equal and for unordered operands.
ORRERY_SIMD_INLINE float_4 minimum(float_4 a, float_4 b) noexcept {
    return _mm_min_ps(a, b);
}

ORRERY_SIMD_INLINE float_4 maximum(float_4 a, float_4 b) noexcept {
    return _mm_max_ps(a, b);
}

ORRERY_SIMD_INLINE double_2 minimum(double_2 a, double_2 b) noexcept {
    return _mm_min_pd(a, b);
}

ORRERY_SIMD_INLINE double_2 maximum(double_2 a, double_2 b) noexcept {
    return _mm_max_pd(a, b);
}

ORRERY_SIMD_INLINE float_4 square_root(float_4 x) noexcept {
    return _mm_sqrt_ps(x);
}

ORRERY_SIMD_INLINE double_2 square_root(double_2 x) noexcept {
    return _mm_sqrt_pd(x);
}

ORRERY_SIMD_INLINE float_4 to_float(int_4 x) noexcept {
    return _mm_cvtepi32_ps((__m128i)x);
}

ORRERY_SIMD_INLINE int_4 truncate_to_int(float_4 x) noexcept {
    return (int_4)_mm_cvttps_epi32(x);
}

ORRERY_SIMD_INLINE double_2 widen_low(float_4 x) noexcept {
    return _mm_cvtps_pd(x);
}

ORRERY_SIMD_INLINE double_2 widen_high(float_4 x) noexcept {
    return _mm_cvtps_pd(_mm_movehl_ps(x, x));
}

ORRERY_SIMD_INLINE float_4 narrow(double_2 low, double_2 high) noexcept {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}

#if ORRERY_SIMD_REGISTER_BYTES >= 32

using float_8 = register_type<float, 8>;
using double_4 = register_type<double, 4>;
using int_8 = register_type<std::int32_t, 8>;
using int64_4 = register_type<std::int64_t, 4>;

// Every byte is chosen by the top bit of the mask's byte.
template <typename Register>
ORRERY_SIMD_INLINE Register choose(int_4 mask, Register a, Register b) noexcept {
    return (Register)_mm_blendv_epi8((__m128i)b, (__m128i)a, (__m128i)mask);
}

template <typename Register>
ORRERY_SIMD_INLINE Register choose(int64_2 mask, Register a, Register b) noexcept {
    return (Register)_mm_blendv_epi8((__m128i)b, (__m128i)a, (__m128i)mask);
}

template <typename Register>
ORRERY_SIMD_INLINE Register choose(int_8 mask, Register a, Register b) noexcept {
    return (Register)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
}

template <typename Register>
ORRERY_SIMD_INLINE Register choose(int64_4 mask, Register a, Register b) noexcept {
    return (Register)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int_8 mask) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask));
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int64_4 mask) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_pd((__m256d)mask));
}

ORRERY_SIMD_INLINE int_4 minimum(int_4 a, int_4 b) noexcept {
    return (int_4)_mm_min_epi32((__m128i)a, (__m128i)b);
}

ORRERY_SIMD_INLINE int_4 maximum(int_4 a, int_4 b) noexcept {
    return (int_4)_mm_max_epi32((__m128i)a, (__m128i)b);
}

ORRERY_SIMD_INLINE int_8 minimum(int_8 a, int_8 b) noexcept {
    return (int_8)_mm256_min_epi32((__m256i)a, (__m256i)b);
}

ORRERY_SIMD_INLINE int_8 maximum(int_8 a, int_8 b) noexcept {
    return (int_8)_mm256_max_epi32((__m256i)a, (__m256i)b);
}

ORRERY_SIMD_INLINE int_8 small_product(int_8 a, int_8 b) noexcept {
    return (int_8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

ORRERY_SIMD_INLINE float_8 minimum(float_8 a, float_8 b) noexcept {
    return _mm256_min_ps(a, b);
}

ORRERY_SIMD_INLINE float_8 maximum(float_8 a, float_8 b) noexcept {
    return _mm256_max_ps(a, b);
}

ORRERY_SIMD_INLINE double_4 minimum(double_4 a, double_4 b) noexcept {
    return _mm256_min_pd(a, b);
}

ORRERY_SIMD_INLINE double_4 maximum(double_4 a, double_4 b) noexcept {
    return _mm256_max_pd(a, b);
}

ORRERY_SIMD_INLINE float_8 square_root(float_8 x) noexcept {
    return _mm256_sqrt_ps(x);
}

ORRERY_SIMD_INLINE double_4 square_root(double_4 x) noexcept {
    return _mm256_sqrt_pd(x);
}

ORRERY_SIMD_INLINE float_8 to_float(int_8 x) noexcept {
    return _mm256_cvtepi32_ps((__m256i)x);
}

ORRERY_SIMD_INLINE int_8 truncate_to_int(float_8 x) noexcept {
    return (int_8)_mm256_cvttps_epi32(x);
}

ORRERY_SIMD_INLINE double_4 widen(float_4 x) noexcept {
    return _mm256_cvtps_pd(x);
}

ORRERY_SIMD_INLINE float_4 narrow(double_4 x) noexcept {
    return _mm256_cvtpd_ps(x);
}

#endif
#if ORRERY_SIMD_REGISTER_BYTES >= 64

using float_16 = register_type<float, 16>;
using double_8 = register_type<double, 8>;
using int_16 = register_type<std::int32_t, 16>;
using unsigned_16 = register_type<std::uint32_t, 16>;
using unsigned64_8 = register_type<std::uint64_t, 8>;

// The unmasked forms of many intrinsics make g++ 12 warn of an uninitialised variable in its own header. With
// a full mask the same instruction comes out.
inline constexpr __mmask8 all_8 = 0xff;
inline constexpr __mmask16 all_16 = 0xffff;

template <typename Relation>
ORRERY_SIMD_INLINE __mmask16 compare(float_16 a, float_16 b) noexcept {
    return _mm512_cmp_ps_mask(a, b, Relation::floating_point_predicate);
}

template <typename Relation>
ORRERY_SIMD_INLINE __mmask8 compare(double_8 a, double_8 b) noexcept {
    return _mm512_cmp_pd_mask(a, b, Relation::floating_point_predicate);
}

template <typename Relation>
ORRERY_SIMD_INLINE __mmask16 compare(int_16 a, int_16 b) noexcept {
    return _mm512_cmp_epi32_mask((__m512i)a, (__m512i)b, Relation::integer_predicate);
}

template <typename Relation>
ORRERY_SIMD_INLINE __mmask16 compare(unsigned_16 a, unsigned_16 b) noexcept {
    return _mm512_cmp_epu32_mask((__m512i)a, (__m512i)b, Relation::integer_predicate);
}

template <typename Relation>
ORRERY_SIMD_INLINE __mmask8 compare(unsigned64_8 a, unsigned64_8 b) noexcept {
    return _mm512_cmp_epu64_mask((__m512i)a, (__m512i)b, Relation::integer_predicate);
}

template <typename Register>
ORRERY_SIMD_INLINE Register choose(__mmask16 mask, Register a, Register b) noexcept {
    return (Register)_mm512_mask_blend_epi32(mask, (__m512i)b, (__m512i)a);
}

template <typename Register>
ORRERY_SIMD_INLINE Register choose(__mmask8 mask, Register a, Register b) noexcept {
    return (Register)_mm512_mask_blend_epi64(mask, (__m512i)b, (__m512i)a);
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(__mmask16 mask) noexcept {
    return mask;
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(__mmask8 mask) noexcept {
    return mask;
}

ORRERY_SIMD_INLINE int_16 minimum(int_16 a, int_16 b) noexcept {
    return (int_16)_mm512_maskz_min_epi32(all_16, (__m512i)a, (__m512i)b);
}

ORRERY_SIMD_INLINE int_16 maximum(int_16 a, int_16 b) noexcept {
    return (int_16)_mm512_maskz_max_epi32(all_16, (__m512i)a, (__m512i)b);
}

ORRERY_SIMD_INLINE int_16 small_product(int_16 a, int_16 b) noexcept {
    return (int_16)_mm512_maskz_madd_epi16(all_16, (__m512i)a, (__m512i)b);
}

ORRERY_SIMD_INLINE float_16 minimum(float_16 a, float_16 b) noexcept {
    return _mm512_maskz_min_ps(all_16, a, b);
}

ORRERY_SIMD_INLINE float_16 maximum(float_16 a, float_16 b) noexcept {
    return _mm512_maskz_max_ps(all_16, a, b);
}

ORRERY_SIMD_INLINE double_8 minimum(double_8 a, double_8 b) noexcept {
    return _mm512_maskz_min_pd(all_8, a, b);
}

ORRERY_SIMD_INLINE double_8 maximum(double_8 a, double_8 b) noexcept {
    return _mm512_maskz_max_pd(all_8, a, b);
}

ORRERY_SIMD_INLINE float_16 square_root(float_16 x) noexcept {
    return _mm512_maskz_sqrt_ps(all_16, x);
}

ORRERY_SIMD_INLINE double_8 square_root(double_8 x) noexcept {
    return _mm512_maskz_sqrt_pd(all_8, x);
}

ORRERY_SIMD_INLINE float_16 to_float(int_16 x) noexcept {
    return _mm512_maskz_cvtepi32_ps(all_16, (__m512i)x);
}

ORRERY_SIMD_INLINE int_16 truncate_to_int(float_16 x) noexcept {
    return (int_16)_mm512_maskz_cvttps_epi32(all_16, x);
}

ORRERY_SIMD_INLINE double_8 widen(float_8 x) noexcept {
    return _mm512_maskz_cvtps_pd(all_8, x);
}

ORRERY_SIMD_INLINE float_8 narrow(double_8 x) noexcept {
    return _mm512_maskz_cvtpd_ps(all_8, x);
}

#endif

} // namespace orrery::ORRERY_SIMD_TARGET::detail
