#include <orrery/core/archive/quantize.hpp>

namespace orrery {
namespace {

constexpr double one_over_root_two = 0.70710678118654752;

quantizer<double> make_component(unsigned bits) {
    ORRERY_CHECK(bits >= 2 && bits <= 20, "a component of a rotation has 2 to 20 bits");
    return quantizer<double>::with_bits(-one_over_root_two, one_over_root_two, bits);
}

} // namespace

rotation_quantizer::rotation_quantizer(unsigned bits_per_component)
    : component_(make_component(bits_per_component)) {}

std::uint64_t rotation_quantizer::encode_doubles(const std::array<double, 4>& rotation) const noexcept {
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 4; ++i) {
        if (std::abs(rotation[i]) > std::abs(rotation[largest])) {
            largest = i;
        }
    }
    const double sign = rotation[largest] < 0 ? -1 : 1;
    std::uint64_t code = largest;
    unsigned shift = 2;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i != largest) {
            code |= component_.encode(sign * rotation[i]) << shift;
            shift += component_.bits();
        }
    }
    return code;
}

std::array<double, 4> rotation_quantizer::decode_doubles(std::uint64_t code) const noexcept {
    const std::uint64_t mask = (std::uint64_t{1} << component_.bits()) - 1;
    const std::size_t largest = code & 3;
    std::array<double, 4> rotation{};
    double sum = 0;
    unsigned shift = 2;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i != largest) {
            rotation[i] = component_.decode(code >> shift & mask);
            sum += rotation[i] * rotation[i];
            shift += component_.bits();
        }
    }
    if (sum <= 1) {
        rotation[largest] = std::sqrt(1 - sum);
        return rotation;
    }
    // Coarse components can all have been rounded up; nothing is left for the largest then.
    const double length = std::sqrt(sum);
    for (double& each : rotation) {
        each /= length;
    }
    return rotation;
}

bool rotation_quantizer::is_valid(std::uint64_t code) const noexcept {
    const std::uint64_t mask = (std::uint64_t{1} << component_.bits()) - 1;
    if (code >> bits() != 0) {
        return false;
    }
    for (code >>= 2; code != 0; code >>= component_.bits()) {
        if ((code & mask) > component_.largest_code()) {
            return false;
        }
    }
    return true;
}

} // namespace orrery
