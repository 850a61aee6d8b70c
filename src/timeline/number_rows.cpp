#include <orrery/timeline/detail/number_rows.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstring>
#include <type_traits>
#include <utility>

// The bytes: the first row as it is, two widths for each column (for the second and third row, and for all
// others), the other rows. In a row those columns come first that are one byte wide.
namespace orrery::time::detail {
namespace {

// From the last row, the one before and the one before that, of which there may be fewer.
template <std::uint32_t Known, motion_number T>
[[nodiscard]] bits_of<T> guess_from(T last, T before, T before_before) noexcept {
    using real = std::conditional_t<std::same_as<T, float>, float, double>;
    const real step = real(last) - real(before);
    const real bend = step - (real(before) - real(before_before));
    const real guess = real(last) + (Known >= 3 ? step + bend : Known == 2 ? step : real(0));
    if constexpr (std::same_as<T, std::int32_t>) {
        constexpr real most = 2147483647;
        return guess >= -most && guess <= most ? to_ordered(static_cast<T>(guess)) : 0;
    } else {
        // Machines differ in the bits of what is not a number.
        return to_ordered(guess) & (bits_of<T>{0} - bits_of<T>{guess == guess});
    }
}

template <motion_number T>
[[nodiscard]] bits_of<T> guess_next(T last, T before, T before_before, std::uint32_t known) noexcept {
    return known >= 3   ? guess_from<3>(last, before, before_before)
           : known == 2 ? guess_from<2>(last, before, before_before)
                        : guess_from<1>(last, before, before_before);
}

template <motion_number T>
[[nodiscard]] std::size_t header_size(std::uint32_t columns) noexcept {
    return std::size_t{columns} * (sizeof(T) + 2);
}

[[nodiscard]] std::uint8_t bytes_for(std::uint64_t largest) noexcept {
    return static_cast<std::uint8_t>((std::bit_width(largest) + 7) / 8);
}

// Of widths as they stand in the bytes: the columns that change, in the order in which rows have them.
[[nodiscard]] std::vector<std::uint32_t> order_of(std::span<const std::byte> widths) {
    std::vector<std::uint32_t> order;
    for (const bool is_narrow : {true, false}) {
        for (std::size_t column = 0; 2 * column < widths.size(); ++column) {
            const auto first = std::to_integer<unsigned>(widths[2 * column]);
            const auto other = std::to_integer<unsigned>(widths[2 * column + 1]);
            if ((other == 1) == is_narrow && first + other > 0) {
                order.push_back(static_cast<std::uint32_t>(column));
            }
        }
    }
    return order;
}

} // namespace

template <motion_number T>
void encode_rows(std::uint32_t columns, std::span<const T> rows, std::vector<std::byte>& bytes) {
    using bits = bits_of<T>;
    const auto count = static_cast<std::uint32_t>(rows.size() / columns);
    std::vector<bits> wrong(rows.size());
    std::vector<std::byte> widths(std::size_t{2} * columns);
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
        widths[std::size_t{2} * column] = std::byte{bytes_for(first_all)};
        widths[std::size_t{2} * column + 1] = std::byte{bytes_for(all)};
    }
    const auto first_row = std::as_bytes(rows.first(columns));
    bytes.insert(bytes.end(), first_row.begin(), first_row.end());
    bytes.insert(bytes.end(), widths.begin(), widths.end());
    const std::vector<std::uint32_t> order = order_of(widths);
    for (std::uint32_t row = 1; row < count; ++row) {
        for (const std::uint32_t column : order) {
            const auto width =
                std::to_integer<std::size_t>(widths[std::size_t{2} * column + (row < 3 ? 0 : 1)]);
            const auto pattern =
                std::as_bytes(std::span(wrong).subspan(std::size_t{row} * columns + column, 1));
            bytes.insert(bytes.end(), pattern.begin(), pattern.begin() + static_cast<std::ptrdiff_t>(width));
        }
    }
    bytes.resize(bytes.size());
}

template <motion_number T>
std::size_t size_of_rows(std::uint32_t columns, std::uint32_t row_count, std::span<const std::byte> bytes) {
    const std::size_t header = header_size<T>(columns);
    if (row_count == 0 || bytes.size() < header) {
        return 0;
    }
    const std::uint64_t first_rows = std::min(row_count - 1, 2u);
    std::uint64_t size = header;
    const std::byte* const widths = bytes.data() + columns * sizeof(T);
    for (std::size_t column = 0; column < columns; ++column) {
        const auto first = std::to_integer<std::uint64_t>(widths[2 * column]);
        const auto other = std::to_integer<std::uint64_t>(widths[2 * column + 1]);
        if (first > sizeof(T) || other > sizeof(T)) {
            return 0;
        }
        size += first * first_rows + other * (row_count - 1 - first_rows);
    }
    return size <= bytes.size() ? static_cast<std::size_t>(size) : 0;
}

template <motion_number T>
row_reader<T>::row_reader(std::uint32_t columns, const std::byte* bytes)
    : row_(columns)
    , next_(bytes + header_size<T>(columns)) {
    std::memcpy(row_.data(), bytes, columns * sizeof(T));
    const std::span<const std::byte> widths(bytes + columns * sizeof(T), std::size_t{2} * columns);
    for (const std::uint32_t index : order_of(widths)) {
        const auto first = std::to_integer<std::uint8_t>(widths[std::size_t{2} * index]);
        const auto other = std::to_integer<std::uint8_t>(widths[std::size_t{2} * index + 1]);
        changing_.push_back({index, first, other});
        last_.push_back(row_[index]);
        narrow_ += other == 1 ? 1 : 0;
    }
    before_.assign(last_.begin(), last_.end());
    before_before_.assign(last_.begin(), last_.end());
    wrong_.resize(last_.size());
}

template <motion_number T>
void row_reader<T>::read_next() {
    const std::size_t count = changing_.size();
    const place* const places = changing_.data();
    bits_of<T>* const wrong = wrong_.data();
    const bool is_early = rows_read_ < 3;
    const std::byte* from = next_;
    std::size_t read = 0;
    if (!is_early) {
        for (; read < narrow_; ++read) {
            wrong[read] = std::to_integer<bits_of<T>>(from[read]);
        }
        from += read;
    }
    for (; read < count; ++read) {
        const std::size_t width = is_early ? places[read].first_width : places[read].width;
        wrong[read] = 0;
        std::memcpy(&wrong[read], from, width);
        from += width;
    }
    next_ = from;

    const auto guess_all = [&](auto guess) {
        const T* const last = last_.data();
        const T* const before = before_.data();
        T* const next = before_before_.data();
        for (std::size_t index = 0; index < count; ++index) {
            next[index] = from_ordered<T>(static_cast<bits_of<T>>(
                guess(last[index], before[index], next[index]) + unfold(wrong[index])));
        }
    };
    if (is_early) {
        guess_all([&](T a, T b, T c) { return guess_next(a, b, c, rows_read_); });
    } else {
        guess_all([](T a, T b, T c) { return guess_from<3>(a, b, c); });
    }
    // The oldest row has become the newest.
    std::swap(before_, before_before_);
    std::swap(last_, before_);
    T* const row = row_.data();
    const T* const newest = last_.data();
    for (std::size_t index = 0; index < count; ++index) {
        row[places[index].index] = newest[index];
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
