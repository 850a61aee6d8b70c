#include "apps/scene/circles/circles_fill.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::scene_format {
namespace {

constexpr double most_cells = 512; // along each axis
constexpr int tries_for_one = 400;
constexpr std::size_t most_work = 400'000'000;

// What the random numbers of a circle are for: each use has a part of its stream.
constexpr std::uint64_t draws_of_fill_places = 0;
constexpr std::uint64_t draws_of_fill_speeds = 1'000'000;

[[nodiscard]] vector2d doubled(vector2 what) noexcept {
    return {static_cast<double>(what.x), static_cast<double>(what.y)};
}

[[nodiscard]] double squared_distance_to_edge(vector2d from, vector2d a, vector2d b) noexcept {
    const vector2d along = b - a;
    const double length = length_squared(along);
    const double share = length > 0 ? std::clamp(dot(from - a, along) / length, 0.0, 1.0) : 0;
    return length_squared(from - a - along * share);
}

} // namespace

circles_fill::circles_fill(const json::cursor& generator, const circles::rules& rules,
                           std::span<const circles::circle_definition> already)
    : box_{plane_vector_of(generator["low"]), plane_vector_of(generator["high"])}
    , seed_(whole_number(generator["seed"], 1))
    , work_left_(most_work) {
    const json::cursor gap = generator["gap"];
    gap_ = gap ? gap->number() : 0.02;
    const json::cursor speed = generator["speed"];
    speed_ = speed ? speed->number() : 0;
    // About as many cells as circles.
    const vector2d size = box_.max - box_.min;
    const double cells = std::clamp(generator["count"]->number(), 1.0, most_cells * most_cells);
    const double side = sqrt(size.x * size.y / cells);
    columns_ = static_cast<std::size_t>(std::clamp(size.x / side, 1.0, most_cells));
    rows_ = static_cast<std::size_t>(std::clamp(size.y / side, 1.0, most_cells));
    cell_size_ = {size.x / static_cast<double>(columns_), size.y / static_cast<double>(rows_)};
    cells_.resize(columns_ * rows_);
    for (const circles::wall& each : rules.walls) {
        if (each.is_sensor) {
            continue;
        }
        const std::size_t count = each.points.size();
        for (std::size_t number = 0; number < count; ++number) {
            const bool has_next = number + 1 < count || each.is_closed;
            if (count == 1 || has_next) {
                add({doubled(each.points[number]), doubled(each.points[(number + 1) % count]),
                     static_cast<double>(each.radius)});
            }
        }
    }
    for (const circles::circle_definition& each : already) {
        add({doubled(each.motion.position), doubled(each.motion.position),
             static_cast<double>(each.form.radius)});
    }
}

circles_fill::cell_range circles_fill::cells_of(const aabb2d& box) const noexcept {
    const auto number = [](double distance, double size, std::size_t end) {
        return static_cast<std::size_t>(std::clamp(distance / size, 0.0, static_cast<double>(end - 1)));
    };
    return {.x_begin = number(box.min.x - box_.min.x, cell_size_.x, columns_),
            .x_end = number(box.max.x - box_.min.x, cell_size_.x, columns_) + 1,
            .y_begin = number(box.min.y - box_.min.y, cell_size_.y, rows_),
            .y_end = number(box.max.y - box_.min.y, cell_size_.y, rows_) + 1};
}

void circles_fill::add(const obstacle& what) {
    const vector2d margin{what.radius + gap_, what.radius + gap_};
    const aabb2d around{min(what.a, what.b) - margin, max(what.a, what.b) + margin};
    if (!intersects(around, box_)) {
        return;
    }
    const auto number = static_cast<std::uint32_t>(obstacles_.size());
    obstacles_.push_back(what);
    const cell_range range = cells_of(around);
    const std::size_t work = (range.x_end - range.x_begin) * (range.y_end - range.y_begin);
    if (work > work_left_) {
        work_left_ = 0; // nothing more is found to be free
        return;
    }
    work_left_ -= work;
    for (std::size_t y = range.y_begin; y < range.y_end; ++y) {
        for (std::size_t x = range.x_begin; x < range.x_end; ++x) {
            cells_[y * columns_ + x].push_back(number);
        }
    }
}

bool circles_fill::is_free(vector2d middle, double radius) {
    const vector2d margin{radius, radius};
    const cell_range range = cells_of({middle - margin, middle + margin});
    for (std::size_t y = range.y_begin; y < range.y_end; ++y) {
        for (std::size_t x = range.x_begin; x < range.x_end; ++x) {
            for (const std::uint32_t number : cells_[y * columns_ + x]) {
                const obstacle& each = obstacles_[number];
                const double distance = each.radius + radius + gap_;
                if (work_left_ == 0 ||
                    squared_distance_to_edge(middle, each.a, each.b) < distance * distance) {
                    return false;
                }
                --work_left_;
            }
        }
    }
    return work_left_ > 0;
}

bool circles_fill::put(circles::circle_definition& what, std::size_t index) {
    const auto radius = static_cast<double>(what.form.radius);
    const vector2d margin{radius + gap_, radius + gap_};
    const aabb2d middles{box_.min + margin, box_.max - margin};
    if (!(middles.min.x <= middles.max.x && middles.min.y <= middles.max.y)) {
        return false;
    }
    philox places(seed_, index, draws_of_fill_places);
    for (int tried = 0; tried < tries_for_one && work_left_ > 0; ++tried) {
        const vector2d middle{uniform_real<double>(places, middles.min.x, middles.max.x),
                              uniform_real<double>(places, middles.min.y, middles.max.y)};
        if (!is_free(middle, radius)) {
            continue;
        }
        what.motion.position = {static_cast<scalar>(middle.x), static_cast<scalar>(middle.y)};
        if (speed_ > 0) {
            philox speeds(seed_, index, draws_of_fill_speeds);
            const auto fastest = static_cast<scalar>(speed_);
            const scalar speed = uniform_real<scalar>(speeds, 0, fastest);
            what.motion.velocity += unit_vector<vector2>(speeds) * speed;
        }
        add({doubled(what.motion.position), doubled(what.motion.position), radius});
        return true;
    }
    return false;
}

} // namespace orrery::scene_format
