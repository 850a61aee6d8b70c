#include "bit_row.hpp"

#include <orrery/timeline/detail/number_rows.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <type_traits>

// The bytes: the first row as it is, two widths for each column, the other rows bit by bit, padding.
namespace orrery::time::detail {
namespace {

// From the last row, the one before and the one before that, of which there may be fewer.
template <motion_number T>
[[nodiscard]] bits_of<T> guess_next(T last, T before, T before_before, std::uint32_t known) noexcept {
    using real = std::conditional_t<std::same_as<T, float>, float, double>;
    const real step = real(last) - real(before);
    const real bend = step - (real(before) - real(before_before));
    const real guess = real(last) + (known >= 3 ? step + bend : known == 2 ? step : real(0));
    if constexpr (std::same_as<T, std::int32_t>) {
        constexpr real most = 2147483647;
        return guess >= -most && guess <= most ? to_ordered(static_cast<T>(guess)) : 0;
    } else {
        // Machines differ in the bits of what is not a number.
        return guess == guess ? to_ordered(guess) : 0;
    }
}

template <motion_number T>
[[nodiscard]] std::size_t header_size(std::uint32_t columns) noexcept {
    return std::size_t{columns} * (sizeof(T) + 2);
}

} // namespace

template <motion_number T>
void encode_rows(std::uint32_t columns, std::span<const T> rows, std::vector<std::byte>& bytes) {
    using bits = bits_of<T>;
    const auto count = static_cast<std::uint32_t>(rows.size() / columns);
    std::vector<bits> wrong(rows.size());
    std::vector<std::uint8_t> widths(std::size_t{2} * columns);
    std::uint64_t total = 0;
    for (std::uint32_t column = 0; column < columns; ++column) {
        const auto at = [&](std::uint32_t row) { return rows[std::size_t{row} * columns + column]; };
        bits first_all = 0;
        bits all = 0;
        for (std::uint32_t row = 1; row < count; ++row) {
            const bits guess =
                guess_next(at(row - 1), at(row - std::min(row, 2u)), at(row - std::min(row, 3u)), row);
            const bits by = fold(static_cast<bits>(to_ordered(at(row)) - guess));
            wrong[std::size_t{row} * columns + column] = by;
            (row < 3 ? first_all : all) |= by;
        }
        widths[std::size_t{2} * column] = static_cast<std::uint8_t>(std::bit_width(first_all));
        widths[std::size_t{2} * column + 1] = static_cast<std::uint8_t>(std::bit_width(all));
        total += std::uint64_t{count} *
                 std::max(widths[std::size_t{2} * column], widths[std::size_t{2} * column + 1]);
    }
    const std::size_t start = bytes.size();
    bytes.resize(start + header_size<T>(columns) + static_cast<std::size_t>(total / 8) + row_padding);
    std::memcpy(bytes.data() + start, rows.data(), columns * sizeof(T));
    std::memcpy(bytes.data() + start + columns * sizeof(T), widths.data(), widths.size());
    bit_row_writer out(bytes.data() + start + header_size<T>(columns));
    for (std::uint32_t row = 1; row < count; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            out.put_long(wrong[std::size_t{row} * columns + column],
                         widths[std::size_t{2} * column + (row < 3 ? 0 : 1)]);
        }
    }
    bytes.resize(static_cast<std::size_t>(out.end() - bytes.data()));
    bytes.resize(bytes.size() + row_padding);
}

template <motion_number T>
std::size_t size_of_rows(std::uint32_t columns, std::uint32_t row_count, std::span<const std::byte> bytes) {
    const std::size_t header = header_size<T>(columns);
    if (row_count == 0 || bytes.size() < header + row_padding) {
        return 0;
    }
    std::uint64_t total = 0;
    const std::byte* const widths = bytes.data() + columns * sizeof(T);
    for (std::size_t column = 0; column < columns; ++column) {
        const auto first = std::to_integer<std::uint64_t>(widths[2 * column]);
        const auto other = std::to_integer<std::uint64_t>(widths[2 * column + 1]);
        if (first > width_of<bits_of<T>> || other > width_of<bits_of<T>>) {
            return 0;
        }
        const std::uint64_t first_rows = std::min(row_count - 1, 2u);
        total += first * first_rows + other * (row_count - 1 - first_rows);
    }
    const std::uint64_t size = header + (total + 7) / 8 + row_padding;
    return size <= bytes.size() ? static_cast<std::size_t>(size) : 0;
}

template <motion_number T>
row_reader<T>::row_reader(std::uint32_t columns, const std::byte* bytes)
    : row_(columns)
    , bytes_(bytes)
    , position_(std::uint64_t{8} * header_size<T>(columns)) {
    std::memcpy(row_.data(), bytes, columns * sizeof(T));
    const std::byte* widths = bytes + columns * sizeof(T);
    for (std::uint32_t index = 0; index < columns; ++index, widths += 2) {
        const auto first = std::to_integer<std::uint8_t>(widths[0]);
        const auto other = std::to_integer<std::uint8_t>(widths[1]);
        if (first != 0 || other != 0) {
            changing_.push_back({index, first, other, row_[index], row_[index]});
        }
    }
}

template <motion_number T>
void row_reader<T>::read_next() {
    for (column& each : changing_) {
        const unsigned width = rows_read_ < 3 ? each.first_width : each.width;
        const auto wrong = read_bits<bits_of<T>>(bytes_, position_, width);
        position_ += width;
        T& last = row_[each.index];
        const bits_of<T> guess = guess_next(last, each.before, each.before_before, rows_read_);
        each.before_before = each.before;
        each.before = last;
        last = from_ordered<T>(static_cast<bits_of<T>>(guess + unfold(wrong)));
    }
    ++rows_read_;
}

template class row_reader<float>;
template class row_reader<double>;
template class row_reader<std::int32_t>;

template void encode_rows<float>(std::uint32_t, std::span<const float>, std::vector<std::byte>&);
template void encode_rows<double>(std::uint32_t, std::span<const double>, std::vector<std::byte>&);
template void encode_rows<std::int32_t>(std::uint32_t, std::span<const std::int32_t>,
                                        std::vector<std::byte>&);
template std::size_t size_of_rows<float>(std::uint32_t, std::uint32_t, std::span<const std::byte>);
template std::size_t size_of_rows<double>(std::uint32_t, std::uint32_t, std::span<const std::byte>);
template std::size_t size_of_rows<std::int32_t>(std::uint32_t, std::uint32_t, std::span<const std::byte>);

} // namespace orrery::time::detail
