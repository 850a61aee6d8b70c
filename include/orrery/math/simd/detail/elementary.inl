// The float functions, written once: the scalar functions are these on one lane of the scalar twin. Where
// float would lose bits that count, they work in double.
namespace orrery::ORRERY_SIMD_TARGET {

namespace detail {

template <typename T, int N>
ORRERY_SIMD_INLINE lanes<T, N> polynomial(lanes<T, N>, T last) noexcept {
    return last;
}

// first + x * (second + x * (...)).
template <typename T, int N, typename... Coefficients>
ORRERY_SIMD_INLINE lanes<T, N> polynomial(lanes<T, N> x, T first, Coefficients... others) noexcept {
    return lanes<T, N>(first) + x * polynomial(x, others...);
}

} // namespace detail

template <int N>
struct sine_and_cosine {
    lanes<float, N> sin;
    lanes<float, N> cos;
};

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE sine_and_cosine<N> sin_cos(lanes<float, N> angle) noexcept {
    using floats = lanes<float, N>;
    using doubles = lanes<double, N>;
    using words = lanes<std::uint32_t, N>;

    // Quarter turns, rounded by adding a number whose last bit is worth one; the bits of the sum end in the
    // count.
    const floats size = abs(angle);
    const floats shifted = size * floats(0x1.45f306p-1f) + floats(0x1.8p23f);
    const words quarter = reinterpret<std::uint32_t>(shifted);
    const floats count = shifted - floats(0x1.8p23f);

    // What is left of the angle, as the sum of two floats. The first two pieces of pi/2 have 16 bits, so
    // their products with a count of up to 8 bits are exact (Cody and Waite), and so is all that follows but
    // the last subtraction.
    const floats first = size - count * floats(0x1.922p+0f);
    const floats second = count * floats(-0x1.2aeep-18f);
    floats high = first - second;
    floats low = ((first - high) - second) - count * floats(-0x1.e973dcp-35f);

    // Larger counts need the longer pieces that a double can hold.
    const auto is_far = !(size <= floats(200.0f));
    const bool has_far = any(is_far);
    if (has_far) [[unlikely]] {
        const doubles rest = (widen(size) - widen(count) * doubles(0x1.921fb544p+0)) -
                             widen(count) * doubles(0x1.0b4611a626331p-34);
        const floats far_high = narrow(rest);
        high = select(is_far, far_high, high);
        low = select(is_far, narrow(rest - widen(far_high)), low);
    }

    const floats square = high * high;
    const floats half = square * floats(0.5f);
    const floats sine_tail = detail::polynomial(square, -0x1.555544p-3f, 0x1.1106fcp-7f, -0x1.992c04p-13f);
    const floats cosine_tail = detail::polynomial(square, 0x1.55554ap-5f, -0x1.6c0bc4p-10f, 0x1.99cb84p-16f);
    const floats one_less_half = floats(1.0f) - half;
    const floats sine = high + (low * one_less_half + high * square * sine_tail);
    const floats cosine = one_less_half + (((floats(1.0f) - one_less_half) - half) +
                                           (square * square * cosine_tail - high * low));

    // Odd quarters exchange sine and cosine; the second bit of the count is the sign.
    const auto is_even = (quarter & words(1)) == words(0);
    const words sine_sign =
        ((quarter & words(2)) << 30) ^ (reinterpret<std::uint32_t>(angle) & words(0x8000'0000u));
    const words cosine_sign = ((quarter + words(1)) & words(2)) << 30;
    sine_and_cosine<N> result{
        reinterpret<float>(reinterpret<std::uint32_t>(select(is_even, sine, cosine)) ^ sine_sign),
        reinterpret<float>(reinterpret<std::uint32_t>(select(is_even, cosine, sine)) ^ cosine_sign)};

    if (has_far) [[unlikely]] {
        if (const std::uint32_t huge = (!(size <= floats(0x1p16f))).bits(); huge != 0) {
            float angles[N];
            float sines[N];
            float cosines[N];
            angle.store(angles);
            result.sin.store(sines);
            result.cos.store(cosines);
            orrery::detail::sin_cos_of_huge(huge, angles, sines, cosines);
            result = {floats::load(sines), floats::load(cosines)};
        }
    }
    return result;
}

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> sin(lanes<float, N> angle) noexcept {
    return sin_cos(angle).sin;
}

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> cos(lanes<float, N> angle) noexcept {
    return sin_cos(angle).cos;
}

// The angle of the vector (x, y), from -pi to pi.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> atan2(lanes<float, N> y, lanes<float, N> x) noexcept {
    using floats = lanes<float, N>;
    using doubles = lanes<double, N>;
    constexpr double pi = 0x1.921fb54442d18p+1;

    // The angle to the nearer axis has a tangent between 0 and 1. Two infinities make 45 degrees, two zeros
    // none.
    const floats width = abs(x);
    const floats height = abs(y);
    const floats infinity(std::numeric_limits<float>::infinity());
    const auto is_steep = height > width;
    floats shorter = select(is_steep, width, height);
    floats longer = select(is_steep, height, width);
    const auto are_infinite = shorter == infinity;
    const auto are_zero = longer == floats(0.0f);
    shorter = select(are_infinite, floats(1.0f), shorter);
    longer = select(are_infinite | are_zero, floats(1.0f), longer);

    // Beyond 22.5 degrees, turned back by 45: atan(t) = pi/4 + atan((t - 1) / (t + 1)).
    const doubles above = widen(shorter);
    const doubles below = widen(longer);
    const auto is_turned = above > below * doubles(0x1.a8279ap-2);
    const doubles tangent = select(is_turned, above - below, above) / select(is_turned, above + below, below);
    const doubles square = tangent * tangent;
    const doubles tail =
        detail::polynomial(square, -0x1.555554c5389c0p-2, 0x1.9999180c293dcp-3, -0x1.247ec8eea8190p-3,
                           0x1.c46239586015dp-4, -0x1.5b25d9379b648p-4, 0x1.8475a4c69b1e3p-5);
    doubles angle = tangent + tangent * square * tail;
    angle = select(is_turned, doubles(pi / 4) + angle, angle);

    // Steepness and the sign of x reflect the angle; as both only choose constants, they are chosen as
    // floats.
    const auto is_backward = reinterpret<std::int32_t>(x) < lanes<std::int32_t, N>(0);
    const doubles sign = widen(select(is_steep ^ is_backward, floats(-1.0f), floats(1.0f)));
    const doubles quarters =
        widen(select(is_steep, floats(1.0f), select(is_backward, floats(2.0f), floats(0.0f))));
    const floats result = copysign(narrow(quarters * doubles(pi / 2) + sign * angle), y);
    return select((x == x) & (y == y), result, floats(std::numeric_limits<float>::quiet_NaN()));
}

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> atan(lanes<float, N> x) noexcept {
    return atan2(x, lanes<float, N>(1.0f));
}

template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> exp(lanes<float, N> x) noexcept {
    using floats = lanes<float, N>;
    using doubles = lanes<double, N>;
    using words = lanes<std::uint64_t, N>;

    // Beyond these ends the result rounds to zero and to infinity anyway.
    const doubles bounded = widen(min(floats(89.0f), max(floats(-104.0f), x)));
    const doubles shifted = bounded * doubles(0x1.71547652b82fep+0) + doubles(0x1.8p52);
    const doubles count = shifted - doubles(0x1.8p52);
    const doubles rest = bounded - count * doubles(0x1.62e42fefa39efp-1);
    const doubles tail =
        detail::polynomial(rest, 0x1.00000038a8f52p-1, 0x1.55555442ceb9bp-3, 0x1.555490140bd09p-5,
                           0x1.1112732a01edcp-7, 0x1.6d8b5dd47b20ap-10, 0x1.9f0381baa324dp-13);
    const doubles power = doubles(1.0) + (rest + rest * rest * tail);

    // The count goes from the last bits of the sum into the exponent.
    const words scaled = reinterpret<std::uint64_t>(power) + (reinterpret<std::uint64_t>(shifted) << 52);
    return select(x == x, narrow(reinterpret<double>(scaled)),
                  floats(std::numeric_limits<float>::quiet_NaN()));
}

// The natural logarithm.
template <int N>
[[nodiscard]] ORRERY_SIMD_INLINE lanes<float, N> log(lanes<float, N> x) noexcept {
    using floats = lanes<float, N>;
    using doubles = lanes<double, N>;
    using words = lanes<std::uint64_t, N>;

    // x = mantissa * 2^exponent with a mantissa between sqrt(1/2) and sqrt(2). As a double no float is
    // subnormal. The exponent is read with 1024 added, and made a number by giving it the exponent of 2^52.
    constexpr std::uint64_t root_of_half = 0x3fe6'a09e'667f'3bcd;
    const words bits = reinterpret<std::uint64_t>(widen(x));
    const words biased = (bits + words((std::uint64_t{1024} << 52) - root_of_half)) >> 52;
    const doubles mantissa = reinterpret<double>(bits - ((biased - words(1024)) << 52));
    const doubles exponent =
        reinterpret<double>(biased | words(0x4330'0000'0000'0000)) - doubles(0x1p52 + 1024);

    // ln(m) = 2 atanh(s), s = (m - 1) / (m + 1).
    const doubles s = (mantissa - doubles(1.0)) / (mantissa + doubles(1.0));
    const doubles square = s * s;
    const doubles tail = detail::polynomial(square, 0x1.555554fd9e21fp-1, 0x1.999a7a881b0b4p-2,
                                            0x1.2438d8500a517p-2, 0x1.e2f64854424c5p-3);
    const doubles logarithm = (s + s) + s * square * tail;
    floats result = narrow(exponent * doubles(0x1.62e42fefa39efp-1) + logarithm);

    constexpr float infinity = std::numeric_limits<float>::infinity();
    result = select(x == floats(0.0f), floats(-infinity), result);
    result = select(x == floats(infinity), x, result);
    return select(x >= floats(0.0f), result, floats(std::numeric_limits<float>::quiet_NaN()));
}

} // namespace orrery::ORRERY_SIMD_TARGET
