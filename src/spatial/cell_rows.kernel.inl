// Compares boxes in rows of cells, Width at a time. See cell_rows.hpp for the data.
namespace orrery::ORRERY_SIMD_TARGET::spatial_kernels {

template <typename Box>
struct cell_scan {
    using T = typename Box::value_type;
    using rows_type = orrery::spatial::cell_rows<Box>;
    using geometry_type = orrery::spatial::detail::cell_geometry<Box>;
    using sink_type = orrery::spatial::row_hit_sink;
    using hit_type = orrery::spatial::row_hits;
    static constexpr int dimension = Box::dimension;

    template <int Width>
    using keys = lanes<std::int32_t, Width>;

    // One box in all lanes.
    template <int Width>
    struct wide_box {
        lanes<T, Width> min[dimension];
        lanes<T, Width> max[dimension];
    };

    // Tests the boxes from `place` on, as far as their keys do not exceed `last`. Entries are written without
    // branches; those without a hit are overwritten by the next. Returns where that goes.
    template <int Width>
    static ORRERY_SIMD_INLINE hit_type* scan(const rows_type& rows, std::size_t place, std::int32_t last,
                                             const wide_box<Width>& box, std::uint32_t index, hit_type* hits,
                                             sink_type& sink) {
        using sides = lanes<T, Width>;
        const keys<Width> last_key(last);
        while (true) {
            const std::uint32_t in_row = (keys<Width>::load(rows.keys + place) <= last_key).bits();
            auto meets = (sides::load(rows.min[0] + place) <= box.max[0]) &
                         (box.min[0] <= sides::load(rows.max[0] + place));
            for (std::size_t axis = 1; axis < dimension; ++axis) {
                meets = meets & (sides::load(rows.min[axis] + place) <= box.max[axis]) &
                        (box.min[axis] <= sides::load(rows.max[axis] + place));
            }
            const std::uint32_t bits = in_row & meets.bits();
            *hits = {index, static_cast<std::uint32_t>(place), bits,
                     static_cast<std::uint32_t>(__builtin_popcount(bits))};
            hits += bits != 0;
            if (hits == sink.limit()) [[unlikely]] {
                sink.flush(hits);
                hits = sink.begin();
            }
            if ((in_row >> (Width - 1)) == 0) [[likely]] {
                return hits;
            }
            place += Width;
        }
    }

    // The first place from `place` on with a key of at least `first`.
    template <int Width>
    static ORRERY_SIMD_INLINE std::size_t advance(const rows_type& rows, std::size_t place,
                                                  std::int32_t first) {
        const keys<Width> first_key(first);
        while (true) {
            // Sorted, so the bits that are set are the lowest ones.
            const int before = std::countr_one((keys<Width>::load(rows.keys + place) < first_key).bits());
            place += static_cast<std::size_t>(before);
            if (before < Width) [[likely]] {
                return place;
            }
        }
    }

    // Each box at the places begin to end against those behind it in its own row, and those in the rows after
    // it. Since boxes are sorted by key, the part of each of these rows that matters only moves forwards.
    template <int Width>
    static void pairs_within(const rows_type& shared_rows, std::size_t begin, std::size_t end,
                             sink_type& sink) {
        const rows_type rows = shared_rows; // a copy that no store to memory can change
        hit_type* hits = sink.begin();
        std::size_t starts[rows_type::rows_after];
        for (std::size_t& start : starts) {
            start = begin;
        }
        for (std::size_t place = begin; place < end; ++place) {
            wide_box<Width> box;
            for (std::size_t axis = 0; axis < dimension; ++axis) {
                box.min[axis] = rows.min[axis][place];
                box.max[axis] = rows.max[axis][place];
            }
            const std::int32_t key = rows.keys[place];
            const std::uint32_t index = rows.indices[place];
            hits = scan<Width>(rows, place + 1, key + 1, box, index, hits, sink);
            for (std::size_t row = 0; row < rows_type::rows_after; ++row) {
                const std::int32_t middle = key + rows.offsets[row];
                starts[row] = advance<Width>(rows, starts[row], middle - 1);
                hits = scan<Width>(rows, starts[row], middle + 1, box, index, hits, sink);
            }
        }
        sink.flush(hits);
    }

    // The first place with a key of at least `first`, from the directory and a search in what it leaves open.
    template <int Width>
    static ORRERY_SIMD_INLINE std::size_t find(const rows_type& rows, std::int32_t first) {
        const std::uint32_t* const entry = rows.directory + (first >> rows.directory_shift);
        std::size_t low = entry[0];
        std::size_t open = entry[1] - low;
        while (open > 4 * Width) {
            const std::size_t half = open / 2;
            low += rows.keys[low + half - 1] < first ? half : 0;
            open -= half;
        }
        return advance<Width>(rows, low, first);
    }

    // Boxes from elsewhere, each against those it meets here. A box here may reach one cell beyond that of
    // its lower corner, so looking begins one cell before the first that a seeker covers.
    template <int Width>
    static void pairs_with(const rows_type& shared_rows, const geometry_type& shared_cells,
                           const Box* seekers, const std::uint32_t* indices, std::size_t count,
                           sink_type& sink) {
        const rows_type rows = shared_rows; // copies that no store to memory can change
        const geometry_type cells = shared_cells;
        hit_type* hits = sink.begin();
        for (std::size_t seeker = 0; seeker < count; ++seeker) {
            const Box own = seekers[seeker];
            wide_box<Width> box;
            std::int32_t first[3] = {0, 0, 0};
            std::int32_t last[3] = {0, 0, 0};
            for (int axis = 0; axis < dimension; ++axis) {
                box.min[axis] = own.min[axis];
                box.max[axis] = own.max[axis];
                first[axis] = cells.cell(own.min[axis], axis) - 1;
                last[axis] = cells.cell(own.max[axis], axis);
            }
            for (std::int32_t z = first[2]; z <= last[2]; ++z) {
                for (std::int32_t y = first[1]; y <= last[1]; ++y) {
                    const std::int32_t row =
                        y * cells.strides[1] + (dimension == 3 ? z * cells.strides[dimension - 1] : 0);
                    const std::size_t place = find<Width>(rows, row + first[0]);
                    hits = scan<Width>(rows, place, row + last[0], box, indices[seeker], hits, sink);
                }
            }
        }
        sink.flush(hits);
    }
};

} // namespace orrery::ORRERY_SIMD_TARGET::spatial_kernels
