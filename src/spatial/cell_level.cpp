#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/cell_level.hpp>
#include <orrery/spatial/detail/radix_sort.hpp>

#include <spatial/cell_rows.hpp>

#define ORRERY_SIMD_KERNELS "spatial/cell_rows.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace orrery::spatial::detail {

namespace {

constexpr std::size_t boxes_a_task = 8192;

// How far ahead boxes are fetched that lie anywhere in memory.
constexpr std::size_t fetch_ahead = 12;

} // namespace

template <any_box Box>
void cell_level<Box>::build(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                            const cell_geometry<Box>& geometry, radix_sorter<std::uint32_t>& sorter,
                            std::vector<cell_entry>& scratch, scheduler& jobs) {
    make_keys(boxes, members, geometry, scratch, jobs);
    sorter.sort(scratch, jobs, std::bit_width(static_cast<std::uint32_t>(geometry.key_end())));
    take_sorted(boxes, scratch, jobs);
}

template <any_box Box>
void cell_level<Box>::build_densely(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                                    const cell_geometry<Box>& geometry, radix_sorter<std::uint32_t>& sorter,
                                    std::vector<cell_entry>& scratch, scheduler& jobs) {
    make_keys(boxes, members, geometry, scratch, jobs);
    sorter.sort_densely(scratch, static_cast<std::size_t>(geometry.key_end()), jobs);
    take_sorted(boxes, scratch, jobs);
    cell_ends_.assign(sorter.ends().begin(), sorter.ends().end());
}

template <any_box Box>
void cell_level<Box>::make_keys(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                                const cell_geometry<Box>& geometry, std::vector<cell_entry>& keyed,
                                scheduler& jobs) {
    geometry_ = geometry;
    keyed.resize(members.size());
    parallel_for(jobs, members.size(), boxes_a_task, [&](std::size_t begin, std::size_t end) {
        // Copies, since for all the compiler knows the stores below could change the originals.
        const cell_geometry<Box> cells = geometry;
        cell_entry* const items = keyed.data();
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t index = members[i];
            items[i] = cell_entry(static_cast<std::uint32_t>(cells.key(boxes[index].min)), index);
        }
    });
}

template <any_box Box>
void cell_level<Box>::take_sorted(std::span<const Box> boxes, std::span<const cell_entry> sorted,
                                  scheduler& jobs) {
    const std::size_t count = sorted.size();
    boxes_.resize(count);
    indices_.resize(count + rows_padding);
    keys_.resize(count + rows_padding);
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        min_[axis].resize(count + rows_padding);
        max_[axis].resize(count + rows_padding);
    }
    parallel_for(jobs, count, boxes_a_task,
                 [&](std::size_t begin, std::size_t end) { fill(boxes, sorted, begin, end); });
    std::fill(keys_.begin() + static_cast<std::ptrdiff_t>(count), keys_.end(),
              std::numeric_limits<std::int32_t>::max());
}

template <any_box Box>
void cell_level<Box>::fill(std::span<const Box> boxes, std::span<const cell_entry> sorted, std::size_t begin,
                           std::size_t end) {
    Box* const ordered = boxes_.data();
    std::uint32_t* const indices = indices_.data();
    std::int32_t* const keys = keys_.data();
    std::array<T*, dimension> lower;
    std::array<T*, dimension> upper;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        lower[axis] = min_[axis].data();
        upper[axis] = max_[axis].data();
    }
    for (std::size_t place = begin; place < end; ++place) {
        const std::uint32_t index = sorted[place].index();
        __builtin_prefetch(&boxes[sorted[std::min(place + fetch_ahead, sorted.size() - 1)].index()]);
        const Box box = boxes[index];
        ordered[place] = box;
        indices[place] = index;
        keys[place] = static_cast<std::int32_t>(sorted[place].key());
        for (int axis = 0; axis < dimension; ++axis) {
            lower[static_cast<std::size_t>(axis)][place] = box.min[axis];
            upper[static_cast<std::size_t>(axis)][place] = box.max[axis];
        }
    }
}

template <any_box Box>
cell_rows<Box> cell_level<Box>::rows() const noexcept {
    cell_rows<Box> result;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        result.min[axis] = min_[axis].data();
        result.max[axis] = max_[axis].data();
    }
    result.keys = keys_.data();
    result.indices = indices_.data();
    result.directory = directory_.data();
    result.directory_shift = directory_shift_;
    const auto& strides = geometry_.strides;
    if constexpr (dimension == 2) {
        result.offsets = {strides[1]};
    } else {
        result.offsets = {strides[1], strides[2] - strides[1], strides[2], strides[2] + strides[1]};
    }
    return result;
}

template <any_box Box>
void cell_level<Box>::append_pairs_within(std::size_t begin, std::size_t end, simd::level width,
                                          pair_buffer& found) const {
    const cell_rows<Box> sorted = rows();
    // NOLINTNEXTLINE(misc-const-correctness): the kernel, which depends on Box, writes to it
    row_hit_sink sink(sorted.indices, found);
    ORRERY_SIMD_KERNEL(width, spatial_kernels::cell_scan<Box>::template pairs_within)(sorted, begin, end,
                                                                                      sink);
}

template <any_box Box>
void cell_level<Box>::build_directory() {
    // About as many entries as boxes: then what an entry leaves open is short, wherever boxes are not dense.
    const auto key_end = static_cast<std::uint32_t>(geometry_.key_end());
    directory_shift_ = 0;
    while ((key_end >> directory_shift_) > size() + 16) {
        ++directory_shift_;
    }
    directory_.resize((key_end >> directory_shift_) + 2);
    std::size_t entry = 0;
    for (std::size_t place = 0; place < size(); ++place) {
        const auto block = static_cast<std::size_t>(keys_[place] >> directory_shift_);
        for (; entry <= block; ++entry) {
            directory_[entry] = static_cast<std::uint32_t>(place);
        }
    }
    std::fill(directory_.begin() + static_cast<std::ptrdiff_t>(entry), directory_.end(),
              static_cast<std::uint32_t>(size()));
}

template <any_box Box>
void cell_level<Box>::append_pairs_with(std::span<const Box> seekers,
                                        std::span<const std::uint32_t> seeker_indices, simd::level width,
                                        pair_buffer& found) const {
    const cell_rows<Box> sorted = rows();
    // NOLINTNEXTLINE(misc-const-correctness): the kernel, which depends on Box, writes to it
    row_hit_sink sink(sorted.indices, found);
    ORRERY_SIMD_KERNEL(width, spatial_kernels::cell_scan<Box>::template pairs_with)
    (sorted, geometry_, seekers.data(), seeker_indices.data(), seekers.size(), sink);
}

template class cell_level<aabb2f>;
template class cell_level<aabb2d>;
template class cell_level<aabb2i>;
template class cell_level<aabb3f>;
template class cell_level<aabb3d>;
template class cell_level<aabb3i>;

} // namespace orrery::spatial::detail
