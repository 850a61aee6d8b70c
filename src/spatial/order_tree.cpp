#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/spatial/detail/order_tree.hpp>

namespace orrery::spatial::detail {

namespace {

constexpr std::size_t groups_a_task = 512;

// Writes boxes around groups of consecutive boxes, those with the numbers from first to last.
template <any_box Box>
void merge_groups(std::span<const Box> from, std::size_t first, std::size_t last, Box* to) {
    constexpr std::size_t fan_out = order_tree<Box>::fan_out;
    for (std::size_t group = first; group < last; ++group) {
        const std::size_t begin = group * fan_out;
        const std::size_t end = std::min(begin + fan_out, from.size());
        Box around = from[begin];
        for (std::size_t place = begin + 1; place < end; ++place) {
            around = merge(around, from[place]);
        }
        to[group] = around;
    }
}

} // namespace

template <any_box Box>
std::size_t order_tree<Box>::lay_out(std::size_t count) {
    size_ = count;
    level_count_ = 0;
    std::size_t total = 0;
    while (count > 1 || (count == 1 && level_count_ == 0)) {
        level_begin_[level_count_] = total;
        count = (count + fan_out - 1) / fan_out;
        total += count;
        ++level_count_;
    }
    level_begin_[level_count_] = total;
    boxes_.resize(total);
    return level_count_ > 0 ? level_begin_[1] : 0;
}

template <any_box Box>
void order_tree<Box>::build_above_groups() {
    for (std::uint32_t level = 1; level < level_count_; ++level) {
        const std::size_t count = level_begin_[level + 1] - level_begin_[level];
        const std::span<const Box> below(boxes_.data() + level_begin_[level - 1],
                                         level_begin_[level] - level_begin_[level - 1]);
        merge_groups(below, 0, count, boxes_.data() + level_begin_[level]);
    }
}

template <any_box Box>
void order_tree<Box>::build(std::span<const Box> ordered) {
    const std::size_t groups = lay_out(ordered.size());
    merge_groups(ordered, 0, groups, boxes_.data());
    build_above_groups();
}

template <any_box Box>
void order_tree<Box>::build(std::span<const Box> ordered, scheduler& jobs) {
    const std::size_t groups = lay_out(ordered.size());
    parallel_for(jobs, groups, groups_a_task, [&](std::size_t begin, std::size_t end) {
        merge_groups(ordered, begin, end, boxes_.data());
    });
    build_above_groups();
}

template class order_tree<aabb2f>;
template class order_tree<aabb2d>;
template class order_tree<aabb2i>;
template class order_tree<aabb3f>;
template class order_tree<aabb3d>;
template class order_tree<aabb3i>;

} // namespace orrery::spatial::detail
