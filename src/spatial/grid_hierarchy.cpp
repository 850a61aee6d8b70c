#include <orrery/spatial/grid_hierarchy.hpp>

#include <algorithm>
#include <array>

namespace orrery::spatial {

namespace {

using detail::cell_geometry;

// The region that most lower corners lie in, with room around it: a few boxes far away must not make all
// cells larger than they need to be.
template <any_box Box>
[[nodiscard]] Box region_of_most(std::span<const Box> boxes, std::span<const std::uint32_t> members,
                                 const Box& region) {
    using T = typename Box::value_type;
    constexpr std::size_t most_samples = 512;
    const std::size_t count = std::min(most_samples, members.size());
    std::array<T, most_samples> sample{};
    Box result = region;
    for (int axis = 0; axis < Box::dimension; ++axis) {
        for (std::size_t i = 0; i < count; ++i) {
            const T corner = boxes[members[i * members.size() / count]].min[axis];
            sample[i] = clamp(corner, region.min[axis], region.max[axis]);
        }
        std::sort(sample.begin(), sample.begin() + count); // total order: no NaN, and equals are equal
        const auto low = static_cast<product_type<T>>(sample[count / 16]);
        const auto high = static_cast<product_type<T>>(sample[count - 1 - count / 16]);
        const auto room = (high - low) / 2;
        result.min[axis] = static_cast<T>(max(low - room, product_type<T>{region.min[axis]}));
        result.max[axis] = static_cast<T>(min(high + room, product_type<T>{region.max[axis]}));
    }
    return result;
}

template <any_box Box>
[[nodiscard]] cell_geometry<Box> geometry_for(std::span<const Box> boxes,
                                              const typename detail::size_classes<Box>::size_class& members,
                                              const Box& region) {
    const auto whole = cell_geometry<Box>::over(region, members.largest_sides);
    if (all_less_equal(whole.cell_size(), members.largest_sides + members.largest_sides)) {
        return whole;
    }
    const auto most = cell_geometry<Box>::over(region_of_most(boxes, std::span(members.members), region),
                                               members.largest_sides);
    return all_less_equal(most.cell_size() + most.cell_size(), whole.cell_size()) ? most : whole;
}

// What a box of `seekers` costs when it looks for those of `grid`: the rows of cells that it has to look at.
template <any_box Box>
[[nodiscard]] double rows_to_look_at(const cell_geometry<Box>& seekers, const cell_geometry<Box>& grid) {
    double rows = 1;
    for (int axis = 1; axis < Box::dimension; ++axis) {
        rows *=
            static_cast<double>(seekers.cell_size()[axis]) / static_cast<double>(grid.cell_size()[axis]) + 2;
    }
    return rows;
}

} // namespace

template <any_box Box>
void grid_hierarchy<Box>::build(std::span<const Box> boxes) {
    serial_scheduler alone;
    build(boxes, alone);
}

template <any_box Box>
void grid_hierarchy<Box>::build(std::span<const Box> boxes, scheduler& jobs) {
    size_ = boxes.size();
    sizes_.build(boxes, jobs);
    grid_count_ = sizes_.classes().size();
    levels_.resize(std::max(levels_.size(), grid_count_));
    trees_.resize(levels_.size());
    for (std::size_t grid = 0; grid < grid_count_; ++grid) {
        const auto& members = sizes_.classes()[grid];
        levels_[grid].build(boxes, members.members, geometry_for(boxes, members, sizes_.corners()), sorter_,
                            scratch_, jobs);
        if (grid_count_ > 1) {
            levels_[grid].build_directory();
        }
        trees_[grid].build(levels_[grid].boxes(), jobs);
    }
    unbounded_.assign(sizes_.unbounded().begin(), sizes_.unbounded().end());
    unbounded_boxes_.clear();
    for (const std::uint32_t index : unbounded_) {
        unbounded_boxes_.push_back(boxes[index]);
    }
    plan_tasks();
}

// Within each grid, then between each two: those look for the others for which that is less work.
template <any_box Box>
void grid_hierarchy<Box>::plan_tasks() {
    tasks_.clear();
    for (std::uint32_t larger = 0; larger < grid_count_; ++larger) {
        plan_tasks(larger, larger, 1);
        for (std::uint32_t smaller = larger + 1; smaller < grid_count_; ++smaller) {
            const detail::cell_level<Box>& large = levels_[larger];
            const detail::cell_level<Box>& small = levels_[smaller];
            const double down = rows_to_look_at(large.geometry(), small.geometry());
            const double up = rows_to_look_at(small.geometry(), large.geometry());
            if (down * static_cast<double>(large.size()) <= up * static_cast<double>(small.size())) {
                plan_tasks(larger, smaller, down);
            } else {
                plan_tasks(smaller, larger, up);
            }
        }
    }
    for (std::size_t i = 0; i < unbounded_.size(); ++i) {
        tasks_.push_back({all_grids, 0, i, i + 1});
    }
}

template <any_box Box>
void grid_hierarchy<Box>::plan_tasks(std::uint32_t seekers, std::uint32_t grid, double cost_of_a_box) {
    constexpr double cost_of_a_task = 4096;
    const auto boxes_a_task = static_cast<std::size_t>(max(cost_of_a_task / cost_of_a_box, 1.0));
    const std::size_t count = levels_[seekers].size();
    for (std::size_t begin = 0; begin < count; begin += boxes_a_task) {
        tasks_.push_back({seekers, grid, begin, std::min(begin + boxes_a_task, count)});
    }
}

template <any_box Box>
void grid_hierarchy<Box>::append_pairs(std::uint32_t task, pair_buffer& found) const {
    const pair_task& todo = tasks_[task];
    if (todo.seekers == all_grids) {
        append_unbounded_pairs(todo, found);
    } else if (todo.seekers == todo.grid) {
        levels_[todo.grid].append_pairs_within(todo.begin, todo.end, settings_.simd_level, found);
    } else {
        const detail::cell_level<Box>& seekers = levels_[todo.seekers];
        const std::size_t count = todo.end - todo.begin;
        levels_[todo.grid].append_pairs_with(seekers.boxes().subspan(todo.begin, count),
                                             seekers.indices().subspan(todo.begin, count),
                                             settings_.simd_level, found);
    }
}

template <any_box Box>
void grid_hierarchy<Box>::append_unbounded_pairs(const pair_task& task, pair_buffer& found) const {
    const Box& box = unbounded_boxes_[task.begin];
    const std::uint32_t index = unbounded_[task.begin];
    for (std::size_t grid = 0; grid < grid_count_; ++grid) {
        for (std::size_t place = 0; place < levels_[grid].size(); ++place) {
            if (intersects(box, levels_[grid].boxes()[place])) {
                found.push_back(ordered_pair(index, levels_[grid].indices()[place]));
            }
        }
    }
    for (std::size_t other = task.end; other < unbounded_.size(); ++other) {
        if (intersects(box, unbounded_boxes_[other])) {
            found.push_back(ordered_pair(index, unbounded_[other]));
        }
    }
}

template class grid_hierarchy<aabb2f>;
template class grid_hierarchy<aabb2d>;
template class grid_hierarchy<aabb2i>;
template class grid_hierarchy<aabb3f>;
template class grid_hierarchy<aabb3d>;
template class grid_hierarchy<aabb3i>;

} // namespace orrery::spatial
