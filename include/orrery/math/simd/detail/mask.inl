// What a comparison of lanes gives: a yes or no for each of N lanes whose elements have the given size in
// bytes.
namespace orrery::ORRERY_SIMD_TARGET {

template <int Bytes, int N>
class mask {
    static constexpr bool is_one_register =
        detail::fits_register<std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>, N>;
    using whole_type = typename detail::mask_register_of<Bytes, is_one_register ? N : 1>::type;

    struct register_storage {
        whole_type whole;
    };

    template <int Half>
    struct pair_storage {
        mask<Bytes, Half> low;
        mask<Bytes, Half> high;
    };

public:
    using storage = std::conditional_t<is_one_register, register_storage, pair_storage<N / 2>>;

    ORRERY_SIMD_INLINE explicit mask(storage parts) noexcept
        : stored(parts) {}

    // One bit for each lane, lane 0 lowest.
    [[nodiscard]] ORRERY_SIMD_INLINE std::uint32_t bits() const noexcept {
        if constexpr (is_one_register) {
            return detail::bits_of(stored.whole);
        } else {
            return stored.low.bits() | stored.high.bits() << N / 2;
        }
    }

    [[nodiscard]] ORRERY_SIMD_INLINE bool operator[](int lane) const noexcept {
        return (bits() >> lane & 1) != 0;
    }

    friend ORRERY_SIMD_INLINE mask operator&(mask a, mask b) noexcept {
        if constexpr (is_one_register) {
            return mask({static_cast<whole_type>(a.stored.whole & b.stored.whole)});
        } else {
            return mask({a.stored.low & b.stored.low, a.stored.high & b.stored.high});
        }
    }

    friend ORRERY_SIMD_INLINE mask operator|(mask a, mask b) noexcept {
        if constexpr (is_one_register) {
            return mask({static_cast<whole_type>(a.stored.whole | b.stored.whole)});
        } else {
            return mask({a.stored.low | b.stored.low, a.stored.high | b.stored.high});
        }
    }

    friend ORRERY_SIMD_INLINE mask operator^(mask a, mask b) noexcept {
        if constexpr (is_one_register) {
            return mask({static_cast<whole_type>(a.stored.whole ^ b.stored.whole)});
        } else {
            return mask({a.stored.low ^ b.stored.low, a.stored.high ^ b.stored.high});
        }
    }

    friend ORRERY_SIMD_INLINE mask operator!(mask a) noexcept {
        if constexpr (!is_one_register) {
            return mask({!a.stored.low, !a.stored.high});
        } else if constexpr (std::is_same_v<whole_type, bool>) {
            return mask({!a.stored.whole});
        } else {
            return mask({static_cast<whole_type>(~a.stored.whole)});
        }
    }

    storage stored;
};

template <int Bytes, int N>
[[nodiscard]] ORRERY_SIMD_INLINE bool any(mask<Bytes, N> m) noexcept {
    return m.bits() != 0;
}

template <int Bytes, int N>
[[nodiscard]] ORRERY_SIMD_INLINE bool all(mask<Bytes, N> m) noexcept {
    return m.bits() == (1u << N) - 1;
}

template <int Bytes, int N>
[[nodiscard]] ORRERY_SIMD_INLINE bool none(mask<Bytes, N> m) noexcept {
    return m.bits() == 0;
}

} // namespace orrery::ORRERY_SIMD_TARGET
