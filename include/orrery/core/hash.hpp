// A 64-bit hash of bytes, for state hashes, checksums and names. The result is part of our formats: the same
// on every platform and in every version of Orrery, at compile time and at run time. It is made for speed and
// spread, not against attackers: who can choose the bytes can find collisions.
//
// The step is the widening multiplication: two 64-bit words, each mixed with a key, are multiplied and the
// two halves of the product are added without carry to the words themselves, so that a factor of zero cannot
// swallow the other word. Input goes in 16-byte pairs of words. More than 64 bytes run through four
// independent lanes, so the multiplier is always busy; the last 1 to 64 bytes are pairs that do not wait for
// each other. The last pair reaches back so that it ends where the input ends, and the length goes into the
// final steps. The keys are the first digits of pi. Cost: about 2 ns up to 16 bytes, 4 ns up to 64, then over
// 10 GB/s.
#pragma once

#include <orrery/math/scalar.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace orrery {
namespace detail {

inline constexpr std::array<std::uint64_t, 8> hash_keys{
    0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
    0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917};

inline constexpr std::size_t hash_block = 64;

// The halves of the 128-bit product, from 32-bit parts: for targets without a widening multiplication.
[[nodiscard]] constexpr std::uint64_t fold_portably(std::uint64_t a, std::uint64_t b) noexcept {
    const std::uint64_t low_a = a & 0xffffffff;
    const std::uint64_t high_a = a >> 32;
    const std::uint64_t low_b = b & 0xffffffff;
    const std::uint64_t high_b = b >> 32;
    const std::uint64_t bottom = low_a * low_b;
    const std::uint64_t middle = high_a * low_b + (bottom >> 32);
    const std::uint64_t cross = low_a * high_b + (middle & 0xffffffff);
    const std::uint64_t high = high_a * high_b + (middle >> 32) + (cross >> 32);
    const std::uint64_t low = cross << 32 | (bottom & 0xffffffff);
    return a ^ b ^ low ^ high;
}

[[nodiscard]] constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    __extension__ using wide = unsigned __int128;
    const wide product = static_cast<wide>(a) * b;
    return a ^ b ^ static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    return fold_portably(a, b);
#endif
}

template <typename Word, typename Byte>
[[nodiscard]] constexpr std::uint64_t load_word(const Byte* bytes) noexcept {
    if (std::is_constant_evaluated()) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        }
        return word;
    }
    Word word;
    std::memcpy(&word, bytes, sizeof(Word));
    return word;
}

using hash_lanes = std::array<std::uint64_t, 4>;

[[nodiscard]] constexpr hash_lanes start_lanes(std::uint64_t seed) noexcept {
    return {seed ^ hash_keys[4], seed ^ hash_keys[5], seed ^ hash_keys[6], seed ^ hash_keys[7]};
}

template <typename Byte>
constexpr void absorb_block(hash_lanes& lanes, const Byte* bytes) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
        lanes[i] = fold(lanes[i] ^ load_word<std::uint64_t>(bytes + 16 * i),
                        hash_keys[i] ^ load_word<std::uint64_t>(bytes + 16 * i + 8));
    }
}

[[nodiscard]] constexpr std::uint64_t join_lanes(const hash_lanes& lanes) noexcept {
    return fold(fold(lanes[0], lanes[1]) ^ hash_keys[0], fold(lanes[2], lanes[3]) ^ hash_keys[1]);
}

// The last 16 bytes of the input, or all of a shorter one in two words that cover it. Overlapping words are
// rotated against each other: equal factors would make a square, which different inputs share.
struct hash_tail {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

template <typename Byte>
[[nodiscard]] constexpr hash_tail load_tail(const Byte* end, std::uint64_t length) noexcept {
    if (length >= 16) {
        return {load_word<std::uint64_t>(end - 16), load_word<std::uint64_t>(end - 8)};
    }
    if (length >= 8) {
        return {load_word<std::uint64_t>(end - length), std::rotl(load_word<std::uint64_t>(end - 8), 32)};
    }
    if (length >= 4) {
        return {load_word<std::uint32_t>(end - length) | load_word<std::uint32_t>(end - 4) << 32, 0};
    }
    if (length > 0) {
        return {load_word<std::uint8_t>(end - length) | load_word<std::uint8_t>(end - length / 2 - 1) << 8 |
                    load_word<std::uint8_t>(end - 1) << 16,
                0};
    }
    return {};
}

// Hashes the last `rest` (at most 64) of `length` bytes on top of `state`. When length is 16 or more, the 16
// bytes before the end must be readable even if `rest` is less.
template <typename Byte>
[[nodiscard]] constexpr std::uint64_t finish_hash(std::uint64_t state, const Byte* bytes, std::size_t rest,
                                                  std::uint64_t length) noexcept {
    const hash_tail tail = load_tail(bytes + rest, length);
    std::uint64_t pairs = state;
    for (std::size_t i = 0; 16 * (i + 1) < rest; ++i) {
        pairs += fold(state ^ hash_keys[i + 4] ^ load_word<std::uint64_t>(bytes + 16 * i),
                      hash_keys[i] ^ load_word<std::uint64_t>(bytes + 16 * i + 8));
    }
    const std::uint64_t keyed = pairs + length * hash_keys[3];
    const std::uint64_t last = fold(tail.first ^ hash_keys[2], tail.second ^ keyed);
    return fold(last ^ hash_keys[7], keyed ^ hash_keys[6]);
}

template <typename Byte>
[[nodiscard]] constexpr std::uint64_t hash_range(const Byte* bytes, std::size_t length,
                                                 std::uint64_t seed) noexcept {
    std::uint64_t state = seed;
    std::size_t rest = length;
    if (rest > hash_block) [[unlikely]] {
        hash_lanes lanes = start_lanes(seed);
        for (; rest > hash_block; rest -= hash_block) {
            absorb_block(lanes, bytes);
            bytes += hash_block;
        }
        state = join_lanes(lanes);
    }
    return finish_hash(state, bytes, rest, length);
}

} // namespace detail

[[nodiscard]] inline std::uint64_t hash_bytes(std::span<const std::byte> bytes,
                                              std::uint64_t seed = 0) noexcept {
    return detail::hash_range(bytes.data(), bytes.size(), seed);
}

// The same as hash_bytes() of the characters; a constant where the string is one.
[[nodiscard]] constexpr std::uint64_t hash_string(std::string_view characters,
                                                  std::uint64_t seed = 0) noexcept {
    return detail::hash_range(characters.data(), characters.size(), seed);
}

// One hash of two, in this order.
[[nodiscard]] constexpr std::uint64_t hash_combine(std::uint64_t first, std::uint64_t second) noexcept {
    const std::uint64_t joined = detail::fold(first ^ detail::hash_keys[0], second ^ detail::hash_keys[1]);
    return detail::fold(joined ^ detail::hash_keys[2], first ^ detail::hash_keys[3]);
}

// Whether the bytes of a T are its value: no padding, nothing that points elsewhere. Floating-point numbers
// count by their bits, so 0 and -0 differ. Specialise it for structs of floats without padding.
template <typename T>
inline constexpr bool is_hashable_as_bytes =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && std::has_unique_object_representations_v<T>;

template <>
inline constexpr bool is_hashable_as_bytes<float> = true;
template <>
inline constexpr bool is_hashable_as_bytes<double> = true;
template <typename T, std::size_t Size>
inline constexpr bool is_hashable_as_bytes<T[Size]> = is_hashable_as_bytes<T>;
template <typename T, std::size_t Size>
inline constexpr bool is_hashable_as_bytes<std::array<T, Size>> = is_hashable_as_bytes<T>;

template <typename T>
concept hashable_as_bytes = is_hashable_as_bytes<T>;

// The hash of the value's bytes. The length is known to the compiler, so small types take the shortest way.
template <hashable_as_bytes T>
[[nodiscard]] std::uint64_t hash_value(const T& value, std::uint64_t seed = 0) noexcept {
    return detail::hash_range(reinterpret_cast<const std::byte*>(&value), sizeof(T), seed);
}

// The hash of bytes that come in pieces: equal to hash_bytes() of all of them, wherever they are cut.
class hasher {
public:
    explicit hasher(std::uint64_t seed = 0) noexcept
        : seed_(seed)
        , lanes_(detail::start_lanes(seed)) {}

    void update(std::span<const std::byte> bytes) noexcept;

    template <hashable_as_bytes T>
    void update_value(const T& value) noexcept {
        update(std::as_bytes(std::span(&value, 1)));
    }

    // The hash so far; more may follow.
    [[nodiscard]] std::uint64_t finish() const noexcept;

private:
    static constexpr std::size_t history = 16;

    std::uint64_t seed_;
    detail::hash_lanes lanes_;
    std::uint64_t length_ = 0;
    // The last 16 bytes of the previous block, for the tail that reaches back, then up to a block of input.
    std::array<std::byte, history + detail::hash_block> buffer_{};
    std::size_t buffered_ = 0;
};

} // namespace orrery
