// Rows of numbers that change smoothly from frame to frame, to be read one after another: where the sources
// of fields are. Each number is guessed from the three before it, as on a parabola, and stored is by how many
// representable numbers the guess is wrong, in as many bytes as the worst guess of its column needs, mostly
// one; a column that never changes takes none.
#pragma once

#include <orrery/timeline/detail/number_code.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::time::detail {

// Appends the rows to `bytes`; `rows` holds as many times `columns` numbers as there are frames, at least
// one.
template <motion_number T>
void encode_rows(std::uint32_t columns, std::span<const T> rows, std::vector<std::byte>& bytes);

// The number of bytes from outside that so many rows take, or 0 if they are not all there.
template <motion_number T>
[[nodiscard]] std::size_t size_of_rows(std::uint32_t columns, std::uint32_t row_count,
                                       std::span<const std::byte> bytes);

template <motion_number T>
class row_reader {
public:
    // The bytes must outlive the reader. The first row is read at once.
    row_reader(std::uint32_t columns, const std::byte* bytes);

    [[nodiscard]] std::span<const T> row() const noexcept { return row_; }

    // Whether all rows are alike.
    [[nodiscard]] bool is_constant() const noexcept { return changing_.empty(); }

    void read_next();

private:
    // Of a column that changes.
    struct place {
        std::uint32_t index = 0;
        std::uint8_t first_width = 0; // for the second and third row
        std::uint8_t width = 0;
    };

    std::vector<T> row_;
    std::vector<place> changing_;
    // Of these columns: the last rows, and by how much the next is guessed wrongly.
    std::vector<T> last_;
    std::vector<T> before_;
    std::vector<T> before_before_;
    std::vector<bits_of<T>> wrong_;
    const std::byte* next_;  // row
    std::size_t narrow_ = 0; // how many of the columns are one byte wide
    std::uint32_t rows_read_ = 1;
};

extern template class row_reader<float>;
extern template class row_reader<double>;
extern template class row_reader<std::int32_t>;

} // namespace orrery::time::detail
