#include "tests/core/property.hpp"

#include <orrery/core/hash.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace orrery;

using bytes = std::vector<std::byte>;

bytes random_bytes(std::size_t count, std::uint64_t start = 1) {
    bytes made(count);
    std::uint64_t state = start;
    for (std::byte& each : made) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        each = static_cast<std::byte>(state >> 56);
    }
    return made;
}

std::size_t count_duplicates(std::vector<std::uint64_t> hashes) {
    std::sort(hashes.begin(), hashes.end());
    const auto end = std::unique(hashes.begin(), hashes.end());
    return static_cast<std::size_t>(hashes.end() - end);
}

// For every output bit, how often it changes when one input bit does: 0.5 within what `trials` can resolve.
// Six standard deviations over at most a few ten thousand observed frequencies leave no room for bad luck.
template <typename Hash>
void expect_avalanche(std::size_t input_bits, std::size_t trials, const Hash& hash_with_flipped_bit) {
    const double tolerance = 6 * 0.5 / std::sqrt(static_cast<double>(trials));
    for (std::size_t flipped = 0; flipped < input_bits; ++flipped) {
        std::array<std::size_t, 64> changes{};
        for (std::size_t trial = 0; trial < trials; ++trial) {
            const std::uint64_t difference = hash_with_flipped_bit(trial, flipped);
            for (std::size_t bit = 0; bit < 64; ++bit) {
                changes[bit] += difference >> bit & 1;
            }
        }
        for (std::size_t bit = 0; bit < 64; ++bit) {
            const double frequency = static_cast<double>(changes[bit]) / static_cast<double>(trials);
            ASSERT_NEAR(frequency, 0.5, tolerance) << "input bit " << flipped << ", output bit " << bit;
        }
    }
}

TEST(hash, pieces_hash_like_the_whole_wherever_they_are_cut) {
    for (std::size_t length = 0; length <= 300; ++length) {
        const bytes input = random_bytes(length, length);
        const std::uint64_t whole = hash_bytes(input, 7);
        for (std::size_t cut = 0; cut <= length; ++cut) {
            hasher pieces(7);
            pieces.update(std::span(input).first(cut));
            pieces.update(std::span(input).subspan(cut));
            ASSERT_EQ(pieces.finish(), whole) << "length " << length << ", cut at " << cut;
        }
    }
}

TEST(hash, any_sequence_of_pieces_hashes_like_the_whole) {
    EXPECT_TRUE(property::holds([] {
        const auto pieces = property::any<std::vector<std::vector<std::uint8_t>>>();
        const auto seed = property::any<std::uint64_t>();
        hasher incremental(seed);
        bytes whole;
        for (const auto& piece : pieces) {
            const auto view = std::as_bytes(std::span(piece));
            incremental.update(view);
            whole.insert(whole.end(), view.begin(), view.end());
            PROPERTY_ASSERT(incremental.finish() == hash_bytes(whole, seed));
        }
    }));
}

TEST(hash, every_length_up_to_three_blocks_avalanches) {
    for (const std::size_t length :
         {2u, 3u, 4u, 5u, 7u, 8u, 9u, 12u, 15u, 16u, 17u, 24u, 32u, 33u, 48u, 64u, 65u, 100u, 129u, 192u}) {
        SCOPED_TRACE(length);
        expect_avalanche(8 * length, length <= 16 ? 2000 : 400, [&](std::size_t trial, std::size_t flipped) {
            bytes input = random_bytes(length, trial);
            const std::uint64_t before = hash_bytes(input);
            input[flipped / 8] ^= static_cast<std::byte>(1u << (flipped % 8));
            return before ^ hash_bytes(input);
        });
    }
}

TEST(hash, small_counters_avalanche_like_random_input) {
    expect_avalanche(64, 4000, [](std::uint64_t counter, std::size_t flipped) {
        return hash_value(counter) ^ hash_value(counter ^ std::uint64_t{1} << flipped);
    });
}

TEST(hash, the_seed_avalanches) {
    const bytes input = random_bytes(12);
    expect_avalanche(64, 4000, [&](std::uint64_t seed, std::size_t flipped) {
        return hash_bytes(input, seed) ^ hash_bytes(input, seed ^ std::uint64_t{1} << flipped);
    });
}

TEST(hash, combining_avalanches_in_both_arguments) {
    expect_avalanche(128, 4000, [](std::uint64_t trial, std::size_t flipped) {
        const std::uint64_t first = trial / 64;
        const std::uint64_t second = trial % 64;
        const std::uint64_t mask = std::uint64_t{1} << (flipped % 64);
        return hash_combine(first, second) ^
               (flipped < 64 ? hash_combine(first ^ mask, second) : hash_combine(first, second ^ mask));
    });
}

TEST(hash, a_million_small_integers_do_not_collide) {
    std::vector<std::uint64_t> hashes32;
    std::vector<std::uint64_t> hashes64;
    for (std::uint32_t i = 0; i < 1'000'000; ++i) {
        hashes32.push_back(hash_value(i));
        hashes64.push_back(hash_value(std::uint64_t{i}));
    }
    EXPECT_EQ(count_duplicates(hashes32), 0u);
    EXPECT_EQ(count_duplicates(hashes64), 0u);
}

TEST(hash, a_million_positions_on_a_grid_do_not_collide) {
    std::vector<std::uint64_t> hashes;
    for (int x = 0; x < 100; ++x) {
        for (int y = 0; y < 100; ++y) {
            for (int z = 0; z < 100; ++z) {
                const std::array<float, 3> position{static_cast<float>(x) * 0.25f, static_cast<float>(y),
                                                    static_cast<float>(z) - 50.0f};
                hashes.push_back(hash_value(position));
            }
        }
    }
    EXPECT_EQ(count_duplicates(hashes), 0u);
}

TEST(hash, inputs_with_one_or_two_set_bits_do_not_collide) {
    for (const std::size_t length : {3u, 8u, 12u, 16u, 24u, 40u, 64u, 80u}) {
        std::vector<std::uint64_t> hashes{hash_bytes(bytes(length))};
        for (std::size_t first = 0; first < 8 * length; ++first) {
            bytes input(length);
            input[first / 8] ^= static_cast<std::byte>(1u << (first % 8));
            hashes.push_back(hash_bytes(input));
            for (std::size_t second = 0; second < first; ++second) {
                bytes both = input;
                both[second / 8] ^= static_cast<std::byte>(1u << (second % 8));
                hashes.push_back(hash_bytes(both));
            }
        }
        EXPECT_EQ(count_duplicates(hashes), 0u) << "length " << length;
    }
}

// The last pair of words reaches back over bytes already seen: equal words must not cancel.
TEST(hash, repeated_words_do_not_collide) {
    std::vector<std::uint64_t> hashes;
    for (std::uint64_t word = 0; word < 20'000; ++word) {
        for (std::size_t repeats = 1; repeats <= 10; ++repeats) {
            const std::vector<std::uint64_t> input(repeats, word);
            hashes.push_back(hash_bytes(std::as_bytes(std::span(input))));
        }
    }
    EXPECT_EQ(count_duplicates(hashes), 0u);
}

// With overlapping words of an 8-byte input used as equal factors, x and x ^ c had the same product.
TEST(hash, eight_byte_values_have_no_mirror_image_with_the_same_hash) {
    const std::uint64_t keyed = 8 * detail::hash_keys[3];
    for (std::uint64_t value = 0; value < 100'000; ++value) {
        ASSERT_NE(hash_value(value), hash_value(value ^ keyed ^ detail::hash_keys[2]));
    }
}

TEST(hash, a_word_equal_to_a_key_does_not_swallow_its_neighbours) {
    for (const std::uint64_t key : detail::hash_keys) {
        for (std::size_t length = 2; length <= 20; ++length) {
            for (std::size_t place = 0; place < length; ++place) {
                std::vector<std::uint64_t> input(length, 5);
                input[place] = key;
                const std::uint64_t before = hash_bytes(std::as_bytes(std::span(input)));
                for (std::size_t changed = 0; changed < length; ++changed) {
                    std::vector<std::uint64_t> other = input;
                    other[changed] ^= 1;
                    ASSERT_NE(hash_bytes(std::as_bytes(std::span(other))), before);
                }
            }
        }
    }
}

TEST(hash, runs_of_zeros_of_different_length_differ) {
    std::vector<std::uint64_t> hashes;
    for (std::size_t length = 0; length < 2000; ++length) {
        hashes.push_back(hash_bytes(bytes(length)));
    }
    EXPECT_EQ(count_duplicates(hashes), 0u);
}

TEST(hash, a_name_hashes_the_same_at_compile_time_and_at_run_time) {
    constexpr std::string_view name =
        "a name that is longer than one block of sixty-four bytes, and then some more";
    constexpr std::array at_compile_time{
        hash_string(name.substr(0, 0)),  hash_string(name.substr(0, 2)),  hash_string(name.substr(0, 6)),
        hash_string(name.substr(0, 11)), hash_string(name.substr(0, 16)), hash_string(name.substr(0, 40)),
        hash_string(name.substr(0, 64)), hash_string(name.substr(0, 65)), hash_string(name)};
    std::size_t i = 0;
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{2}, std::size_t{6}, std::size_t{11}, std::size_t{16}, std::size_t{40},
          std::size_t{64}, std::size_t{65}, name.size()}) {
        const std::string copy(name.substr(0, length));
        EXPECT_EQ(hash_string(copy), at_compile_time[i]);
        EXPECT_EQ(hash_bytes(std::as_bytes(std::span(copy))), at_compile_time[i]);
        ++i;
    }
}

TEST(hash, the_order_of_combined_hashes_matters) {
    EXPECT_TRUE(property::holds([] {
        const auto a = property::any<std::uint64_t>();
        const auto b = property::any<std::uint64_t>();
        PROPERTY_ASSUME(a != b);
        PROPERTY_ASSERT(hash_combine(a, b) != hash_combine(b, a));
    }));
    EXPECT_NE(hash_combine(0, 0), 0u);
}

TEST(hash, floats_count_by_their_bits) {
    EXPECT_NE(hash_value(0.0f), hash_value(-0.0f));
    EXPECT_EQ(hash_value(1.5), hash_value(std::bit_cast<std::uint64_t>(1.5)));
}

struct with_padding {
    std::uint8_t small;
    std::uint32_t large;
};

TEST(hash, only_types_whose_bytes_are_their_value_can_be_hashed) {
    EXPECT_TRUE((hashable_as_bytes<std::array<float, 3>>));
    EXPECT_TRUE((hashable_as_bytes<std::uint16_t>));
    EXPECT_FALSE(hashable_as_bytes<with_padding>);
    EXPECT_FALSE(hashable_as_bytes<const char*>);
    EXPECT_FALSE(hashable_as_bytes<std::string>);
}

TEST(hash, the_portable_multiplication_gives_the_same_bits) {
    EXPECT_TRUE(property::holds([] {
        const auto a = property::any<std::uint64_t>();
        const auto b = property::any<std::uint64_t>();
        PROPERTY_ASSERT(detail::fold_portably(a, b) == detail::fold(a, b));
        PROPERTY_ASSERT(detail::fold_portably(~a, ~b) == detail::fold(~a, ~b));
    }));
}

// Hashes are stored in files and compared between machines: a new value here is a new file format. To
// regenerate, print hash_string() of each name; 200 bytes 0, 1, 2, ... stand for the long inputs.
TEST(hash, values_are_the_same_on_every_platform_and_in_every_version) {
    EXPECT_EQ(hash_string(""), 0xc68565b05d00ff19);
    EXPECT_EQ(hash_string("a"), 0x96f6aafd06d3d642);
    EXPECT_EQ(hash_string("orrery"), 0x8acd9eca88dc493a);
    EXPECT_EQ(hash_string("stable key"), 0x6798cf340ce6bffd);
    EXPECT_EQ(hash_string("sixteen bytes!!!"), 0x90d74816ac80307d);
    EXPECT_EQ(hash_string("twenty-four bytes long.."), 0xbd652fe3197d6c6d);
    std::array<std::uint8_t, 200> counted{};
    for (std::size_t i = 0; i < counted.size(); ++i) {
        counted[i] = static_cast<std::uint8_t>(i);
    }
    EXPECT_EQ(hash_value(counted), 0xf19f43960af5e6f0);
    EXPECT_EQ(hash_bytes(std::as_bytes(std::span(counted)).first(50), 42), 0x0b23061774194b18u);
    EXPECT_EQ(hash_combine(1, 2), 0x99457e159cad32e1);
}

} // namespace
