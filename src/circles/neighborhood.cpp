#include "circles/neighborhood.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#define ORRERY_SIMD_KERNELS "circles/may_meet.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::circles::detail {

namespace {

// Boxes may be so many times as large as the mean before their circles are visitors. Sizes that are spread
// evenly from one to four stay below.
constexpr scalar most_times_mean = 2;

// How far those may be deflected that are not to be visitors, in cells from the middle of their first leg.
constexpr scalar later_reach_in_cells = scalar(1.5);

// Somewhat larger, so that no rounding loses a neighbour.
constexpr auto rounding = scalar(1.001);

// So many places are read at once, and some of them behind the last.
constexpr std::size_t lanes_at_once = 8;

[[nodiscard]] scalar reach_of(const aabb2& box) noexcept {
    return max(box.max.x - box.min.x, box.max.y - box.min.y) * scalar(0.5);
}

} // namespace

void neighborhood::choose_cell_size(std::span<const aabb2> boxes) {
    scalar largest = 0;
    scalar sum = 0;
    for (const aabb2& each : boxes) {
        const scalar reach = reach_of(each);
        largest = max(largest, reach);
        sum += reach;
    }
    const scalar mean = sum / static_cast<scalar>(std::max<std::size_t>(boxes.size(), 1));
    first_reach_ = min(largest, mean * most_times_mean);
}

void neighborhood::sort(std::span<const aabb2> boxes, scalar end) {
    end_ = end;
    choose_cell_size(boxes);
    const scalar cell = max(first_reach_ * rounding, std::numeric_limits<scalar>::min());
    later_reach_ = cell * later_reach_in_cells;
    middles_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        middles_[i] = center(boxes[i]);
    }
    grid_.build(middles_, cell);
    sorted_middles_.resize(boxes.size());
    const std::size_t room = boxes.size() + lanes_at_once;
    for (std::vector<scalar>* each : {&x_, &y_, &velocity_x_, &velocity_y_, &since_, &padded_}) {
        each->resize(room);
        // What is behind the last is at rest, and so meets only who goes there.
        std::fill(each->end() - lanes_at_once, each->end(), scalar(0));
    }
    found_.resize(boxes.size() + lanes_at_once);
    const std::size_t cells =
        static_cast<std::size_t>(grid_.columns()) * static_cast<std::size_t>(grid_.rows());
    first_visitors_.assign(cells, nobody);
    visitors_.clear();
    first_guests_.clear();
    guest_boxes_.clear();
    const std::span<const std::uint32_t> places = order();
    for (std::uint32_t place = 0; place < places.size(); ++place) {
        sorted_middles_[place] = middles_[places[place]];
        const aabb2& box = boxes[places[place]];
        if (reach_of(box) > first_reach_) {
            let_visit(place, box);
            first_guests_.push_back(place);
            guest_boxes_.push_back(box);
        }
    }
}

void neighborhood::write(std::uint32_t place, const mover& what) noexcept {
    x_[place] = what.position.x;
    y_[place] = what.position.y;
    velocity_x_[place] = what.velocity.x;
    velocity_y_[place] = what.velocity.y;
    since_[place] = what.since;
    padded_[place] = what.padded;
}

bool neighborhood::stays_near(std::uint32_t place, const aabb2& box) const noexcept {
    const scalar reach = later_reach_ / rounding;
    const vector2 middle = sorted_middles_[place];
    return box.min.x >= middle.x - reach && box.min.y >= middle.y - reach && box.max.x <= middle.x + reach &&
           box.max.y <= middle.y + reach;
}

void neighborhood::let_visit(std::uint32_t place, const aabb2& box) {
    grid_.each_cell(grid_.cells_of(box), [&](std::size_t cell) {
        visitors_.push_back({place, first_visitors_[cell]});
        first_visitors_[cell] = static_cast<std::uint32_t>(visitors_.size() - 1);
    });
}

void neighborhood::set(std::uint32_t place, const mover& what, const aabb2& box) {
    write(place, what);
    if (!stays_near(place, box)) {
        let_visit(place, box);
    }
}

std::span<const std::uint32_t> neighborhood::candidates(const mover& who) {
    const leg_arrays legs{x_.data(),          y_.data(),     velocity_x_.data(),
                          velocity_y_.data(), since_.data(), padded_.data()};
    const std::size_t count = ORRERY_SIMD_KERNEL(level_, may_meet::find)(legs, who, end_, runs_.data(),
                                                                         runs_.size(), found_.data());
    return {found_.data(), count};
}

} // namespace orrery::circles::detail
