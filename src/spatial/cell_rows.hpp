// What the kernel that compares boxes in rows of cells works on, and where it leaves what it finds.
#pragma once

#include <orrery/spatial/box.hpp>
#include <orrery/spatial/pair_list.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace orrery::spatial {

// As many places behind the last box may be read; their keys are larger than any cell's.
inline constexpr std::size_t rows_padding = 16;

// Boxes sorted by the key of their cell (detail/cell_geometry.hpp), each side in an array of its own.
template <any_box Box>
struct cell_rows {
    using T = typename Box::value_type;
    static constexpr int dimension = Box::dimension;

    // Rows that come after a box's own and can hold a box that intersects it: half of those around it.
    static constexpr int rows_after = dimension == 2 ? 1 : 4;

    std::array<const T*, dimension> min{};
    std::array<const T*, dimension> max{};
    const std::int32_t* keys = nullptr;
    const std::uint32_t* indices = nullptr;
    std::array<std::int32_t, rows_after> offsets{}; // key distances to those rows

    // Entry i is the first place with a key of at least i << directory_shift.
    const std::uint32_t* directory = nullptr;
    int directory_shift = 0;
};

// Bit k of `bits` says that the box at place first + k intersects the one with this index.
struct row_hits {
    std::uint32_t index;
    std::uint32_t first;
    std::uint32_t bits;
    std::uint32_t count; // of bits that are set
};

// Where a kernel leaves hits: memory that stays in the cache, turned into pairs whenever it is full.
class row_hit_sink {
public:
    row_hit_sink(const std::uint32_t* indices, pair_buffer& found)
        : indices_(indices)
        , found_(&found) {}

    [[nodiscard]] row_hits* begin() noexcept { return hits_.data(); }

    [[nodiscard]] row_hits* limit() noexcept { return hits_.data() + hits_.size(); }

    // Makes pairs of the hits from begin() to end.
    void flush(const row_hits* end);

private:
    std::array<row_hits, 512> hits_;
    const std::uint32_t* indices_;
    pair_buffer* found_;
};

} // namespace orrery::spatial
