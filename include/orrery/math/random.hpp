// Sources of random bits that are the same everywhere. philox is a function of (seed, stream, position): any
// draw can be had on its own, in any order, so give each entity its key as stream and randomness does not
// depend on who is stepped first or on which thread. xoshiro256 is a sequence, several times faster, for bulk
// work such as making scenes. Both pass the usual statistical batteries; neither is for secrets. Turn the
// bits into numbers with random_values.hpp, never with <random>'s distributions, which differ between
// standard libraries.
#pragma once

#include <orrery/math/fwd.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace orrery {

// Philox 4x32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                                std::array<std::uint32_t, 2> key) noexcept {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xd251'1f53} * counter[0];
        const std::uint64_t b = std::uint64_t{0xcd9e'8d57} * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
        key = {key[0] + 0x9e37'79b9u, key[1] + 0xbb67'ae85u};
    }
    return counter;
}

// Whatever gives 64 random bits at a time; also a uniform_random_bit_generator as the standard library knows
// it.
template <typename Source>
concept random_source = requires(Source& source) {
    { source() } -> std::same_as<std::uint64_t>;
    { Source::min() } -> std::same_as<std::uint64_t>;
    { Source::max() } -> std::same_as<std::uint64_t>;
};

class philox {
public:
    using result_type = std::uint64_t;

    // Draws of different (seed, stream) are independent. A world's seed with an entity's key as stream and,
    // say, frame << 16 as position gives every entity its own 65536 draws in each frame.
    constexpr explicit philox(std::uint64_t seed, std::uint64_t stream = 0,
                              std::uint64_t position = 0) noexcept
        : seed_(seed)
        , stream_(stream)
        , position_(position) {}

    [[nodiscard]] static constexpr result_type min() noexcept { return 0; }

    [[nodiscard]] static constexpr result_type max() noexcept {
        return std::numeric_limits<result_type>::max();
    }

    // The draw at any position, without moving.
    [[nodiscard]] constexpr result_type at(std::uint64_t position) const noexcept {
        const auto block = philox4x32({low(position), high(position), low(stream_), high(stream_)},
                                      {low(seed_), high(seed_)});
        return std::uint64_t{block[1]} << 32 | block[0];
    }

    // The draw at the current position, which moves on by one.
    constexpr result_type operator()() noexcept { return at(position_++); }

    [[nodiscard]] constexpr std::uint64_t position() const noexcept { return position_; }

    [[nodiscard]] friend constexpr bool operator==(const philox&, const philox&) = default;

private:
    [[nodiscard]] static constexpr std::uint32_t low(std::uint64_t x) noexcept {
        return static_cast<std::uint32_t>(x);
    }

    [[nodiscard]] static constexpr std::uint32_t high(std::uint64_t x) noexcept {
        return static_cast<std::uint32_t>(x >> 32);
    }

    std::uint64_t seed_;
    std::uint64_t stream_;
    std::uint64_t position_;
};

// Steele, Lea and Flood's mixer: moves state on and returns the next value. Good for seeding and for joining
// keys.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t& state) noexcept {
    state += 0x9e37'79b9'7f4a'7c15;
    std::uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11eb;
    return z ^ z >> 31;
}

// xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
class xoshiro256 {
public:
    using result_type = std::uint64_t;
    using state_type = std::array<std::uint64_t, 4>;

    // Any seed will do, splitmix64 spreads it over the state.
    constexpr explicit xoshiro256(std::uint64_t seed) noexcept
        : state_{} {
        for (std::uint64_t& word : state_) {
            word = splitmix64(seed);
        }
    }

    // Goes on from a saved state; all zeros is not one, since the sequence would stay there.
    constexpr explicit xoshiro256(const state_type& state) noexcept
        : state_(state) {}

    [[nodiscard]] static constexpr result_type min() noexcept { return 0; }

    [[nodiscard]] static constexpr result_type max() noexcept {
        return std::numeric_limits<result_type>::max();
    }

    constexpr result_type operator()() noexcept {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    [[nodiscard]] constexpr const state_type& state() const noexcept { return state_; }

    [[nodiscard]] friend constexpr bool operator==(const xoshiro256&, const xoshiro256&) = default;

private:
    state_type state_;
};

static_assert(random_source<philox> && random_source<xoshiro256>);
static_assert(sizeof(philox) == 24 && sizeof(xoshiro256) == 32);

} // namespace orrery
