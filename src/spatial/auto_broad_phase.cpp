#include <orrery/spatial/auto_broad_phase.hpp>

#include <algorithm>
#include <array>
#include <spatial/box_survey.hpp>

namespace orrery::spatial {

namespace {

// Up to so many boxes sweep is faster whatever they look like.
constexpr std::size_t few = 256;

// Whether boxes lie in a row so narrow that cells across it would tell nothing apart; by a sample of them.
template <any_box Box>
[[nodiscard]] bool lie_in_a_row(std::span<const Box> boxes) {
    std::array<Box, few> sample;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        sample[i] = boxes[i * boxes.size() / sample.size()];
    }
    serial_scheduler alone;
    const detail::box_survey<Box> found = detail::survey(std::span<const Box>(sample), alone);
    const auto extents = size(found.corners);
    int long_axes = 0;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        long_axes += static_cast<int>(extents[axis] / 4 > found.smallest);
    }
    return long_axes <= 1;
}

} // namespace

template <any_box Box>
void auto_broad_phase<Box>::build(std::span<const Box> boxes) {
    serial_scheduler alone;
    build(boxes, alone);
}

template <any_box Box>
void auto_broad_phase<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    if (boxes.size() <= few || lie_in_a_row(boxes)) {
        chosen_ = structure::sweep;
        sweep_.build(boxes, jobs);
    } else {
        chosen_ = structure::grid_hierarchy;
        grids_.build(boxes, jobs);
    }
}

template class auto_broad_phase<aabb2f>;
template class auto_broad_phase<aabb2d>;
template class auto_broad_phase<aabb2i>;
template class auto_broad_phase<aabb3f>;
template class auto_broad_phase<aabb3d>;
template class auto_broad_phase<aabb3i>;

} // namespace orrery::spatial
