// Functions of lanes that are made of their operators, conversions, and sums across lanes.
namespace orrery::ORRERY_SIMD_TARGET {

// A branch that is not taken still has to name functions that exist, and no instruction set has all of these.
namespace detail {
template <typename... Any>
void shuffle(Any...) = delete;
template <typename... Any>
void widen(Any...) = delete;
template <typename... Any>
void widen_low(Any...) = delete;
template <typename... Any>
void widen_high(Any...) = delete;
} // namespace detail

template <typename To, typename From, int N>
    requires(sizeof(To) == sizeof(From))
[[nodiscard]] ORRERY_SIMD_INLINE lanes<To, N> reinterpret(lanes<From, N> x) noexcept {
    lanes<To, N> result;
    if constexpr (detail::fits_register<From, N>) {
        result.stored.whole = __builtin_bit_cast(decltype(result.stored.whole), x.stored.whole);
    } else {
        result.stored.low = reinterpret<To>(x.stored.low);
        result.stored.high = reinterpret<To>(x.stored.high);
    }
    return result;
}

template <typename T, int N>
    requires(N >= 2)
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N / 2> low_half(lanes<T, N> x) noexcept {
    if constexpr (!detail::fits_register<T, N>) {
        return x.stored.low;
    } else {
        return lanes<T, N / 2>(
            {detail::shuffle(x.stored.whole, x.stored.whole, std::make_integer_sequence<int, N / 2>())});
    }
}

template <typename T, int N>
    requires(N >= 2)
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N / 2> high_half(lanes<T, N> x) noexcept {
    if constexpr (!detail::fits_register<T, N>) {
        return x.stored.high;
    } else {
        return lanes<T, N / 2>(
            {detail::shuffle(x.stored.whole, x.stored.whole, traits::high_half_indices<N>())});
    }
}

template <typename T, int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, 2 * N> combine(lanes<T, N> low, lanes<T, N> high) noexcept {
    lanes<T, 2 * N> result;
    if constexpr (!detail::fits_register<T, 2 * N>) {
        result.stored.low = low;
        result.stored.high = high;
    } else {
        result.stored.whole =
            detail::shuffle(low.stored.whole, high.stored.whole, std::make_integer_sequence<int, 2 * N>());
    }
    return result;
}

// The sum of all lanes in one fixed order, halves on halves: for four (x0 + x2) + (x1 + x3). Note that
// another number of lanes is another order; a result that must not depend on the width needs its own order of
// summation.
template <typename T, int N>
[[nodiscard]] ORRERY_SIMD_INLINE T sum(lanes<T, N> x) noexcept {
    if constexpr (N == 1) {
        return x[0];
    } else if constexpr (N == 2) {
        return x[0] + x[1];
    } else if constexpr (N == 4) {
        return (x[0] + x[2]) + (x[1] + x[3]);
    } else {
        return sum(low_half(x) + high_half(x));
    }
}

template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> abs(lanes<T, N> x) noexcept {
    using word = traits::bits<T>;
    return reinterpret<T>(reinterpret<word>(x) & lanes<word, N>(static_cast<word>(-1) >> 1));
}

// The size of the first with the sign of the second.
template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> copysign(lanes<T, N> size, lanes<T, N> sign) noexcept {
    using word = traits::bits<T>;
    const lanes<word, N> rest(static_cast<word>(-1) >> 1);
    return reinterpret<T>((reinterpret<word>(size) & rest) | (reinterpret<word>(sign) & ~rest));
}

// NaN becomes the one that orrery's functions return.
template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> canonical(lanes<T, N> x) noexcept {
    return select(x == x, x, lanes<T, N>(std::numeric_limits<T>::quiet_NaN()));
}

template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> sqrt(lanes<T, N> x) noexcept {
    lanes<T, N> result;
    if constexpr (detail::fits_register<T, N>) {
        result.stored.whole = detail::square_root(x.stored.whole);
        return canonical(result);
    } else {
        result.stored.low = sqrt(x.stored.low);
        result.stored.high = sqrt(x.stored.high);
        return result;
    }
}

template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> inverse_sqrt(lanes<T, N> x) noexcept {
    return lanes<T, N>(1) / sqrt(x);
}

// The nearest integer, halves to the even one.
template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> round_even(lanes<T, N> x) noexcept {
    const lanes<T, N> limit(orrery::detail::first_without_fraction<T>);
    const lanes<T, N> size = abs(x);
    return select(size < limit, copysign((size + limit) - limit, x), x);
}

template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> floor(lanes<T, N> x) noexcept {
    const lanes<T, N> nearest = round_even(x);
    return select(nearest > x, copysign(nearest - lanes<T, N>(1), x), nearest);
}

template <typename T, int N>
    requires std::is_floating_point_v<T>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<T, N> ceil(lanes<T, N> x) noexcept {
    const lanes<T, N> nearest = round_even(x);
    return select(nearest < x, copysign(nearest + lanes<T, N>(1), x), nearest);
}

// The product of numbers from 0 to 32767. SSE2 has no product of 32 bits, and takes seven instructions for a *
// b.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<std::int32_t, N> small_product(lanes<std::int32_t, N> a,
                                                                      lanes<std::int32_t, N> b) noexcept {
    lanes<std::int32_t, N> result;
    if constexpr (detail::fits_register<std::int32_t, N>) {
        result.stored.whole = detail::small_product(a.stored.whole, b.stored.whole);
    } else {
        result.stored.low = small_product(a.stored.low, b.stored.low);
        result.stored.high = small_product(a.stored.high, b.stored.high);
    }
    return result;
}

// Rounds to the nearest float, halves to the even one.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> to_float(lanes<std::int32_t, N> x) noexcept {
    lanes<float, N> result;
    if constexpr (detail::fits_register<float, N>) {
        result.stored.whole = detail::to_float(x.stored.whole);
    } else {
        result.stored.low = to_float(x.stored.low);
        result.stored.high = to_float(x.stored.high);
    }
    return result;
}

// Cuts the fraction off. NaN and what no int32 can hold become the smallest int32.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<std::int32_t, N> truncate_to_int(lanes<float, N> x) noexcept {
    lanes<std::int32_t, N> result;
    if constexpr (detail::fits_register<float, N>) {
        result.stored.whole = detail::truncate_to_int(x.stored.whole);
    } else {
        result.stored.low = truncate_to_int(x.stored.low);
        result.stored.high = truncate_to_int(x.stored.high);
    }
    return result;
}

// The nearest integer, halves to the even one; NaN and what no int32 can hold become the smallest int32.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<std::int32_t, N> round_to_int(lanes<float, N> x) noexcept {
    return truncate_to_int(round_even(x));
}

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<double, N> widen(lanes<float, N> x) noexcept {
    lanes<double, N> result;
    if constexpr (detail::fits_register<double, N>) {
        result.stored.whole = detail::widen(x.stored.whole);
    } else if constexpr (N == 4 && detail::fits_register<float, N>) {
        result.stored.low.stored.whole = detail::widen_low(x.stored.whole);
        result.stored.high.stored.whole = detail::widen_high(x.stored.whole);
    } else {
        result.stored.low = widen(low_half(x));
        result.stored.high = widen(high_half(x));
    }
    return result;
}

// Rounds to the nearest float, halves to the even one.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> narrow(lanes<double, N> x) noexcept {
    if constexpr (detail::fits_register<double, N>) {
        return lanes<float, N>({detail::narrow(x.stored.whole)});
    } else if constexpr (N == 4 && detail::fits_register<float, N>) {
        return lanes<float, N>({detail::narrow(x.stored.low.stored.whole, x.stored.high.stored.whole)});
    } else {
        return combine(narrow(x.stored.low), narrow(x.stored.high));
    }
}

} // namespace orrery::ORRERY_SIMD_TARGET
