#include "circles/neighborhood.hpp"

#include <algorithm>
#include <limits>

namespace orrery::circles::detail {

namespace {

// Boxes may be so many times as large as the mean before their circles are visitors. Sizes that are spread
// evenly from one to four stay below.
constexpr scalar most_times_mean = 3;

// How far those may be deflected that are not to be visitors, in cells from the middle of their first leg.
constexpr scalar later_reach_in_cells = scalar(1.5);

// Somewhat larger, so that no rounding loses a neighbour.
constexpr auto rounding = scalar(1.001);

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
    cell_size_ = max(first_reach_ * rounding, std::numeric_limits<scalar>::min());
    later_reach_ = cell_size_ * later_reach_in_cells;
}

void neighborhood::sort(std::span<const aabb2> boxes) {
    choose_cell_size(boxes);
    middles_.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        middles_[i] = center(boxes[i]);
    }
    grid_.build(middles_, cell_size_);
    for (std::vector<scalar>* each : {&middle_x_, &middle_y_, &low_x_, &low_y_, &high_x_, &high_y_}) {
        each->resize(boxes.size());
    }
    hits_.resize(boxes.size());
    const std::size_t cells =
        static_cast<std::size_t>(grid_.columns()) * static_cast<std::size_t>(grid_.rows());
    first_visitors_.assign(cells, nobody);
    visitors_.clear();
    first_guests_.clear();
    const std::span<const std::uint32_t> places = order();
    for (std::uint32_t who = 0; who < places.size(); ++who) {
        const aabb2& box = boxes[places[who]];
        middle_x_[who] = middles_[places[who]].x;
        middle_y_[who] = middles_[places[who]].y;
        low_x_[who] = box.min.x;
        low_y_[who] = box.min.y;
        high_x_[who] = box.max.x;
        high_y_[who] = box.max.y;
        if (reach_of(box) > first_reach_) {
            let_visit(who, box);
            first_guests_.push_back(who);
        }
    }
}

bool neighborhood::stays_near(std::uint32_t who, const aabb2& box) const noexcept {
    const scalar reach = later_reach_ / rounding;
    return box.min.x >= middle_x_[who] - reach && box.min.y >= middle_y_[who] - reach &&
           box.max.x <= middle_x_[who] + reach && box.max.y <= middle_y_[who] + reach;
}

void neighborhood::let_visit(std::uint32_t who, const aabb2& box) {
    grid_.each_cell(grid_.cells_of(box), [&](std::size_t cell) {
        visitors_.push_back({who, first_visitors_[cell]});
        first_visitors_[cell] = static_cast<std::uint32_t>(visitors_.size() - 1);
    });
}

void neighborhood::set_box(std::uint32_t who, const aabb2& box) {
    low_x_[who] = box.min.x;
    low_y_[who] = box.min.y;
    high_x_[who] = box.max.x;
    high_y_[who] = box.max.y;
    if (!stays_near(who, box)) {
        let_visit(who, box);
    }
}

std::span<const std::uint32_t> neighborhood::hits_in(index_range places, const aabb2& box) {
    std::uint32_t* end = hits_.data();
    for (auto who = static_cast<std::uint32_t>(places.begin); who < places.end; ++who) {
        *end = who;
        const bool is_hit = low_x_[who] <= box.max.x && high_x_[who] >= box.min.x &&
                            low_y_[who] <= box.max.y && high_y_[who] >= box.min.y;
        end += is_hit ? 1 : 0;
    }
    return {hits_.data(), end};
}

} // namespace orrery::circles::detail
