#include "tests/core/property.hpp"

#include <orrery/timeline/detail/motion_block.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace orrery::time::detail;
namespace property = orrery::property;

template <typename T>
void straight_ahead(const void* /*context*/, const T* motion, T* rates) {
    rates[0] = motion[1];
}

// One number of pose and its velocity, and then some more.
template <typename T>
constexpr pose_rates<T> rates{.function = &straight_ahead<T>, .context = nullptr};

// Pushed about at random: some bodies hardly, some a lot, some by jumps to the strangest numbers there are.
template <typename T>
std::vector<T> random_motions(const block_shape& shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<T> motions;
    const std::size_t values = std::size_t{shape.bodies} * shape.numbers;
    for (std::size_t value = 0; value < values; ++value) {
        motions.push_back(static_cast<T>(static_cast<int>(random() % 2000) - 1000));
    }
    for (std::uint32_t frame = 1; frame < shape.frames; ++frame) {
        for (std::size_t value = 0; value < values; ++value) {
            const T before = motions[motions.size() - values];
            const std::size_t kind = value % 7;
            if (kind == 0) {
                motions.push_back(before);
            } else if (kind == 1 && random() % 4 == 0) {
                using bits = bits_of<T>;
                constexpr std::array<T, 4> strange{
                    std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(),
                    std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()};
                motions.push_back(random() % 2 == 0 ? strange[random() % 4]
                                                    : std::bit_cast<T>(static_cast<bits>(random())));
            } else {
                const int push = static_cast<int>(random() % (std::uint64_t{1} << (3 * kind)));
                motions.push_back(before / 2 + static_cast<T>(push) / 3);
            }
        }
    }
    return motions;
}

template <typename T>
void expect_all_back(std::uint64_t seed, block_shape shape) {
    const std::vector<T> motions = random_motions<T>(shape, seed);
    std::vector<std::byte> bytes;
    motion_block<T>::encode(shape, motions, rates<T>, bytes);
    PROPERTY_ASSERT(motion_block<T>::is_sound(shape, bytes));
    const motion_block<T> block(shape, bytes.data(), rates<T>);
    const std::size_t values = std::size_t{shape.bodies} * shape.numbers;
    std::vector<T> read(values);
    for (std::uint32_t frame = 0; frame < shape.frames; ++frame) {
        const T* truth = motions.data() + frame * values;
        block.read_frame(frame, read);
        PROPERTY_ASSERT(std::memcmp(read.data(), truth, values * sizeof(T)) == 0);
        const auto body = static_cast<std::uint32_t>((frame * 7 + seed) % shape.bodies);
        std::vector<T> one(shape.numbers);
        block.read_motion(frame, body, one);
        PROPERTY_ASSERT(std::memcmp(one.data(), truth + std::size_t{body} * shape.numbers,
                                    shape.numbers * sizeof(T)) == 0);
    }
}

block_shape any_shape() {
    return {.frames = property::one_of<std::uint32_t>({1, 2, 3, 16, 17, 18, 33, 60}),
            .bodies = property::in_range<std::uint32_t>(1, 40),
            .numbers = property::in_range<std::uint32_t>(2, 17),
            .pose_numbers = 1};
}

TEST(motion_block, gives_back_every_bit_of_floats) {
    EXPECT_TRUE(property::holds([] { expect_all_back<float>(property::any<std::uint64_t>(), any_shape()); }));
}

TEST(motion_block, gives_back_every_bit_of_doubles) {
    EXPECT_TRUE(
        property::holds([] { expect_all_back<double>(property::any<std::uint64_t>(), any_shape()); }));
}

TEST(motion_block, gives_back_every_bit_of_whole_numbers) {
    EXPECT_TRUE(
        property::holds([] { expect_all_back<std::int32_t>(property::any<std::uint64_t>(), any_shape()); }));
}

// All frames of a block, one after another. A motion alone must be the same as within its frame.
std::vector<float> frames_of(const motion_block<float>& block, const block_shape& shape) {
    const std::size_t values = std::size_t{shape.bodies} * shape.numbers;
    std::vector<float> all(values * shape.frames);
    std::vector<float> one(shape.numbers);
    for (std::uint32_t frame = 0; frame < shape.frames; ++frame) {
        const std::span<float> read(all.data() + frame * values, values);
        block.read_frame(frame, read);
        for (std::uint32_t body = 0; body < shape.bodies; ++body) {
            block.read_motion(frame, body, one);
            PROPERTY_ASSERT(std::memcmp(one.data(), read.data() + std::size_t{body} * shape.numbers,
                                        shape.numbers * sizeof(float)) == 0);
        }
    }
    return all;
}

// Damaged bytes that are taken for sound are those of other motions: they read without leaving the bytes (the
// address sanitizer looks on), each motion as within its frame, and encode again.
TEST(motion_block, damaged_bytes_that_are_sound_hold_motions_that_encode_again) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const block_shape shape{.frames = 20, .bodies = 5, .numbers = 4, .pose_numbers = 1};
        std::vector<std::byte> bytes;
        motion_block<float>::encode(shape, random_motions<float>(shape, seed), rates<float>, bytes);
        std::mt19937_64 random(seed);
        for (int damage = 0; damage < 20; ++damage) {
            std::vector<std::byte> damaged = bytes;
            damaged[random() % damaged.size()] ^= static_cast<std::byte>(1u << random() % 8);
            if (random() % 4 == 0) {
                damaged.resize(random() % damaged.size());
            }
            if (motion_block<float>::is_sound(shape, damaged)) {
                const std::vector<float> motions =
                    frames_of(motion_block<float>(shape, damaged.data(), rates<float>), shape);
                std::vector<std::byte> again;
                motion_block<float>::encode(shape, motions, rates<float>, again);
                PROPERTY_ASSERT(motion_block<float>::is_sound(shape, again));
                const std::vector<float> back =
                    frames_of(motion_block<float>(shape, again.data(), rates<float>), shape);
                PROPERTY_ASSERT(std::memcmp(back.data(), motions.data(), motions.size() * sizeof(float)) ==
                                0);
            }
        }
    }));
}

// 13 numbers that are pushed a little at random: what differs from the guess takes about as many bits as the
// push has.
TEST(motion_block, takes_as_much_room_as_there_is_surprise) {
    const block_shape shape{.frames = 60, .bodies = 64, .numbers = 13, .pose_numbers = 0};
    std::mt19937_64 random(1);
    std::vector<float> motions;
    for (std::uint32_t value = 0; value < shape.frames * shape.bodies * shape.numbers; ++value) {
        motions.push_back(1.5f + static_cast<float>(random() % 1024) / (1 << 20));
    }
    std::vector<std::byte> bytes;
    motion_block<float>::encode(shape, motions, rates<float>, bytes);
    const double bits_each = 8.0 * static_cast<double>(bytes.size()) / static_cast<double>(motions.size());
    // 10 bits of noise make distances of 13, guesses from noise and the code add some, and every eighth frame
    // is there as it is.
    EXPECT_LT(bits_each, 17.5);
}

} // namespace
