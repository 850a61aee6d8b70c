// N numbers side by side, in one register where they fit and in two halves of N/2 where they do not. See
// ../lanes.hpp.
namespace orrery::ORRERY_SIMD_TARGET {

template <typename T, int N>
class lanes {
    static constexpr bool is_one_register = detail::fits_register<T, N>;
    using whole_type = typename detail::register_of<T, is_one_register ? N : 1>::type;

    struct register_storage {
        whole_type whole;
    };

    template <int Half>
    struct pair_storage {
        lanes<T, Half> low;
        lanes<T, Half> high;
    };

public:
    using value_type = T;
    using storage = std::conditional_t<is_one_register, register_storage, pair_storage<N / 2>>;
    using mask_type = mask<static_cast<int>(sizeof(T)), N>;
    static constexpr int size = N;

    lanes() = default;

    ORRERY_SIMD_INLINE explicit lanes(storage parts) noexcept
        : stored(parts) {}

    // The same value in every lane.
    ORRERY_SIMD_INLINE lanes(T value) noexcept {
        if constexpr (is_one_register) {
            stored.whole = detail::broadcast<whole_type>(value);
        } else {
            stored.low = value;
            stored.high = stored.low;
        }
    }

    // 0, 1, 2, ...
    [[nodiscard]] ORRERY_SIMD_INLINE static lanes count_up() noexcept {
        T values[N];
        for (int i = 0; i < N; ++i) {
            values[i] = static_cast<T>(i);
        }
        return load(values);
    }

    [[nodiscard]] ORRERY_SIMD_INLINE static lanes load(const T* from) noexcept {
        lanes result;
        if constexpr (is_one_register) {
            __builtin_memcpy(&result.stored.whole, from, sizeof(T) * N);
        } else {
            result.stored.low = lanes<T, N / 2>::load(from);
            result.stored.high = lanes<T, N / 2>::load(from + N / 2);
        }
        return result;
    }

    // The address is a multiple of the size of all lanes, at most 64.
    [[nodiscard]] ORRERY_SIMD_INLINE static lanes load_aligned(const T* from) noexcept {
        return load(static_cast<const T*>(__builtin_assume_aligned(from, sizeof(T) * N)));
    }

    // The first `count` elements, and zero beyond; for the end of an array.
    [[nodiscard]] ORRERY_SIMD_INLINE static lanes load(const T* from, int count) noexcept {
        T values[N] = {};
        __builtin_memcpy(values, from, sizeof(T) * static_cast<std::size_t>(count < N ? count : N));
        return load(values);
    }

    ORRERY_SIMD_INLINE void store(T* to) const noexcept {
        if constexpr (is_one_register) {
            __builtin_memcpy(to, &stored.whole, sizeof(T) * N);
        } else {
            stored.low.store(to);
            stored.high.store(to + N / 2);
        }
    }

    ORRERY_SIMD_INLINE void store_aligned(T* to) const noexcept {
        store(static_cast<T*>(__builtin_assume_aligned(to, sizeof(T) * N)));
    }

    ORRERY_SIMD_INLINE void store(T* to, int count) const noexcept {
        T values[N];
        store(values);
        __builtin_memcpy(to, values, sizeof(T) * static_cast<std::size_t>(count < N ? count : N));
    }

    // base[indices[i]] in lane i.
    [[nodiscard]] ORRERY_SIMD_INLINE static lanes gather(const T* base,
                                                         const std::int32_t* indices) noexcept {
        T values[N];
        for (int i = 0; i < N; ++i) {
            values[i] = base[indices[i]];
        }
        return load(values);
    }

    // In ascending order of lanes, so where indices are equal the last lane wins.
    ORRERY_SIMD_INLINE void scatter(T* base, const std::int32_t* indices) const noexcept {
        T values[N];
        store(values);
        for (int i = 0; i < N; ++i) {
            base[indices[i]] = values[i];
        }
    }

    [[nodiscard]] ORRERY_SIMD_INLINE T operator[](int lane) const noexcept {
        if constexpr (is_one_register) {
            return detail::element(stored.whole, lane);
        } else {
            return lane < N / 2 ? stored.low[lane] : stored.high[lane - N / 2];
        }
    }

// Integers wrap around: they are computed as unsigned, and the cast reads the bits as T again.
#define ORRERY_LANES_OPERATOR(symbol)                                                                        \
    friend ORRERY_SIMD_INLINE lanes operator symbol(lanes a, lanes b) noexcept {                             \
        if constexpr (is_one_register) {                                                                     \
            return lanes({(whole_type)((wrapping)a.stored.whole symbol(wrapping) b.stored.whole)});          \
        } else {                                                                                             \
            return lanes({a.stored.low symbol b.stored.low, a.stored.high symbol b.stored.high});            \
        }                                                                                                    \
    }                                                                                                        \
    ORRERY_SIMD_INLINE lanes& operator symbol##=(lanes other) noexcept { return *this = *this symbol other; }
    ORRERY_LANES_OPERATOR(+)
    ORRERY_LANES_OPERATOR(-)
    ORRERY_LANES_OPERATOR(*)
    ORRERY_LANES_OPERATOR(/)
    ORRERY_LANES_OPERATOR(&)
    ORRERY_LANES_OPERATOR(|)
    ORRERY_LANES_OPERATOR(^)
#undef ORRERY_LANES_OPERATOR

#define ORRERY_LANES_SHIFT(symbol)                                                                           \
    friend ORRERY_SIMD_INLINE lanes operator symbol(lanes a, int distance) noexcept {                        \
        if constexpr (is_one_register) {                                                                     \
            return lanes({static_cast<whole_type>(a.stored.whole symbol distance)});                         \
        } else {                                                                                             \
            return lanes({a.stored.low symbol distance, a.stored.high symbol distance});                     \
        }                                                                                                    \
    }
    ORRERY_LANES_SHIFT(<<)
    ORRERY_LANES_SHIFT(>>)
#undef ORRERY_LANES_SHIFT

    friend ORRERY_SIMD_INLINE lanes operator-(lanes a) noexcept {
        if constexpr (is_one_register) {
            return lanes({(whole_type)(-(wrapping)a.stored.whole)});
        } else {
            return lanes({-a.stored.low, -a.stored.high});
        }
    }

    friend ORRERY_SIMD_INLINE lanes operator~(lanes a) noexcept {
        if constexpr (is_one_register) {
            return lanes({static_cast<whole_type>(~a.stored.whole)});
        } else {
            return lanes({~a.stored.low, ~a.stored.high});
        }
    }

    friend ORRERY_SIMD_INLINE mask_type operator==(lanes a, lanes b) noexcept {
        return compared<detail::is_equal>(a, b);
    }

    friend ORRERY_SIMD_INLINE mask_type operator!=(lanes a, lanes b) noexcept {
        return compared<detail::is_different>(a, b);
    }

    friend ORRERY_SIMD_INLINE mask_type operator<(lanes a, lanes b) noexcept {
        return compared<detail::is_less>(a, b);
    }

    friend ORRERY_SIMD_INLINE mask_type operator<=(lanes a, lanes b) noexcept {
        return compared<detail::is_less_or_equal>(a, b);
    }

    friend ORRERY_SIMD_INLINE mask_type operator>(lanes a, lanes b) noexcept { return b < a; }

    friend ORRERY_SIMD_INLINE mask_type operator>=(lanes a, lanes b) noexcept { return b <= a; }

    // a where the mask says yes, b elsewhere.
    [[nodiscard]] friend ORRERY_SIMD_INLINE lanes select(mask_type m, lanes a, lanes b) noexcept {
        if constexpr (is_one_register) {
            return lanes({detail::choose(m.stored.whole, a.stored.whole, b.stored.whole)});
        } else {
            return lanes({select(m.stored.low, a.stored.low, b.stored.low),
                          select(m.stored.high, a.stored.high, b.stored.high)});
        }
    }

    // a < b ? a : b as for single numbers, so the second operand for equal and for unordered ones.
    [[nodiscard]] friend ORRERY_SIMD_INLINE lanes min(lanes a, lanes b) noexcept {
        if constexpr (is_one_register) {
            return lanes({detail::minimum(a.stored.whole, b.stored.whole)});
        } else {
            return lanes({min(a.stored.low, b.stored.low), min(a.stored.high, b.stored.high)});
        }
    }

    // a > b ? a : b as for single numbers, so the second operand for equal and for unordered ones.
    [[nodiscard]] friend ORRERY_SIMD_INLINE lanes max(lanes a, lanes b) noexcept {
        if constexpr (is_one_register) {
            return lanes({detail::maximum(a.stored.whole, b.stored.whole)});
        } else {
            return lanes({max(a.stored.low, b.stored.low), max(a.stored.high, b.stored.high)});
        }
    }

    storage stored;

private:
    using wrapping = typename detail::register_of<traits::wrapping<T>, is_one_register ? N : 1>::type;

    template <typename Relation>
    ORRERY_SIMD_INLINE static mask_type compared(lanes a, lanes b) noexcept {
        if constexpr (is_one_register) {
            using bits = decltype(mask_type::storage::whole);
            return mask_type({(bits)detail::compare<Relation>(a.stored.whole, b.stored.whole)});
        } else {
            using half = lanes<T, N / 2>;
            return mask_type({half::template compared<Relation>(a.stored.low, b.stored.low),
                              half::template compared<Relation>(a.stored.high, b.stored.high)});
        }
    }

    template <typename Other, int Count>
    friend class lanes;
};

} // namespace orrery::ORRERY_SIMD_TARGET
