// The walls of a world as circles meet them: parts (corners, edges, circles) and which of them are near a
// place. Made once from rules, immutable, and shared by all forks, snapshots and queries.
#pragma once

#include <orrery/circles/rules.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::circles::detail {

// A circle or a corner (radius 0) at `a`, or the edge from `a` to `b` without its ends.
struct wall_part {
    vector2 a{};
    vector2 b{};
    scalar radius = 0;
    std::uint32_t wall = 0; // of rules::walls
    bool is_edge = false;
};

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

    // Calls visit(number) for every part that has a point in the box, and perhaps for others near it; for
    // some more than once, in no particular order.
    template <typename Visit>
    void each_near(const aabb2&, Visit visit) const {
        for (std::uint32_t number = 0; number < parts_.size(); ++number) {
            visit(number);
        }
    }

private:
    std::shared_ptr<const circles::rules> rules_;
    std::vector<wall_part> parts_;
};

} // namespace orrery::circles::detail
