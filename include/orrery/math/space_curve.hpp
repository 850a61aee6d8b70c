// Keys that put points of the plane or of space in a line so that neighbours stay close: sort by them and
// memory follows geometry. Morton keys are the cheapest (interleaved bits, a few operations); Hilbert keys
// never jump, each cell is next to the one before, and cost about one table look-up for 4 bits of the plane
// or 2 of space. Coordinates are unsigned; curve_order makes signed ones so, and keeps their order.
#pragma once

#include <orrery/math/vector.hpp>

#include <array>
#include <bit>
#include <cstdint>

namespace orrery {

// A signed coordinate as an unsigned one in the same order.
[[nodiscard]] constexpr std::uint32_t curve_order(std::int32_t coordinate) noexcept {
    return static_cast<std::uint32_t>(coordinate) ^ 0x8000'0000u;
}

namespace detail {

// Bit i goes to bit 2 i.
[[nodiscard]] constexpr std::uint64_t spread_by_two(std::uint32_t value) noexcept {
    std::uint64_t bits = value;
    bits = (bits | bits << 16) & 0x0000'ffff'0000'ffff;
    bits = (bits | bits << 8) & 0x00ff'00ff'00ff'00ff;
    bits = (bits | bits << 4) & 0x0f0f'0f0f'0f0f'0f0f;
    bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
    return (bits | bits << 1) & 0x5555'5555'5555'5555;
}

// Bit i of the lowest 21 goes to bit 3 i.
[[nodiscard]] constexpr std::uint64_t spread_by_three(std::uint32_t value) noexcept {
    std::uint64_t bits = value & 0x1f'ffff;
    bits = (bits | bits << 32) & 0x001f'0000'0000'ffff;
    bits = (bits | bits << 16) & 0x001f'0000'ff00'00ff;
    bits = (bits | bits << 8) & 0x100f'00f0'0f00'f00f;
    bits = (bits | bits << 4) & 0x10c3'0c30'c30c'30c3;
    return (bits | bits << 2) & 0x1249'2492'4924'9249;
}

[[nodiscard]] constexpr std::uint32_t gather_from_two(std::uint64_t bits) noexcept {
    bits &= 0x5555'5555'5555'5555;
    bits = (bits | bits >> 1) & 0x3333'3333'3333'3333;
    bits = (bits | bits >> 2) & 0x0f0f'0f0f'0f0f'0f0f;
    bits = (bits | bits >> 4) & 0x00ff'00ff'00ff'00ff;
    bits = (bits | bits >> 8) & 0x0000'ffff'0000'ffff;
    return static_cast<std::uint32_t>(bits | bits >> 16);
}

[[nodiscard]] constexpr std::uint32_t gather_from_three(std::uint64_t bits) noexcept {
    bits &= 0x1249'2492'4924'9249;
    bits = (bits | bits >> 2) & 0x10c3'0c30'c30c'30c3;
    bits = (bits | bits >> 4) & 0x100f'00f0'0f00'f00f;
    bits = (bits | bits >> 8) & 0x001f'0000'ff00'00ff;
    bits = (bits | bits >> 16) & 0x001f'0000'0000'ffff;
    return static_cast<std::uint32_t>((bits | bits >> 32) & 0x1f'ffff);
}

} // namespace detail

// x in the even bits, y in the odd ones.
[[nodiscard]] constexpr std::uint64_t morton_key(std::uint32_t x, std::uint32_t y) noexcept {
    return detail::spread_by_two(x) | detail::spread_by_two(y) << 1;
}

// The lowest 21 bits of x, y and z, x lowest.
[[nodiscard]] constexpr std::uint64_t morton_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) noexcept {
    return detail::spread_by_three(x) | detail::spread_by_three(y) << 1 | detail::spread_by_three(z) << 2;
}

// The coordinates that have this key.
[[nodiscard]] constexpr std::array<std::uint32_t, 2> morton_point2(std::uint64_t key) noexcept {
    return {detail::gather_from_two(key), detail::gather_from_two(key >> 1)};
}

[[nodiscard]] constexpr std::array<std::uint32_t, 3> morton_point3(std::uint64_t key) noexcept {
    return {detail::gather_from_three(key), detail::gather_from_three(key >> 1),
            detail::gather_from_three(key >> 2)};
}

namespace detail {

// The Hilbert curve of N dimensions as a machine that reads one bit of every coordinate at a time, highest
// first (Hamilton and Rau-Chaplin, "Compact Hilbert indices", 2006). Its state is the corner by which the
// current cell is entered, and the axis along which the curve runs through it.
template <unsigned N>
struct hilbert_machine {
    unsigned corner = 0;
    unsigned axis = 0;

    static constexpr unsigned cells = 1u << N;
    static constexpr unsigned state_count = cells * N;

    static constexpr unsigned rotate_left(unsigned bits, unsigned count) noexcept {
        count %= N;
        return (bits << count | bits >> (N - count)) & (cells - 1);
    }

    // Takes the cell (bit i says in which half along axis i) and returns its place on the curve.
    constexpr unsigned read(unsigned cell) noexcept {
        const unsigned turned = rotate_left(cell ^ corner, N - (axis + 1) % N);
        unsigned place = turned;
        for (unsigned shift = 1; shift < N; ++shift) {
            place ^= turned >> shift;
        }
        const unsigned even = place == 0 ? 0 : (place - 1) & ~1u;
        const unsigned entry = even ^ even >> 1;
        const unsigned trailing = (place & 1) != 0 ? place : place == 0 ? 0 : place - 1;
        corner ^= rotate_left(entry, axis + 1);
        axis = (axis + static_cast<unsigned>(std::countr_one(trailing)) + 1) % N;
        return place;
    }
};

// The machine run over Chunk levels at once, for every state and input: the place, and above it the next
// state. Inputs are Chunk bits of each coordinate, x lowest.
template <unsigned N, unsigned Chunk>
struct hilbert_table {
    using machine = hilbert_machine<N>;
    static constexpr unsigned inputs = 1u << (N * Chunk);

    std::array<std::uint16_t, machine::state_count * inputs> entries{};

    constexpr hilbert_table() noexcept {
        for (unsigned state = 0; state < machine::state_count; ++state) {
            for (unsigned input = 0; input < inputs; ++input) {
                machine reader{state / N, state % N};
                unsigned place = 0;
                for (unsigned level = Chunk; level-- > 0;) {
                    unsigned cell = 0;
                    for (unsigned axis = 0; axis < N; ++axis) {
                        cell |= (input >> (axis * Chunk + level) & 1u) << axis;
                    }
                    place = place << N | reader.read(cell);
                }
                const unsigned next = reader.corner * N + reader.axis;
                entries[state * inputs + input] = static_cast<std::uint16_t>(next * inputs + place);
            }
        }
    }
};

inline constexpr hilbert_table<2, 4> hilbert_plane;
inline constexpr hilbert_table<3, 2> hilbert_space;

} // namespace detail

// The place of a cell on the Hilbert curve through a square of 2^Bits cells a side; reads the lowest Bits of
// each coordinate. Fewer bits are faster in proportion. Keys of different Bits are not comparable.
template <int Bits = 32>
    requires(Bits > 0 && Bits <= 32 && Bits % 4 == 0)
[[nodiscard]] constexpr std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y) noexcept {
    std::uint64_t key = 0;
    unsigned state = 0;
    for (int shift = Bits - 4; shift >= 0; shift -= 4) {
        const unsigned input = (x >> shift & 15u) | (y >> shift & 15u) << 4;
        const unsigned entry = detail::hilbert_plane.entries[state + input];
        key = key << 8 | (entry & 255u);
        state = entry & ~255u;
    }
    return key;
}

// The same through a cube.
template <int Bits = 20>
    requires(Bits > 0 && Bits <= 20 && Bits % 2 == 0)
[[nodiscard]] constexpr std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y,
                                                  std::uint32_t z) noexcept {
    std::uint64_t key = 0;
    unsigned state = 0;
    for (int shift = Bits - 2; shift >= 0; shift -= 2) {
        const unsigned input = (x >> shift & 3u) | (y >> shift & 3u) << 2 | (z >> shift & 3u) << 4;
        const unsigned entry = detail::hilbert_space.entries[state + input];
        key = key << 6 | (entry & 63u);
        state = entry & ~63u;
    }
    return key;
}

// The place of a point of an integer world, over the whole range of coordinates.
[[nodiscard]] constexpr std::uint64_t hilbert_key(vector2i point) noexcept {
    return hilbert_key(curve_order(point.x), curve_order(point.y));
}

// The same in space, by the highest 20 bits of each coordinate.
[[nodiscard]] constexpr std::uint64_t hilbert_key(vector3i point) noexcept {
    return hilbert_key(curve_order(point.x) >> 12, curve_order(point.y) >> 12, curve_order(point.z) >> 12);
}

} // namespace orrery
