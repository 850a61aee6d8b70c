// Operations on whole registers that compiler vectors express the same way for every instruction set. What
// needs the processor's own instructions follows in the file for its family.
namespace orrery::ORRERY_SIMD_TARGET::detail {

template <typename T, int N>
inline constexpr bool fits_register = N * static_cast<int>(sizeof(T)) <= ORRERY_SIMD_REGISTER_BYTES;

template <typename T, int N>
struct register_of {
    using type __attribute__((vector_size(N * sizeof(T)))) = T;
};

template <typename T, int N>
using register_type = typename register_of<T, N>::type;

// A mask is a register of integers, all ones or all zeros; only the largest registers of x86 have masks of
// their own.
template <int Bytes, int N>
struct mask_register_of {
    using type = register_type<std::conditional_t<Bytes == 4, std::int32_t, std::int64_t>, N>;
};

#if ORRERY_SIMD_REGISTER_BYTES == 64
template <>
struct mask_register_of<4, 16> {
    using type = __mmask16;
};

template <>
struct mask_register_of<8, 8> {
    using type = __mmask8;
};
#endif

template <typename Register>
ORRERY_SIMD_INLINE Register broadcast(std::remove_cvref_t<decltype(Register{}[0])> value) noexcept {
    // Taking away zero keeps the sign of a zero; adding it would not.
    return value - Register{};
}

template <typename Register>
ORRERY_SIMD_INLINE auto element(Register x, int index) noexcept {
    return x[index];
}

template <typename Register, int... Indices>
ORRERY_SIMD_INLINE auto shuffle(Register a, Register b, std::integer_sequence<int, Indices...>) noexcept {
    return __builtin_shufflevector(a, b, Indices...);
}

} // namespace orrery::ORRERY_SIMD_TARGET::detail
