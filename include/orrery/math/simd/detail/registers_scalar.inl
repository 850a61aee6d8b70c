// One lane in one plain variable: what the scalar twin is made of, and the definition of what every other
// instruction set must do.
namespace orrery::ORRERY_SIMD_TARGET::detail {

template <typename T, int N>
inline constexpr bool fits_register = N == 1;

template <typename T, int N>
struct register_of {
    using type = T;
};

template <int Bytes, int N>
struct mask_register_of {
    using type = bool;
};

template <typename Relation, typename T>
ORRERY_SIMD_INLINE bool compare(T a, T b) noexcept {
    return Relation::holds(a, b);
}

template <typename T>
ORRERY_SIMD_INLINE T choose(bool mask, T a, T b) noexcept {
    return mask ? a : b;
}

ORRERY_SIMD_INLINE std::uint32_t bits_of(bool mask) noexcept {
    return mask ? 1 : 0;
}

template <typename T>
ORRERY_SIMD_INLINE T broadcast(T value) noexcept {
    return value;
}

template <typename T>
ORRERY_SIMD_INLINE T element(T value, int) noexcept {
    return value;
}

template <typename T>
ORRERY_SIMD_INLINE T minimum(T a, T b) noexcept {
    return a < b ? a : b;
}

template <typename T>
ORRERY_SIMD_INLINE T maximum(T a, T b) noexcept {
    return a > b ? a : b;
}

ORRERY_SIMD_INLINE std::int32_t small_product(std::int32_t a, std::int32_t b) noexcept {
    return a * b;
}

ORRERY_SIMD_INLINE float square_root(float x) noexcept {
    return __builtin_sqrtf(x);
}

ORRERY_SIMD_INLINE double square_root(double x) noexcept {
    return __builtin_sqrt(x);
}

ORRERY_SIMD_INLINE float to_float(std::int32_t x) noexcept {
    return static_cast<float>(x);
}

ORRERY_SIMD_INLINE std::int32_t truncate_to_int(float x) noexcept {
    return x >= -0x1p31f && x < 0x1p31f ? static_cast<std::int32_t>(x) : INT32_MIN;
}

ORRERY_SIMD_INLINE double widen(float x) noexcept {
    return x;
}

ORRERY_SIMD_INLINE float narrow(double x) noexcept {
    return static_cast<float>(x);
}

} // namespace orrery::ORRERY_SIMD_TARGET::detail
