// Registers of 128 bits on arm64 and WebAssembly.
namespace orrery::ORRERY_SIMD_TARGET::detail {

using float_4 = register_type<float, 4>;
using double_2 = register_type<double, 2>;
using int_4 = register_type<std::int32_t, 4>;
using int64_2 = register_type<std::int64_t, 2>;

template <typename Relation, typename Register>
ORRERY_SIMD_INLINE auto compare(Register a, Register b) noexcept {
    return Relation::holds(a, b);
}

// Both compilers make one bit-select instruction of this.
template <typename Mask, typename Register>
ORRERY_SIMD_INLINE Register choose(Mask mask, Register a, Register b) noexcept {
    return (Register)((mask & (Mask)a) | (~mask & (Mask)b));
}

// The machines' own minimum and maximum treat NaN and -0 in ways of their own, so the definition is spelled
// out.
template <typename Register>
ORRERY_SIMD_INLINE Register small_product(Register a, Register b) noexcept {
    return a * b;
}

template <typename Register>
ORRERY_SIMD_INLINE Register minimum(Register a, Register b) noexcept {
    return choose(a < b, a, b);
}

template <typename Register>
ORRERY_SIMD_INLINE Register maximum(Register a, Register b) noexcept {
    return choose(a > b, a, b);
}

ORRERY_SIMD_INLINE float_4 to_float(int_4 x) noexcept {
    return __builtin_convertvector(x, float_4);
}

#ifdef __aarch64__

ORRERY_SIMD_INLINE std::uint32_t bits_of(int_4 mask) noexcept {
    const uint32x4_t weights = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32((uint32x4_t)mask, weights));
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int64_2 mask) noexcept {
    const uint64x2_t weights = {1, 2};
    return static_cast<std::uint32_t>(vaddvq_u64(vandq_u64((uint64x2_t)mask, weights)));
}

ORRERY_SIMD_INLINE float_4 square_root(float_4 x) noexcept {
    return vsqrtq_f32(x);
}

ORRERY_SIMD_INLINE double_2 square_root(double_2 x) noexcept {
    return vsqrtq_f64(x);
}

ORRERY_SIMD_INLINE int_4 saturate_to_int(float_4 x) noexcept {
    return (int_4)vcvtq_s32_f32(x);
}

ORRERY_SIMD_INLINE double_2 widen_low(float_4 x) noexcept {
    return vcvt_f64_f32(vget_low_f32(x));
}

ORRERY_SIMD_INLINE double_2 widen_high(float_4 x) noexcept {
    return vcvt_high_f64_f32(x);
}

ORRERY_SIMD_INLINE float_4 narrow(double_2 low, double_2 high) noexcept {
    return vcvt_high_f32_f64(vcvt_f32_f64(low), high);
}

#else

ORRERY_SIMD_INLINE std::uint32_t bits_of(int_4 mask) noexcept {
    return static_cast<std::uint32_t>(wasm_i32x4_bitmask((v128_t)mask));
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(int64_2 mask) noexcept {
    return static_cast<std::uint32_t>(wasm_i64x2_bitmask((v128_t)mask));
}

ORRERY_SIMD_INLINE float_4 square_root(float_4 x) noexcept {
    return (float_4)wasm_f32x4_sqrt((v128_t)x);
}

ORRERY_SIMD_INLINE double_2 square_root(double_2 x) noexcept {
    return (double_2)wasm_f64x2_sqrt((v128_t)x);
}

ORRERY_SIMD_INLINE int_4 saturate_to_int(float_4 x) noexcept {
    return (int_4)wasm_i32x4_trunc_sat_f32x4((v128_t)x);
}

ORRERY_SIMD_INLINE double_2 widen_low(float_4 x) noexcept {
    return (double_2)wasm_f64x2_promote_low_f32x4((v128_t)x);
}

ORRERY_SIMD_INLINE double_2 widen_high(float_4 x) noexcept {
    return widen_low(__builtin_shufflevector(x, x, 2, 3, 2, 3));
}

ORRERY_SIMD_INLINE float_4 narrow(double_2 low, double_2 high) noexcept {
    const float_4 first = (float_4)wasm_f32x4_demote_f64x2_zero((v128_t)low);
    const float_4 second = (float_4)wasm_f32x4_demote_f64x2_zero((v128_t)high);
    return __builtin_shufflevector(first, second, 0, 1, 4, 5);
}

#endif

// These machines saturate where x86 answers with the smallest integer; the latter is what is promised.
ORRERY_SIMD_INLINE int_4 truncate_to_int(float_4 x) noexcept {
    return choose(x < 0x1p31f, saturate_to_int(x), int_4{} + INT32_MIN);
}

} // namespace orrery::ORRERY_SIMD_TARGET::detail
