#include "circles/terrain.hpp"

#include <utility>

namespace orrery::circles::detail {

namespace {

// Beyond so many parts that share a cell with one on average, the tree finds them faster.
constexpr double most_crowding = 64;

void append_parts(const wall& of, std::uint32_t number, std::vector<wall_part>& into) {
    const std::size_t count = of.points.size();
    if (count == 1) {
        into.push_back({.a = of.points[0], .b = of.points[0], .radius = of.radius, .wall = number});
        return;
    }
    for (std::size_t place = 0; place < count; ++place) {
        const vector2 corner = of.points[place];
        into.push_back({.a = corner, .b = corner, .wall = number});
        if (place + 1 < count || of.is_closed) {
            const vector2 next = of.points[(place + 1) % count];
            into.push_back({.a = corner, .b = next, .wall = number, .is_edge = true});
        }
    }
}

} // namespace

terrain::terrain(std::shared_ptr<const circles::rules> by)
    : rules_(std::move(by)) {
    for (std::uint32_t number = 0; number < rules_->walls.size(); ++number) {
        const wall& each = rules_->walls[number];
        first_parts_.push_back(static_cast<std::uint32_t>(parts_.size()));
        append_parts(each, number, parts_);
        has_sensors_ = has_sensors_ || each.is_sensor;
        has_filters_ = has_filters_ || each.filter != collision_filter{};
    }
    first_parts_.push_back(static_cast<std::uint32_t>(parts_.size()));
    grid_.build(parts_);
    uses_grid_ = grid_.crowding() <= most_crowding;
    std::vector<aabb2> boxes;
    boxes.reserve(parts_.size());
    for (const wall_part& part : parts_) {
        boxes.push_back(box_of(part));
    }
    tree_.build(boxes);
    tree_.free_build_memory();
}

} // namespace orrery::circles::detail
