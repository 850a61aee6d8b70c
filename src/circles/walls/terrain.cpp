#include "circles/walls/terrain.hpp"

#include <orrery/math/vector.hpp>

#include <utility>

namespace orrery::circles::detail {

namespace {

// Beyond so many parts that share a cell with one on average, the tree finds them faster.
constexpr double most_crowding = 64;

void append_parts(const wall& of, std::uint32_t number, std::vector<wall_part>& into) {
    const std::size_t count = of.points.size();
    const wall_part like{.radius = of.radius, .wall = number, .is_sensor = of.is_sensor};
    for (std::size_t place = 0; place < count; ++place) {
        wall_part& corner = into.emplace_back(like);
        corner.a = of.points[place];
        corner.b = corner.a;
        if (count > 1 && (place + 1 < count || of.is_closed)) {
            wall_part edge = like;
            edge.a = of.points[place];
            edge.b = of.points[(place + 1) % count];
            edge.is_edge = true;
            edge.length = length(edge.b - edge.a);
            edge.along = (edge.b - edge.a) / edge.length;
            into.push_back(edge);
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
