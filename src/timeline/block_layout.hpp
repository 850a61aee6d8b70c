// Where things are in the bytes of a block of motions, and which frames are guessed from which.
#pragma once

#include "timeline/bit_row.hpp"

#include <orrery/timeline/detail/motion_block.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace orrery::time::detail {

inline constexpr std::uint32_t anchor_distance = 8;
inline constexpr std::uint32_t level_count = 3; // until frames are neighbours

// As many zeros mean that the number stands in the list of exceptions.
inline constexpr unsigned exception_zeros = 20;

// Between two frames that are known.
struct halfway {
    std::uint32_t left = 0;
    std::uint32_t middle = 0;
    std::uint32_t right = 0;
    std::uint32_t level = 0; // 0: between two anchors
};

// The way from the anchors to a frame: each step is between frames that are known by then.
class way_to_frame {
public:
    way_to_frame(std::uint32_t frames, std::uint32_t frame) noexcept
        : frame_(frame) {
        const std::uint32_t before = frame - frame % anchor_distance;
        step_.left = before;
        step_.right = std::min(before + anchor_distance, frames - 1);
        step_.middle = (step_.left + step_.right) / 2;
    }

    [[nodiscard]] const halfway& step() const noexcept { return step_; }

    [[nodiscard]] bool is_there() const noexcept { return step_.middle == frame_; }

    [[nodiscard]] bool goes_left() const noexcept { return frame_ < step_.middle; }

    void go_on() noexcept {
        (goes_left() ? step_.right : step_.left) = step_.middle;
        step_.middle = (step_.left + step_.right) / 2;
        ++step_.level;
    }

private:
    std::uint32_t frame_;
    halfway step_;
};

[[nodiscard]] inline bool is_anchor(std::uint32_t frames, std::uint32_t frame) noexcept {
    return frame % anchor_distance == 0 || frame + 1 == frames;
}

[[nodiscard]] inline std::uint32_t anchor_count(std::uint32_t frames) noexcept {
    return (frames - 1 + anchor_distance - 1) / anchor_distance + 1;
}

[[nodiscard]] inline std::uint32_t anchor_index(std::uint32_t frame) noexcept {
    return (frame + anchor_distance - 1) / anchor_distance;
}

[[nodiscard]] inline std::uint32_t row_index(std::uint32_t frame) noexcept {
    return frame - frame / anchor_distance - 1;
}

struct block_layout {
    std::size_t values = 0; // of a frame
    std::uint32_t rows = 0;
    // Offsets in bytes. At the front stand where rows begin, as four bytes each, and where they end, which is
    // where the exceptions begin, and how many these are.
    std::size_t anchors = 0;
    std::size_t scales = 0;
    std::size_t level_shifts = 0;
    std::size_t first_row = 0;

    block_layout(const block_shape& shape, std::size_t number_size) noexcept
        : values(std::size_t{shape.bodies} * shape.numbers)
        , rows(shape.frames - anchor_count(shape.frames))
        , anchors((std::size_t{rows} + 2) * sizeof(std::uint32_t))
        , scales(anchors + anchor_count(shape.frames) * values * number_size)
        , level_shifts(scales + values)
        , first_row(level_shifts + std::size_t{level_count} * shape.numbers) {}
};

[[nodiscard]] inline std::uint32_t read_word(const std::byte* bytes, std::size_t index) noexcept {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes + index * sizeof(word), sizeof(word));
    return word;
}

// A motion with room for the largest: what is computed for all of its numbers at once.
template <typename T>
using padded = std::array<T, max_block_numbers>;

// How a number of a body is stored in a block, in one byte: below 128 the number of lower bits at the finest
// level, plus 32; from there on the largest exponent, less that of the smallest number which can be stored
// so.
template <motion_number T>
struct number_scale {
    static constexpr int bias = 32;
    static constexpr unsigned first_plain = 128;
    // 2^-72 to 2^54
    static constexpr unsigned lowest_exponent = sizeof(T) == 8 ? 951 : 55;
    static constexpr unsigned plain_bits = mantissa_bits<T> + 1;
    static constexpr int max_low_bits = static_cast<int>(width_of<bits_of<T>>) - 1;
    static constexpr int max_shift = 31;

    [[nodiscard]] static constexpr bool is_plain(std::uint8_t scale) noexcept {
        return std::floating_point<T> && scale >= first_plain;
    }

    [[nodiscard]] static constexpr unsigned largest_exponent(std::uint8_t scale) noexcept {
        return scale - first_plain + lowest_exponent;
    }

    [[nodiscard]] static constexpr std::uint8_t guessed(int bits) noexcept {
        return static_cast<std::uint8_t>(bits + bias);
    }

    [[nodiscard]] static constexpr std::uint8_t low_bits(std::uint8_t scale, std::int8_t shift) noexcept {
        const int bits = std::clamp(int{scale} - bias + shift, 0, max_low_bits);
        return is_plain(scale) ? std::uint8_t{plain_bits} : static_cast<std::uint8_t>(bits);
    }
};

// How many lower bits there are of all numbers of a body. Reads and writes as many as the largest motion has.
template <motion_number T>
inline void find_low_bits(const std::uint8_t* scales, const padded<std::int8_t>& shifts,
                          std::uint8_t* low_bits) noexcept {
    for (std::size_t n = 0; n < max_block_numbers; ++n) {
        low_bits[n] = number_scale<T>::low_bits(scales[n], shifts[n]);
    }
}

// A motion from which others are guessed.
template <motion_number T>
struct known_motion {
    padded<T> numbers;
    padded<T> rates; // zero for velocities
};

// How much the known frames count in a guess of the one between them.
template <motion_number T>
class guess_weights {
public:
    using bits = bits_of<T>;
    using real = std::conditional_t<std::same_as<T, float>, float, double>;

    guess_weights(const halfway& step, std::uint32_t pose_numbers) noexcept {
        const auto length = static_cast<real>(step.right - step.left);
        const real time = static_cast<real>(step.middle - step.left) / length;
        const real rest = real(1) - time;
        for (std::uint32_t n = 0; n < max_block_numbers; ++n) {
            const bool is_pose = n < pose_numbers;
            left_rate_[n] = is_pose ? time * rest * rest * length : real(0);
            right_[n] = is_pose ? time * time * (real(3) - real(2) * time) : time;
            right_rate_[n] = is_pose ? -(time * time * rest * length) : real(0);
        }
    }

    // As ordered numbers.
    void guess(const known_motion<T>& left, const known_motion<T>& right, padded<bits>& all) const noexcept {
        for (std::size_t n = 0; n < max_block_numbers; ++n) {
            const real a = real(left.numbers[n]);
            const real step = (real(right.numbers[n]) - a) * right_[n];
            const real turn = real(left.rates[n]) * left_rate_[n] + real(right.rates[n]) * right_rate_[n];
            all[n] = whole(a + (step + turn));
        }
    }

private:
    // Machines differ in the bits of what is not a number.
    [[nodiscard]] static bits whole(real guess) noexcept {
        if constexpr (std::same_as<T, std::int32_t>) {
            constexpr real most = 2147483647;
            return guess >= -most && guess <= most ? to_ordered(static_cast<T>(guess)) : 0;
        } else {
            const bits mask = bits{0} - bits{guess == guess};
            return to_ordered(guess) & mask;
        }
    }

    padded<real> left_rate_;
    padded<real> right_;
    padded<real> right_rate_;
};

} // namespace orrery::time::detail
