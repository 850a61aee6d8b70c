// How a world's motions, boxes and field sources lie in memory: all that code has to know which handles them
// as rows of numbers.
#pragma once

#include <orrery/timeline/detail/number_code.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace orrery::time::detail {

enum class number_kind : std::uint8_t {
    float32,
    float64,
    int32,
};

template <motion_number T>
inline constexpr number_kind kind_of = std::same_as<T, float>    ? number_kind::float32
                                       : std::same_as<T, double> ? number_kind::float64
                                                                 : number_kind::int32;

[[nodiscard]] constexpr std::uint32_t size_of(number_kind kind) noexcept {
    return kind == number_kind::float64 ? 8 : 4;
}

// Calls visit.operator()<T>() with the type of such numbers.
template <typename Visit>
decltype(auto) with_number_type(number_kind kind, Visit&& visit) {
    switch (kind) {
    case number_kind::float32:
        return visit.template operator()<float>();
    case number_kind::float64:
        return visit.template operator()<double>();
    default:
        return visit.template operator()<std::int32_t>();
    }
}

struct world_format {
    number_kind number = number_kind::int32; // of motions and sources
    std::uint32_t motion_bytes = 0;
    std::uint32_t pose_numbers = 0; // at the front of a motion
    number_kind box_number = number_kind::float32;
    std::uint32_t box_dimension = 0;
    std::uint32_t source_bytes = 0;
    std::uint32_t source_key_offset = 0; // of the key of the entity that carries a source

    // Of a motion.
    [[nodiscard]] constexpr std::uint32_t numbers() const noexcept { return motion_bytes / size_of(number); }

    [[nodiscard]] constexpr std::uint32_t box_bytes() const noexcept {
        return 2 * box_dimension * size_of(box_number);
    }
};

} // namespace orrery::time::detail
