// A value that is not the same in two recordings, and how far the two are apart.
#pragma once

#include "apps/world/hexadecimal.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/scalar.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace orrery::apps {

struct value_difference {
    entity_key key = entity_key::none; // where it is not known already whom it is about
    std::string field{};
    std::string first{}; // the value here and there
    std::string second{};
    std::string first_bits{}; // of real numbers
    std::string second_bits{};
    std::optional<std::uint64_t> units{}; // in the last place that lie between the two
};

// Neighbouring numbers have neighbouring places, across zero as well.
[[nodiscard]] inline std::int64_t place_of_number(scalar number) {
    using bits = std::conditional_t<sizeof(scalar) == 4, std::int32_t, std::int64_t>;
    const auto raw = std::bit_cast<bits>(number);
    return raw < 0 ? std::int64_t{std::numeric_limits<bits>::min()} - raw : raw;
}

[[nodiscard]] inline std::string bits_of_number(scalar number) {
    using bits = std::conditional_t<sizeof(scalar) == 4, std::uint32_t, std::uint64_t>;
    return hexadecimal(std::bit_cast<bits>(number)).substr(16 - 2 * sizeof(scalar));
}

[[nodiscard]] inline value_difference difference_of(std::string_view field, scalar a, scalar b) {
    const auto [low, high] = std::minmax({place_of_number(a), place_of_number(b)});
    return {.field = std::string(field),
            .first = text(a),
            .second = text(b),
            .first_bits = bits_of_number(a),
            .second_bits = bits_of_number(b),
            .units = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)};
}

// The same of whole numbers.
[[nodiscard]] inline value_difference difference_of_integers(std::string_view field, std::int64_t a,
                                                             std::int64_t b) {
    return {.field = std::string(field), .first = text(a), .second = text(b)};
}

// Of motions that are made of numbers alone, which differ in this 32-bit word; `names` has one for each
// number.
template <typename Motion, std::size_t Count>
[[nodiscard]] value_difference difference_in_word(const std::array<std::string_view, Count>& names,
                                                  const Motion& a, const Motion& b, std::size_t word) {
    static_assert(sizeof(Motion) == Count * sizeof(scalar));
    const std::size_t index = word * sizeof(std::uint32_t) / sizeof(scalar);
    const auto number_in = [&](const Motion& from) {
        return std::bit_cast<std::array<scalar, Count>>(from)[index];
    };
    return difference_of(names[index], number_in(a), number_in(b));
}

} // namespace orrery::apps
