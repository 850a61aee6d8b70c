#include <orrery/core/check.hpp>
#include <orrery/spatial/grid.hpp>

#include <numeric>
#include <spatial/box_survey.hpp>

namespace orrery::spatial {

template <any_box Box>
void grid<Box>::build(std::span<const Box> boxes) {
    serial_scheduler alone;
    build(boxes, alone);
}

template <any_box Box>
void grid<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    if (members_.size() != boxes.size()) {
        members_.resize(boxes.size());
        std::iota(members_.begin(), members_.end(), 0u);
    }
    const detail::box_survey<Box> found = detail::survey(boxes, jobs);
    level_.build_densely(boxes, members_, geometry_for(found), sorter_, scratch_, jobs);
    tree_.build(level_.boxes(), jobs);
}

template <any_box Box>
detail::cell_geometry<Box> grid<Box>::geometry_for(const detail::box_survey<Box>& found) const {
    using geometry = detail::cell_geometry<Box>;
    const Box region = settings_.region          ? detail::within_range(*settings_.region)
                       : is_valid(found.corners) ? found.corners
                                                 : Box{}; // there are no boxes
    ORRERY_CHECK(is_valid(region), "the region of a grid must not be inverted or have a NaN");
    const double most_cells = settings_.most_cells_a_box * static_cast<double>(members_.size());
    return geometry::over(region, max(found.largest, found.largest.filled(settings_.least_cell_size)),
                          static_cast<std::int64_t>(
                              min(max(most_cells, 64.0), static_cast<double>(geometry::largest_key_end))));
}

template <any_box Box>
void grid<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    const index_range places = pieces()[task];
    level_.append_pairs_within(places.begin, places.end, settings_.simd_level, found);
}

template class grid<aabb2f>;
template class grid<aabb2d>;
template class grid<aabb2i>;
template class grid<aabb3f>;
template class grid<aabb3d>;
template class grid<aabb3i>;

} // namespace orrery::spatial
