// Blocks of motions, read.
#include "timeline/block_layout.hpp"

#include <bit>

namespace orrery::time::detail {
namespace {

constexpr std::size_t max_block_values = std::size_t{max_block_bodies} * max_block_numbers;

[[nodiscard]] std::uint32_t sum(const std::uint8_t* bytes, std::size_t count) noexcept {
    std::uint32_t all = 0;
    for (std::size_t index = 0; index < count; ++index) {
        all += bytes[index];
    }
    return all;
}

[[nodiscard]] std::uint8_t largest(const std::uint8_t* bytes, std::size_t count) noexcept {
    std::uint8_t most = 0;
    for (std::size_t index = 0; index < count; ++index) {
        most = bytes[index] > most ? bytes[index] : most;
    }
    return most;
}

// How the rows of one level are coded.
template <motion_number T, std::uint32_t Numbers>
class row_code {
public:
    row_code(const block_shape& shape, const std::byte* bytes, const block_layout& layout) noexcept
        : shape_(shape)
        , layout_(layout)
        , bytes_(bytes) {}

    void prepare(std::uint32_t level) noexcept {
        const std::uint32_t numbers = Numbers != 0 ? Numbers : shape_.numbers;
        const auto* scales = reinterpret_cast<const std::uint8_t*>(bytes_ + layout_.scales);
        padded<std::int8_t> shifts{};
        std::memcpy(shifts.data(), bytes_ + layout_.level_shifts + std::size_t{level} * numbers, numbers);
        for (std::size_t value = 0; value < layout_.values; value += numbers) {
            find_low_bits<T>(scales + value, shifts, low_bits_.data() + value);
        }
        total_ = sum(low_bits_.data(), layout_.values);
    }

    // Of all numbers of the row.
    [[nodiscard]] const std::uint8_t* low_bits() const noexcept { return low_bits_.data(); }

    // Where the zeros of a row begin.
    [[nodiscard]] std::size_t zeros_of(std::size_t row_start) const noexcept {
        return row_start + (total_ + 7) / 8;
    }

private:
    const block_shape& shape_;
    const block_layout& layout_;
    const std::byte* bytes_;
    std::array<std::uint8_t, max_block_values + max_block_numbers> low_bits_;
    std::uint32_t total_ = 0; // bits
};

// What eight bits say about numbers of zeros: those before each one, as bytes.
struct zeros_table {
    std::array<std::uint64_t, 256> counts{};
    std::array<std::uint8_t, 256> ones{};
    std::array<std::uint8_t, 256> left_over{}; // after the last one

    constexpr zeros_table() {
        for (unsigned bits = 0; bits < 256; ++bits) {
            unsigned zeros = 0;
            for (unsigned place = 0; place < 8; ++place) {
                if ((bits >> place & 1) == 0) {
                    ++zeros;
                    continue;
                }
                counts[bits] |= std::uint64_t{zeros} << (8 * ones[bits]);
                ++ones[bits];
                zeros = 0;
            }
            left_over[bits] = static_cast<std::uint8_t>(zeros);
        }
    }
};

constexpr zeros_table eight_bits;

// The numbers of zeros before the next `count` ones. Writes up to 15 more.
void read_zeros(const std::byte* bytes, std::size_t count, std::uint8_t* zeros) noexcept {
    const std::uint8_t* const end = zeros + count;
    std::uint64_t begun = 0;
    while (zeros < end) {
        const auto bits = std::to_integer<std::uint8_t>(*bytes++);
        const std::uint64_t counts = eight_bits.counts[bits] + begun;
        std::memcpy(zeros, &counts, sizeof(counts));
        zeros += eight_bits.ones[bits];
        begun = eight_bits.left_over[bits] + (bits == 0 ? begun : 0);
    }
}

// The place after the `count`-th one.
[[nodiscard]] std::uint64_t skip_ones(const std::byte* bytes, std::uint64_t position, std::size_t count) {
    while (count > 0) {
        std::uint64_t word = load_bits(bytes, position) & ((std::uint64_t{1} << 56) - 1);
        const auto ones = static_cast<std::size_t>(std::popcount(word));
        if (ones < count) {
            count -= ones;
            position += 56;
            continue;
        }
        for (; count > 1; --count) {
            word &= word - 1;
        }
        return position + static_cast<unsigned>(std::countr_zero(word)) + 1;
    }
    return position;
}

template <motion_number T>
[[nodiscard]] bits_of<T> find_exception(const std::byte* bytes, const block_layout& layout,
                                        std::uint32_t place) noexcept {
    constexpr std::size_t size = sizeof(std::uint32_t) + sizeof(bits_of<T>);
    const std::byte* const list = bytes + read_word(bytes, layout.rows);
    std::size_t first = 0;
    std::size_t count = read_word(bytes, layout.rows + 1);
    while (count > 0) {
        const std::size_t half = count / 2;
        if (read_word(list + (first + half) * size, 0) < place) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    bits_of<T> pattern{};
    std::memcpy(&pattern, list + first * size + sizeof(std::uint32_t), sizeof(pattern));
    return pattern;
}

// Turns what is stored of a motion into numbers.
template <motion_number T, std::uint32_t Numbers>
class motion_reader {
public:
    motion_reader(const block_shape& shape, const std::byte* bytes, const block_layout& layout,
                  const halfway& step) noexcept
        : shape_(shape)
        , bytes_(bytes)
        , layout_(layout)
        , weights_(step, shape.pose_numbers)
        , row_(row_index(step.middle))
        , scales_(reinterpret_cast<const std::uint8_t*>(bytes + layout.scales)) {}

    // Answers with the place after its lower bits.
    std::uint64_t read(std::size_t body, const std::uint8_t* low_bits, const std::uint8_t* zeros,
                       std::uint64_t position, const known_motion<T>& left, const known_motion<T>& right,
                       padded<T>& motion) const noexcept {
        const std::uint32_t numbers = Numbers != 0 ? Numbers : shape_.numbers;
        padded<bits> stored{};
        for (std::uint32_t n = 0; n < numbers; ++n) {
            stored[n] = static_cast<bits>(bits{zeros[n]} << low_bits[n]) |
                        read_bits<bits>(bytes_, position, low_bits[n]);
            position += low_bits[n];
        }
        padded<bits> guess;
        weights_.guess(left, right, guess);
        const std::uint8_t* const scales = scales_ + body * numbers;
        for (std::size_t n = 0; n < max_block_numbers; ++n) {
            motion[n] = from_ordered<T>(static_cast<bits>(guess[n] + unfold(stored[n])));
            if constexpr (std::floating_point<T>) {
                using scale = number_scale<T>;
                constexpr bits rest_mask = (bits{1} << scale::plain_bits) - 1;
                const bits is_plain = bits{0} - bits{scales[n] >= scale::first_plain};
                const auto exponent =
                    static_cast<unsigned>(bits{scales[n]} + (scale::lowest_exponent - scale::first_plain) -
                                          (stored[n] >> scale::plain_bits));
                const bits plain = with_exponent<T>(stored[n] & rest_mask, exponent);
                motion[n] =
                    std::bit_cast<T>((std::bit_cast<bits>(motion[n]) & ~is_plain) | (plain & is_plain));
            }
        }
        return position;
    }

    void read_exceptions(std::size_t body, const std::uint8_t* zeros, padded<T>& motion) const noexcept {
        for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
            if (zeros[n] >= exception_zeros) {
                const std::size_t place = row_ * layout_.values + body * shape_.numbers + n;
                motion[n] =
                    std::bit_cast<T>(find_exception<T>(bytes_, layout_, static_cast<std::uint32_t>(place)));
            }
        }
    }

private:
    using bits = bits_of<T>;

    const block_shape& shape_;
    const std::byte* bytes_;
    const block_layout& layout_;
    guess_weights<T> weights_;
    std::size_t row_;
    const std::uint8_t* scales_;
};

// A whole frame. `Numbers` is how many a motion has, if the compiler is to know it, or 0.
template <motion_number T, std::uint32_t Numbers>
class frame_reader {
public:
    frame_reader(const block_shape& shape, const std::byte* bytes, const pose_rates<T>& rates,
                 const block_layout& layout) noexcept
        : shape_(shape)
        , layout_(layout)
        , bytes_(bytes)
        , rates_(rates)
        , numbers_(Numbers != 0 ? Numbers : shape.numbers)
        , code_(shape, bytes, layout) {
        for (known_frame& each : frames_) {
            for (std::uint32_t body = 0; body < shape.bodies; ++body) {
                each[body] = {};
            }
        }
    }

    // One that is no anchor.
    void read(std::uint32_t frame, T* motions) noexcept {
        known_frame* left = frames_.data();
        known_frame* right = left + 1;
        known_frame* middle = left + 2;
        way_to_frame way(shape_.frames, frame);
        read_anchor(way.step().left, *left);
        read_anchor(way.step().right, *right);
        for (; !way.is_there(); way.go_on()) {
            read_between(way.step(), *left, *right, *middle);
            for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
                find_rates((*middle)[body]);
            }
            std::swap(way.goes_left() ? right : left, middle);
        }
        read_between(way.step(), *left, *right, *middle);
        for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
            std::memcpy(motions + body * numbers_, (*middle)[body].numbers.data(), numbers_ * sizeof(T));
        }
    }

private:
    using known_frame = std::array<known_motion<T>, max_block_bodies>;

    void find_rates(known_motion<T>& known) const noexcept {
        rates_.function(rates_.context, known.numbers.data(), known.rates.data());
    }

    void read_anchor(std::uint32_t which, known_frame& into) const noexcept {
        const std::byte* from = bytes_ + layout_.anchors + anchor_index(which) * layout_.values * sizeof(T);
        for (std::uint32_t body = 0; body < shape_.bodies; ++body, from += numbers_ * sizeof(T)) {
            std::memcpy(into[body].numbers.data(), from, numbers_ * sizeof(T));
            find_rates(into[body]);
        }
    }

    void read_between(const halfway& step, const known_frame& left, const known_frame& right,
                      known_frame& into) noexcept {
        code_.prepare(step.level);
        const motion_reader<T, Numbers> reader(shape_, bytes_, layout_, step);
        const std::size_t start = read_word(bytes_, row_index(step.middle));
        read_zeros(bytes_ + code_.zeros_of(start), layout_.values, zeros_.data());
        std::uint64_t position = std::uint64_t{8} * start;
        std::size_t value = 0;
        for (std::uint32_t body = 0; body < shape_.bodies; ++body, value += numbers_) {
            position = reader.read(body, code_.low_bits() + value, zeros_.data() + value, position,
                                   left[body], right[body], into[body].numbers);
        }
        if (largest(zeros_.data(), layout_.values) >= exception_zeros) [[unlikely]] {
            for (std::uint32_t body = 0; body < shape_.bodies; ++body) {
                reader.read_exceptions(body, zeros_.data() + body * numbers_, into[body].numbers);
            }
        }
    }

    const block_shape& shape_;
    const block_layout& layout_;
    const std::byte* bytes_;
    pose_rates<T> rates_;
    std::uint32_t numbers_;
    row_code<T, Numbers> code_;
    std::array<known_frame, 3> frames_;
    std::array<std::uint8_t, max_block_values + 16> zeros_;
};

} // namespace

template <motion_number T>
motion_block<T>::motion_block(const block_shape& shape, const std::byte* bytes, const pose_rates<T>& rates)
    : shape_(shape)
    , bytes_(bytes)
    , rates_(rates) {}

template <motion_number T>
void motion_block<T>::read_frame(std::uint32_t frame, std::span<T> motions) const {
    const block_layout layout(shape_, sizeof(T));
    if (is_anchor(shape_.frames, frame)) {
        const std::size_t size = layout.values * sizeof(T);
        std::memcpy(motions.data(), bytes_ + layout.anchors + anchor_index(frame) * size, size);
    } else if (shape_.numbers == 13) {
        frame_reader<T, 13>(shape_, bytes_, rates_, layout).read(frame, motions.data());
    } else {
        frame_reader<T, 0>(shape_, bytes_, rates_, layout).read(frame, motions.data());
    }
}

template <motion_number T>
void motion_block<T>::read_motion(std::uint32_t frame, std::uint32_t body, std::span<T> motion) const {
    const block_layout layout(shape_, sizeof(T));
    const std::size_t first = std::size_t{body} * shape_.numbers;
    const std::size_t motion_size = shape_.numbers * sizeof(T);
    const auto read_anchor = [&](std::uint32_t which, T* into) {
        const std::size_t value = anchor_index(which) * layout.values + first;
        std::memcpy(into, bytes_ + layout.anchors + value * sizeof(T), motion_size);
    };
    if (is_anchor(shape_.frames, frame)) {
        read_anchor(frame, motion.data());
        return;
    }
    known_motion<T> left{};
    known_motion<T> right{};
    known_motion<T> middle{};
    const auto find_rates = [&](known_motion<T>& known) {
        rates_.function(rates_.context, known.numbers.data(), known.rates.data());
    };
    way_to_frame way(shape_.frames, frame);
    read_anchor(way.step().left, left.numbers.data());
    read_anchor(way.step().right, right.numbers.data());
    find_rates(left);
    find_rates(right);
    row_code<T, 0> code(shape_, bytes_, layout);
    for (;; way.go_on()) {
        code.prepare(way.step().level);
        const std::size_t start = read_word(bytes_, row_index(way.step().middle));
        std::uint64_t zeros_start = skip_ones(bytes_, std::uint64_t{8} * code.zeros_of(start), first);
        padded<std::uint8_t> zeros;
        for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
            zeros[n] = static_cast<std::uint8_t>(std::countr_zero(load_bits(bytes_, zeros_start)));
            zeros_start += zeros[n] + 1u;
        }
        const std::uint32_t before = sum(code.low_bits(), first);
        const motion_reader<T, 0> reader(shape_, bytes_, layout, way.step());
        reader.read(body, code.low_bits() + first, zeros.data(), std::uint64_t{8} * start + before, left,
                    right, middle.numbers);
        reader.read_exceptions(body, zeros.data(), middle.numbers);
        if (way.is_there()) {
            std::memcpy(motion.data(), middle.numbers.data(), motion_size);
            return;
        }
        find_rates(middle);
        (way.goes_left() ? right : left) = middle;
    }
}

template <motion_number T>
bool motion_block<T>::is_sound(const block_shape& shape, std::span<const std::byte> bytes) {
    if (shape.frames < 1 || shape.frames > max_block_frames || shape.bodies < 1 ||
        shape.bodies > max_block_bodies || shape.numbers > max_block_numbers ||
        shape.pose_numbers > shape.numbers) {
        return false;
    }
    const block_layout layout(shape, sizeof(T));
    if (bytes.size() < layout.first_row + row_padding) {
        return false;
    }
    const std::size_t rows_end = read_word(bytes.data(), layout.rows);
    const std::size_t exceptions = read_word(bytes.data(), layout.rows + 1);
    constexpr std::size_t exception_size = sizeof(std::uint32_t) + sizeof(T);
    if (rows_end > bytes.size() - row_padding || exceptions > bytes.size() / exception_size ||
        rows_end + exceptions * exception_size != bytes.size() - row_padding ||
        read_word(bytes.data(), 0) != layout.first_row) {
        return false;
    }
    row_code<T, 0> code(shape, bytes.data(), layout);
    std::size_t found = 0;
    for (std::uint32_t frame = 0; frame < shape.frames; ++frame) {
        if (is_anchor(shape.frames, frame)) {
            continue;
        }
        way_to_frame way(shape.frames, frame);
        while (!way.is_there()) {
            way.go_on();
        }
        code.prepare(way.step().level);
        const std::uint32_t row = row_index(frame);
        const std::size_t start = read_word(bytes.data(), row);
        const std::size_t end = read_word(bytes.data(), row + 1);
        if (start > end || end > rows_end || code.zeros_of(start) > end) {
            return false;
        }
        std::uint64_t position = std::uint64_t{8} * code.zeros_of(start);
        for (std::size_t value = 0; value < layout.values; ++value) {
            if (position >= std::uint64_t{8} * end) {
                return false;
            }
            const std::uint64_t word = load_bits(bytes.data(), position);
            const auto here = static_cast<unsigned>(std::countr_zero(word));
            if (here > exception_zeros) {
                return false;
            }
            position += here + 1;
            if (here == exception_zeros) {
                const std::byte* const list = bytes.data() + rows_end;
                if (found >= exceptions ||
                    read_word(list + found * exception_size, 0) != row * layout.values + value) {
                    return false;
                }
                ++found;
            }
        }
        if ((position + 7) / 8 != end) {
            return false;
        }
    }
    return found == exceptions;
}

template class motion_block<float>;
template class motion_block<double>;
template class motion_block<std::int32_t>;

} // namespace orrery::time::detail
