// Blocks of motions, read.
#include "block_layout.hpp"

#include <bit>

namespace orrery::time::detail {
namespace {

constexpr std::size_t max_block_values = std::size_t{max_block_bodies} * max_block_numbers;

// How the rows of one level are coded. Both arrays have room for the largest motion at their ends.
template <motion_number T>
class row_code {
public:
    row_code(const block_shape& shape, const std::byte* bytes, const block_layout& layout) noexcept
        : shape_(shape)
        , layout_(layout)
        , bytes_(bytes) {}

    void prepare(std::uint32_t level) noexcept {
        const auto* scales = reinterpret_cast<const std::uint8_t*>(bytes_ + layout_.scales);
        padded<std::int8_t> shifts{};
        std::memcpy(shifts.data(), bytes_ + layout_.level_shifts + std::size_t{level} * shape_.numbers,
                    shape_.numbers);
        total_ = 0;
        for (std::size_t value = 0; value < layout_.values; value += shape_.numbers) {
            total_ += find_low_bits<T>(scales + value, shifts, shape_.numbers, low_bits_.data() + value);
        }
    }

    // Of all numbers of the row.
    [[nodiscard]] const std::uint8_t* low_bits() const noexcept { return low_bits_.data(); }

    [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

private:
    const block_shape& shape_;
    const block_layout& layout_;
    const std::byte* bytes_;
    std::array<std::uint8_t, max_block_values + max_block_numbers> low_bits_;
    std::uint64_t total_ = 0; // bits
};

// The numbers of zeros before the next `count` ones; answers with the place after the last.
std::uint64_t read_zeros(const std::byte* bytes, std::uint64_t position, std::size_t count,
                         std::uint8_t* zeros) noexcept {
    constexpr unsigned longest = exception_zeros + 1;
    const std::uint8_t* const end = zeros + count;
    while (zeros != end) {
        std::uint64_t word = load_bits(bytes, position);
        unsigned used = 0;
        // A load has 57 bits at least.
        do {
            const auto here = static_cast<unsigned>(std::countr_zero(word));
            *zeros++ = static_cast<std::uint8_t>(here);
            word >>= here + 1;
            used += here + 1;
        } while (used <= 57 - longest && zeros != end);
        position += used;
    }
    return position;
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
template <motion_number T>
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
        padded<bits> stored{};
        bool has_exception = false;
        for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
            stored[n] = static_cast<bits>(bits{zeros[n]} << low_bits[n]) |
                        read_bits<bits>(bytes_, position, low_bits[n]);
            position += low_bits[n];
            has_exception |= zeros[n] >= exception_zeros;
        }
        padded<bits> guess;
        weights_.guess(left, right, guess);
        const std::uint8_t* const scales = scales_ + body * shape_.numbers;
        for (std::size_t n = 0; n < max_block_numbers; ++n) {
            const auto guessed = static_cast<bits>(guess[n] + unfold(stored[n]));
            bits pattern = std::bit_cast<bits>(from_ordered<T>(guessed));
            if constexpr (std::floating_point<T>) {
                using scale = number_scale<T>;
                constexpr bits rest_mask = (bits{1} << scale::plain_bits) - 1;
                const bits is_plain = bits{0} - bits{scales[n] >= scale::first_plain};
                const auto exponent =
                    static_cast<unsigned>(bits{scales[n]} + (scale::lowest_exponent - scale::first_plain) -
                                          (stored[n] >> scale::plain_bits));
                pattern =
                    (pattern & ~is_plain) | (with_exponent<T>(stored[n] & rest_mask, exponent) & is_plain);
            }
            motion[n] = std::bit_cast<T>(pattern);
        }
        if (has_exception) [[unlikely]] {
            read_exceptions(body, zeros, motion);
        }
        return position;
    }

private:
    using bits = bits_of<T>;

    void read_exceptions(std::size_t body, const std::uint8_t* zeros, padded<T>& motion) const noexcept {
        for (std::uint32_t n = 0; n < shape_.numbers; ++n) {
            if (zeros[n] >= exception_zeros) {
                const std::size_t place = row_ * layout_.values + body * shape_.numbers + n;
                motion[n] =
                    std::bit_cast<T>(find_exception<T>(bytes_, layout_, static_cast<std::uint32_t>(place)));
            }
        }
    }

    const block_shape& shape_;
    const std::byte* bytes_;
    const block_layout& layout_;
    guess_weights<T> weights_;
    std::size_t row_;
    const std::uint8_t* scales_;
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
    const std::byte* const anchors = bytes_ + layout.anchors;
    const std::size_t motion_size = shape_.numbers * sizeof(T);
    if (is_anchor(shape_.frames, frame)) {
        const std::size_t size = layout.values * sizeof(T);
        std::memcpy(motions.data(), anchors + anchor_index(frame) * size, size);
        return;
    }
    const auto find_rates = [&](known_motion<T>& known) {
        rates_.function(rates_.context, known.numbers.data(), known.rates.data());
    };
    using known_frame = std::array<known_motion<T>, max_block_bodies>;
    std::array<known_frame, 3> frames;
    const auto read_anchor = [&](std::uint32_t which, known_frame& into) {
        const std::byte* from = anchors + anchor_index(which) * layout.values * sizeof(T);
        for (std::uint32_t body = 0; body < shape_.bodies; ++body, from += motion_size) {
            into[body] = {};
            std::memcpy(into[body].numbers.data(), from, motion_size);
            find_rates(into[body]);
        }
    };
    known_frame* left = &frames[0];
    known_frame* right = &frames[1];
    known_frame* middle = &frames[2];
    way_to_frame way(shape_.frames, frame);
    read_anchor(way.step().left, *left);
    read_anchor(way.step().right, *right);
    row_code<T> code(shape_, bytes_, layout);
    std::array<std::uint8_t, max_block_values> zeros;
    for (;; way.go_on()) {
        code.prepare(way.step().level);
        const motion_reader<T> reader(shape_, bytes_, layout, way.step());
        std::uint64_t position = std::uint64_t{8} * read_word(bytes_, row_index(way.step().middle));
        read_zeros(bytes_, position + code.total(), layout.values, zeros.data());
        for (std::size_t body = 0, value = 0; body < shape_.bodies; ++body, value += shape_.numbers) {
            known_motion<T>& into = (*middle)[body];
            position = reader.read(body, code.low_bits() + value, zeros.data() + value, position,
                                   (*left)[body], (*right)[body], into.numbers);
            if (way.is_there()) {
                std::memcpy(motions.data() + value, into.numbers.data(), motion_size);
            } else {
                into.rates = {};
                find_rates(into);
            }
        }
        if (way.is_there()) {
            return;
        }
        std::swap(way.goes_left() ? right : left, middle);
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
    row_code<T> code(shape_, bytes_, layout);
    for (;; way.go_on()) {
        code.prepare(way.step().level);
        std::uint64_t position = std::uint64_t{8} * read_word(bytes_, row_index(way.step().middle));
        padded<std::uint8_t> zeros;
        read_zeros(bytes_, skip_ones(bytes_, position + code.total(), first), shape_.numbers, zeros.data());
        unsigned before = 0;
        for (std::size_t value = 0; value < first; ++value) {
            before += code.low_bits()[value];
        }
        const motion_reader<T> reader(shape_, bytes_, layout, way.step());
        reader.read(body, code.low_bits() + first, zeros.data(), position + before, left, right,
                    middle.numbers);
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
    const std::uint64_t exceptions = read_word(bytes.data(), layout.rows + 1);
    constexpr std::size_t exception_size = sizeof(std::uint32_t) + sizeof(T);
    if (rows_end > bytes.size() - row_padding ||
        rows_end + exceptions * exception_size != bytes.size() - row_padding ||
        read_word(bytes.data(), 0) != layout.first_row) {
        return false;
    }
    row_code<T> code(shape, bytes.data(), layout);
    std::uint64_t found = 0;
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
        if (start > end || end > rows_end ||
            std::uint64_t{8} * (end - start) < code.total() + layout.values) {
            return false;
        }
        std::uint64_t position = std::uint64_t{8} * start + code.total();
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
