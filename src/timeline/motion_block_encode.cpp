// Blocks of motions, written: guesses first, then the code that suits how wrong they were.
#include "timeline/block_layout.hpp"

#include <orrery/core/check.hpp>

#include <bit>

namespace orrery::time::detail {
namespace {

[[nodiscard]] unsigned length_of(std::uint64_t value) noexcept {
    return static_cast<unsigned>(std::bit_width(value));
}

template <motion_number T>
class block_encoder {
public:
    using bits = bits_of<T>;
    using scale = number_scale<T>;

    block_encoder(const block_shape& shape, std::span<const T> motions, const pose_rates<T>& rates)
        : shape_(shape)
        , layout_(shape, sizeof(T))
        , motions_(motions)
        , rates_(rates)
        , known_(std::size_t{shape.frames} * shape.bodies)
        , wrong_(layout_.rows * layout_.values)
        , scales_(layout_.values)
        , level_shifts_(std::size_t{level_count} * shape.numbers)
        , zeros_(layout_.values) {}

    void run(std::vector<std::byte>& bytes) {
        find_known();
        for (std::uint32_t frame = 0; frame < shape_.frames; ++frame) {
            if (!is_anchor(shape_.frames, frame)) {
                measure(frame);
            }
        }
        choose_level_shifts();
        choose_scales();
        write(bytes);
    }

private:
    [[nodiscard]] const T* motion_at(std::uint32_t frame) const noexcept {
        return motions_.data() + frame * layout_.values;
    }

    [[nodiscard]] halfway step_to(std::uint32_t frame) const noexcept {
        way_to_frame way(shape_.frames, frame);
        while (!way.is_there()) {
            way.go_on();
        }
        return way.step();
    }

    // What all motions say about their neighbours.
    void find_known() {
        const T* from = motions_.data();
        for (known_motion<T>& each : known_) {
            each = {};
            std::copy_n(from, shape_.numbers, each.numbers.begin());
            rates_.function(rates_.context, from, each.rates.data());
            from += shape_.numbers;
        }
    }

    // By how much each guess of this frame is wrong.
    void measure(std::uint32_t frame) {
        const halfway step = step_to(frame);
        const guess_weights<T> weights(step, shape_.pose_numbers);
        const auto at = [&](std::uint32_t which) {
            return known_.data() + std::size_t{which} * shape_.bodies;
        };
        bits* wrong = wrong_.data() + row_index(frame) * layout_.values;
        for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
            const known_motion<T>& truth = at(frame)[body];
            padded<bits> all;
            weights.guess(at(step.left)[body], at(step.right)[body], all);
            for (std::size_t n = 0; n < max_block_numbers; ++n) {
                all[n] = fold(static_cast<bits>(to_ordered(truth.numbers[n]) - all[n]));
            }
            std::copy_n(all.begin(), shape_.numbers, wrong);
            wrong += shape_.numbers;
        }
        levels_[row_index(frame)] = static_cast<std::uint8_t>(step.level);
    }

    // Guesses over longer times are worse, for all bodies alike.
    void choose_level_shifts() {
        std::vector<std::uint64_t> sums(level_shifts_.size());
        std::array<std::uint64_t, level_count> rows{};
        for (std::uint32_t row = 0; row < layout_.rows; ++row) {
            const bits* wrong = wrong_.data() + row * layout_.values;
            std::uint64_t* sum = sums.data() + std::size_t{levels_[row]} * shape_.numbers;
            ++rows[levels_[row]];
            for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
                for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
                    sum[n] += length_of(*wrong++);
                }
            }
        }
        // The finest level there is, which the scales are for.
        std::uint32_t finest = level_count - 1;
        while (finest > 0 && rows[finest] == 0) {
            --finest;
        }
        const auto mean = [&](std::uint32_t level, std::uint32_t n) {
            const std::uint64_t count = std::max<std::uint64_t>(1, rows[level] * shape_.bodies);
            return static_cast<std::int64_t>((sums[std::size_t{level} * shape_.numbers + n] + count / 2) /
                                             count);
        };
        for (std::uint32_t level = 0; level < level_count; ++level) {
            for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
                if (rows[level] > 0) {
                    const std::int64_t shift = mean(level, n) - mean(finest, n);
                    level_shifts_[std::size_t{level} * shape_.numbers + n] = static_cast<std::int8_t>(
                        std::clamp<std::int64_t>(shift, -scale::max_shift, scale::max_shift));
                }
            }
        }
    }

    void choose_scales() {
        for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
            for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
                scales_[std::size_t{body} * shape_.numbers + n] = best_scale(body, n);
            }
        }
    }

    // An exception costs its zeros and its place in the list.
    static constexpr std::uint64_t exception_cost = exception_zeros + 32 + width_of<bits>;

    [[nodiscard]] std::uint8_t best_scale(std::uint32_t body, std::uint32_t n) const {
        const std::size_t value = std::size_t{body} * shape_.numbers + n;
        // How often a guess was wrong by a number of so many bits, less those of its level.
        constexpr int offset = 65;
        std::array<std::uint8_t, 208> lengths{};
        int longest = 0;
        int shortest = 200;
        for (std::uint32_t row = 0; row < layout_.rows; ++row) {
            const bits wrong = wrong_[row * layout_.values + value];
            const std::size_t of_level = std::size_t{levels_[row]} * shape_.numbers;
            const int length = static_cast<int>(length_of(wrong)) - level_shifts_[of_level + n] + offset;
            ++lengths[static_cast<std::size_t>(length)];
            longest = std::max(longest, length);
            shortest = std::min(shortest, length);
        }
        // For one lower bit less, what lies above doubles. A number of a given length is three quarters of
        // the largest one on average.
        constexpr std::size_t window = 5;
        std::uint64_t above = 0; // in quarters
        std::uint64_t exceptions = 0;
        std::uint64_t best_cost = ~std::uint64_t{0};
        int best = 0;
        for (int low = longest; low >= shortest - 1; --low) {
            above = 2 * above + 6 * lengths[static_cast<std::size_t>(low) + 1];
            const std::uint64_t too_long = lengths[static_cast<std::size_t>(low) + 1 + window];
            above -= too_long * (std::uint64_t{6} << window);
            exceptions += too_long;
            const std::uint64_t cost =
                above / 4 + exceptions * exception_cost +
                layout_.rows * static_cast<std::uint64_t>(std::max(low - offset, 0) + 1);
            if (cost < best_cost) {
                best_cost = cost;
                best = low - offset;
            }
        }
        if constexpr (std::floating_point<T>) {
            if (const auto plain = plain_scale(value, best_cost)) {
                return plain;
            }
        }
        return scale::guessed(std::clamp(best, -scale::bias, 95));
    }

    // None (0) if it costs more.
    [[nodiscard]] std::uint8_t plain_scale(std::size_t value, std::uint64_t cost_to_beat) const {
        // Nothing beats this many bits a number.
        if (cost_to_beat <= layout_.rows * std::uint64_t{scale::plain_bits + 1}) {
            return 0;
        }
        unsigned largest = 0;
        std::array<unsigned, max_block_frames> exponents;
        std::uint32_t row = 0;
        for (std::uint32_t frame = 0; frame < shape_.frames; ++frame) {
            if (!is_anchor(shape_.frames, frame)) {
                exponents[row] = exponent_of<T>(std::bit_cast<bits>(motion_at(frame)[value]));
                largest = std::max(largest, exponents[row++]);
            }
        }
        constexpr unsigned highest_exponent = scale::lowest_exponent + 127;
        if (largest < scale::lowest_exponent || largest > highest_exponent) {
            return 0;
        }
        std::uint64_t cost = 0;
        for (row = 0; row < layout_.rows; ++row) {
            const unsigned zeros = largest - exponents[row];
            cost += scale::plain_bits + (zeros < exception_zeros ? zeros + 1 : exception_cost);
        }
        return cost < cost_to_beat
                   ? static_cast<std::uint8_t>(scale::first_plain + largest - scale::lowest_exponent)
                   : std::uint8_t{0};
    }

    void write(std::vector<std::byte>& bytes) {
        const std::size_t start = bytes.size();
        bytes.reserve(start + layout_.first_row + layout_.values * sizeof(T) * (layout_.rows + 2));
        bytes.resize(start + layout_.first_row);
        for (std::uint32_t frame = 0; frame < shape_.frames; ++frame) {
            if (is_anchor(shape_.frames, frame)) {
                const std::size_t size = layout_.values * sizeof(T);
                std::memcpy(bytes.data() + start + layout_.anchors + anchor_index(frame) * size,
                            motion_at(frame), size);
            }
        }
        std::memcpy(bytes.data() + start + layout_.scales, scales_.data(), scales_.size());
        std::memcpy(bytes.data() + start + layout_.level_shifts, level_shifts_.data(), level_shifts_.size());
        std::vector<std::uint32_t> ends(1, static_cast<std::uint32_t>(layout_.first_row));
        for (std::uint32_t frame = 0; frame < shape_.frames; ++frame) {
            if (!is_anchor(shape_.frames, frame)) {
                write_row(frame, bytes);
                ends.push_back(static_cast<std::uint32_t>(bytes.size() - start));
            }
        }
        ends.push_back(static_cast<std::uint32_t>(exceptions_.size()));
        std::memcpy(bytes.data() + start, ends.data(), ends.size() * sizeof(std::uint32_t));
        for (const auto& [place, value] : exceptions_) {
            const std::size_t end = bytes.size();
            bytes.resize(end + sizeof(place) + sizeof(value));
            std::memcpy(bytes.data() + end, &place, sizeof(place));
            std::memcpy(bytes.data() + end + sizeof(place), &value, sizeof(value));
        }
        bytes.resize(bytes.size() + row_padding);
    }

    void write_row(std::uint32_t frame, std::vector<std::byte>& bytes) {
        const std::uint32_t row = row_index(frame);
        const bits* wrong = wrong_.data() + row * layout_.values;
        const T* truth = motion_at(frame);
        const std::int8_t* shifts = level_shifts_.data() + std::size_t{levels_[row]} * shape_.numbers;
        const std::size_t start = bytes.size();
        constexpr std::size_t most = (width_of<bits> + exception_zeros + 1 + 7) / 8;
        bytes.resize(start + most * layout_.values + row_padding);
        bit_row_writer out(bytes.data() + start);
        std::size_t value = 0;
        for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
            for (std::uint32_t n = 0; n < shape_.numbers; ++n, ++value) {
                const std::uint8_t how = scales_[value];
                const unsigned low = scale::low_bits(how, shifts[n]);
                bits rest = wrong[value] & static_cast<bits>((bits{1} << low) - 1);
                std::uint64_t zeros = wrong[value] >> low;
                if (scale::is_plain(how)) {
                    const auto pattern = std::bit_cast<bits>(truth[value]);
                    rest = without_exponent<T>(pattern);
                    zeros = scale::largest_exponent(how) - exponent_of<T>(pattern);
                }
                if (zeros >= exception_zeros) [[unlikely]] {
                    exceptions_.emplace_back(static_cast<std::uint32_t>(row * layout_.values + value),
                                             std::bit_cast<bits>(truth[value]));
                    zeros = exception_zeros;
                }
                out.put_long(rest, low);
                zeros_[value] = static_cast<std::uint8_t>(zeros);
            }
        }
        out.align();
        for (const std::uint8_t zeros : zeros_) {
            out.put(std::uint64_t{1} << zeros, zeros + 1u);
        }
        bytes.resize(static_cast<std::size_t>(out.end() - bytes.data()));
    }

    block_shape shape_;
    block_layout layout_;
    std::span<const T> motions_;
    pose_rates<T> rates_;
    std::vector<known_motion<T>> known_; // by frame, then by body
    std::vector<bits> wrong_;            // by row, then by body
    std::array<std::uint8_t, max_block_frames> levels_{};
    std::vector<std::uint8_t> scales_;
    std::vector<std::int8_t> level_shifts_;
    std::vector<std::uint8_t> zeros_;
    std::vector<std::pair<std::uint32_t, bits>> exceptions_;
};

} // namespace

template <motion_number T>
void motion_block<T>::encode(const block_shape& shape, std::span<const T> motions, const pose_rates<T>& rates,
                             std::vector<std::byte>& bytes) {
    ORRERY_CHECK(shape.frames >= 1 && shape.frames <= max_block_frames && shape.bodies >= 1 &&
                     shape.bodies <= max_block_bodies && shape.numbers <= max_block_numbers &&
                     shape.pose_numbers <= shape.numbers,
                 "a block of motions has its limits");
    block_encoder<T>(shape, motions, rates).run(bytes);
}

template void motion_block<float>::encode(const block_shape&, std::span<const float>,
                                          const pose_rates<float>&, std::vector<std::byte>&);
template void motion_block<double>::encode(const block_shape&, std::span<const double>,
                                           const pose_rates<double>&, std::vector<std::byte>&);
template void motion_block<std::int32_t>::encode(const block_shape&, std::span<const std::int32_t>,
                                                 const pose_rates<std::int32_t>&, std::vector<std::byte>&);

} // namespace orrery::time::detail
