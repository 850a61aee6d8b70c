#include "circles/terrain.hpp"

namespace orrery::circles::detail {

terrain::terrain(std::shared_ptr<const circles::rules> by)
    : rules_(std::move(by)) {
    for (std::uint32_t number = 0; number < rules_->walls.size(); ++number) {
        const wall& each = rules_->walls[number];
        const std::size_t count = each.points.size();
        for (std::size_t place = 0; place < count; ++place) {
            parts_.push_back({.a = each.points[place], .radius = each.radius, .wall = number});
            if (place + 1 < count || each.is_closed) {
                parts_.push_back({.a = each.points[place],
                                  .b = each.points[(place + 1) % count],
                                  .wall = number,
                                  .is_edge = true});
            }
        }
    }
}

} // namespace orrery::circles::detail
