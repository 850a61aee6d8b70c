// The walls of a world as circles meet them: parts (corners, edges, circles) and which of them are near a
// place. Made once from rules, immutable, and shared by all forks, snapshots and queries.
#pragma once

#include "circles/walls/wall_grid.hpp"

#include <orrery/circles/rules.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/vector2.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/static_tree.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

class terrain {
public:
    explicit terrain(std::shared_ptr<const circles::rules> by);

    [[nodiscard]] const circles::rules& rules() const noexcept { return *rules_; }

    [[nodiscard]] const std::shared_ptr<const circles::rules>& shared_rules() const noexcept {
        return rules_;
    }

    // Wall after wall; of a chain corner, edge, corner, edge, ...
    [[nodiscard]] std::span<const wall_part> parts() const noexcept { return parts_; }

    [[nodiscard]] const wall& wall_of(std::uint32_t part) const noexcept {
        return rules_->walls[parts_[part].wall];
    }

    // Calls visit(number) for the corners and edges that follow each other up to two before and two after
    // this part, without it.
    template <typename Visit>
    void each_beside(std::uint32_t part, Visit visit) const {
        const std::uint32_t wall = parts_[part].wall;
        const std::uint32_t first = first_parts_[wall];
        const std::uint32_t count = first_parts_[wall + 1] - first;
        const bool is_closed = rules_->walls[wall].is_closed;
        for (const std::int32_t step : {-2, -1, 1, 2}) {
            const std::int64_t place = std::int64_t{part - first} + step;
            const bool is_there = place >= 0 && place < count;
            if (is_there || is_closed) {
                visit(first + static_cast<std::uint32_t>((place + count) % count));
            }
        }
    }

    // Whether any wall is a sensor, or has another filter than the rest.
    [[nodiscard]] bool has_sensors() const noexcept { return has_sensors_; }

    [[nodiscard]] bool has_filters() const noexcept { return has_filters_; }

    // Calls visit(number) for every part that has a point in the box, and perhaps for others near it; for
    // some more than once, in no particular order.
    template <typename Visit>
    void each_near(const aabb2& box, Visit visit) const {
        if (uses_grid_) {
            grid_.each_near(box, visit);
        } else {
            spatial::for_each_intersecting(tree_, box,
                                           [&](std::uint32_t number, const aabb2&) { visit(number); });
        }
    }

    // The boxes of all parts, for searches of other kinds.
    [[nodiscard]] const spatial::static_tree<aabb2>& tree() const noexcept { return tree_; }

private:
    std::shared_ptr<const circles::rules> rules_;
    std::vector<wall_part> parts_;
    std::vector<std::uint32_t> first_parts_; // of each wall, and the end
    wall_grid grid_;
    spatial::static_tree<aabb2> tree_;
    bool uses_grid_ = true;
    bool has_sensors_ = false;
    bool has_filters_ = false;
};

} // namespace orrery::circles::detail
