#include "circles/walls/wall_grid.hpp"

#include <algorithm>
#include <limits>

namespace orrery::circles::detail {

namespace {

constexpr scalar grid_epsilon = std::numeric_limits<scalar>::epsilon();
constexpr std::uint32_t most_columns = 4096;
// Rounding moves a coordinate by less than this part of a cell (see smallest_side).
constexpr double cell_margin = 1.0 / 32;

// Cells so large that no coordinate is rounded by more than a small part of one, in a grid of 4096 of them.
[[nodiscard]] scalar smallest_side(const aabb2& bounds) noexcept {
    const scalar farthest = largest_component(max(abs(bounds.min), abs(bounds.max)));
    return max(farthest * 64 * grid_epsilon, scalar(1e-18));
}

struct span_of_axis {
    scalar low = 0;
    scalar high = 0;
};

// Where the parts are along an axis: all of it, or without what is far away from nearly all others.
[[nodiscard]] span_of_axis covered_along(int axis, const std::vector<aabb2>& boxes, const aabb2& bounds) {
    std::vector<scalar> middles;
    middles.reserve(boxes.size());
    for (const aabb2& box : boxes) {
        middles.push_back(center(box)[axis]);
    }
    const auto rank = [&](std::size_t place) {
        const auto at = middles.begin() + static_cast<std::ptrdiff_t>(place);
        // total order: of numbers, only the value at the place is read
        std::nth_element(middles.begin(), at, middles.end());
        return *at;
    };
    const std::size_t few = middles.size() / 32;
    const scalar low = rank(few);
    const scalar high = rank(middles.size() - 1 - few);
    const scalar margin = (high - low) / 8;
    const span_of_axis all{bounds.min[axis], bounds.max[axis]};
    if (high == low || all.high - all.low <= (high - low + 2 * margin) * 2) {
        return all;
    }
    return {max(low - margin, all.low), min(high + margin, all.high)};
}

[[nodiscard]] aabb2 covered_by(const std::vector<aabb2>& boxes, const aabb2& bounds) {
    const span_of_axis x = covered_along(0, boxes, bounds);
    const span_of_axis y = covered_along(1, boxes, bounds);
    return {{x.low, y.low}, {x.high, y.high}};
}

struct range {
    double low = 0;
    double high = 0;
};

// The part of an edge between two heights, along x; low > high if there is none.
[[nodiscard]] range edge_between(const wall_part& edge, range heights) noexcept {
    const double rise = double{edge.b.y} - edge.a.y;
    const double run = double{edge.b.x} - edge.a.x;
    double first = 0;
    double last = 1;
    if (rise != 0) {
        const double at_low = (heights.low - edge.a.y) / rise;
        const double at_high = (heights.high - edge.a.y) / rise;
        first = max(first, min(at_low, at_high));
        last = min(last, max(at_low, at_high));
    }
    if (first > last) {
        return {1, 0};
    }
    const double begin = edge.a.x + run * first;
    const double end = edge.a.x + run * last;
    return {min(begin, end), max(begin, end)};
}

[[nodiscard]] range circle_between(const wall_part& circle, range heights) noexcept {
    const double radius = circle.radius;
    const double away = max(max(heights.low - circle.a.y, circle.a.y - heights.high), 0.0);
    if (away > radius) {
        return {1, 0};
    }
    const double half = sqrt(radius * radius - away * away);
    return {circle.a.x - half, circle.a.x + half};
}

} // namespace

aabb2 box_of_circle(vector2 center, scalar radius) noexcept {
    const vector2 rounding = (abs(center) + vector2::filled(radius)) * (2 * grid_epsilon);
    return aabb2::from_center(center, radius > 0 ? vector2::filled(radius) + rounding : vector2{});
}

aabb2 box_of(const wall_part& part) noexcept {
    return part.is_edge ? aabb2::around(part.a, part.b) : box_of_circle(part.a, part.radius);
}

void wall_grid::build(std::span<const wall_part> parts) {
    *this = {};
    if (parts.empty()) {
        return;
    }
    std::vector<aabb2> boxes;
    boxes.reserve(parts.size());
    for (const wall_part& part : parts) {
        boxes.push_back(box_of(part));
        bounds_ = merge(bounds_, boxes.back());
    }
    const aabb2 covered = covered_by(boxes, bounds_);
    const vector2 sides = size(covered);
    // More cells are emptier and take more memory to look into; among sixteen thousand circles that hit each
    // other, two a part cost the least.
    const scalar wanted = static_cast<scalar>(2 * parts.size());
    scalar side = max(sqrt(sides.x / wanted * sides.y), max(sides.x, sides.y) / most_columns);
    side = max(side, smallest_side(bounds_));
    for (set_cells(covered, side);
         cells() > most_cells(parts.size()) || count_entries(parts) > most_entries(parts.size());
         set_cells(covered, side)) {
        side *= scalar(1.25);
    }
    fill(parts);
}

void wall_grid::set_cells(const aabb2& covered, scalar side) noexcept {
    const auto count = [&](scalar length) {
        return std::min(static_cast<std::uint32_t>(min(length / side, scalar(most_columns))) + 1,
                        most_columns);
    };
    origin_ = covered.min;
    cells_a_unit_ = 1 / side;
    columns_ = count(covered.max.x - covered.min.x);
    rows_ = count(covered.max.y - covered.min.y);
    last_column_ = static_cast<scalar>(columns_ - 1);
    last_row_ = static_cast<scalar>(rows_ - 1);
    bytes_a_row_ = (columns_ + 7) / 8;
}

template <typename Visit>
void wall_grid::each_row_of(const wall_part& part, Visit visit) const {
    const double side = 1 / double{cells_a_unit_};
    const double margin = side * cell_margin;
    const aabb2 box = inflate(box_of(part), static_cast<scalar>(margin));
    const std::uint32_t last = row_of(box.max.y);
    for (std::uint32_t row = row_of(box.min.y); row <= last; ++row) {
        constexpr double far = std::numeric_limits<double>::infinity();
        const double bottom = origin_.y + row * side;
        const range heights{row == 0 ? -far : bottom - margin,
                            row + 1 == rows_ ? far : bottom + side + margin};
        const range along = part.is_edge ? edge_between(part, heights) : circle_between(part, heights);
        if (along.low <= along.high) {
            visit(row, column_of(static_cast<scalar>(along.low - margin)),
                  column_of(static_cast<scalar>(along.high + margin)));
        }
    }
}

std::size_t wall_grid::count_entries(std::span<const wall_part> parts) const {
    std::size_t count = 0;
    for (const wall_part& part : parts) {
        each_row_of(
            part, [&](std::uint32_t, std::uint32_t first, std::uint32_t last) { count += last - first + 1; });
        if (count > most_entries(parts.size())) {
            break;
        }
    }
    return count;
}

void wall_grid::fill(std::span<const wall_part> parts) {
    starts_.assign(cells() + 1, 0);
    occupied_.assign(std::size_t{bytes_a_row_} * (rows_ + window_rows) + sizeof(std::uint32_t), 0);
    for (const wall_part& part : parts) {
        each_row_of(part, [&](std::uint32_t row, std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t column = first; column <= last; ++column) {
                ++starts_[row * columns_ + column + 1];
                occupied_[row * bytes_a_row_ + column / 8] |= static_cast<std::uint8_t>(1 << (column % 8));
            }
        });
    }
    for (std::size_t cell = 1; cell < starts_.size(); ++cell) {
        starts_[cell] += starts_[cell - 1];
    }
    entries_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t number = 0; number < parts.size(); ++number) {
        entry made{.box = box_of(parts[number]), .part = number};
        std::uint32_t row_before = rows_;
        each_row_of(parts[number], [&](std::uint32_t row, std::uint32_t first, std::uint32_t last) {
            if (row != row_before + 1) {
                made.first_below = 1;
                made.last_below = 0;
            }
            made.first_column = static_cast<std::uint16_t>(first);
            for (std::uint32_t column = first; column <= last; ++column) {
                entries_[next[row * columns_ + column]++] = made;
            }
            made.first_below = static_cast<std::uint16_t>(first);
            made.last_below = static_cast<std::uint16_t>(last);
            row_before = row;
        });
    }
}

double wall_grid::crowding() const noexcept {
    double sum = 0;
    for (std::size_t cell = 1; cell < starts_.size(); ++cell) {
        const double count = starts_[cell] - starts_[cell - 1];
        sum += count * count;
    }
    return entries_.empty() ? 0 : sum / static_cast<double>(entries_.size());
}

} // namespace orrery::circles::detail
