#include <orrery/math/elementary.hpp>

#include <type_traits>

namespace orrery {
namespace {

// Long division in binary on the bits of two positive finite numbers.
template <typename T>
T remainder_of_sizes(T x, T y) noexcept {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
    constexpr word hidden = word{1} << fraction_bits;

    // value = mantissa * 2^exponent, in units of the smallest subnormal; subnormals have no hidden bit.
    struct scaled_mantissa {
        word mantissa;
        int exponent;
    };

    const auto take_apart = [](T value) -> scaled_mantissa {
        const auto bits = std::bit_cast<word>(value);
        const int field = static_cast<int>(bits >> fraction_bits);
        return field == 0 ? scaled_mantissa{bits, 0}
                          : scaled_mantissa{(bits & (hidden - 1)) | hidden, field - 1};
    };
    scaled_mantissa rest = take_apart(x);
    const scaled_mantissa divisor = take_apart(y);
    if (rest.exponent < divisor.exponent) {
        return x;
    }
    rest.mantissa %= divisor.mantissa;
    for (int step = rest.exponent - divisor.exponent; step > 0 && rest.mantissa != 0; --step) {
        rest.mantissa <<= 1;
        if (rest.mantissa >= divisor.mantissa) {
            rest.mantissa -= divisor.mantissa;
        }
    }
    int exponent = divisor.exponent;
    while (rest.mantissa != 0 && rest.mantissa < hidden && exponent > 0) {
        rest.mantissa <<= 1;
        --exponent;
    }
    const word field = rest.mantissa < hidden ? 0 : static_cast<word>(exponent + 1);
    return std::bit_cast<T>((field << fraction_bits) | (rest.mantissa & (hidden - 1)));
}

template <typename T>
T remainder_of(T x, T y) noexcept {
    const T size = abs(x);
    const T divisor = abs(y);
    if (!is_finite(x) || is_nan(y) || divisor == 0) {
        return std::numeric_limits<T>::quiet_NaN();
    }
    return size < divisor ? x : copysign(remainder_of_sizes(size, divisor), x);
}

} // namespace

float fmod(float x, float y) noexcept {
    return remainder_of(x, y);
}

double fmod(double x, double y) noexcept {
    return remainder_of(x, y);
}

double cbrt(double x) noexcept {
    if (x == 0 || !is_finite(x)) {
        return detail::canonical(x);
    }
    const bool is_subnormal = abs(x) < std::numeric_limits<double>::min();
    const double size = is_subnormal ? abs(x) * 0x1p54 : abs(x);
    // A third of the bits, read as an integer, is a third of the logarithm: right to one part in twenty. Two
    // steps of Halley's iteration cube the error twice.
    double root = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) / 3 + 0x2a9f'7893'782d'a1ceu);
    for (int step = 0; step < 2; ++step) {
        const double ratio = size / (root * root) / root;
        root *= (1 + 2 * ratio) / (2 + ratio);
    }
    // With 26 bits the square is exact, so one Newton step rounds only at its end.
    root = std::bit_cast<double>((std::bit_cast<std::uint64_t>(root) + 0x400'0000u) & 0xffff'ffff'f800'0000u);
    const double quotient = size / (root * root);
    root += root * ((quotient - root) / (2 * root + quotient));
    return copysign(is_subnormal ? root * 0x1p-18 : root, x);
}

float cbrt(float x) noexcept {
    return static_cast<float>(cbrt(double{x}));
}

} // namespace orrery
