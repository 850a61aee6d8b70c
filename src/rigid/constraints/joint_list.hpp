// All joints of a world, with the rows of their bodies: made anew when joints or the roster have changed.
#pragma once

#include "rigid/constraints/constraint_edge.hpp"
#include "rigid/step/roster.hpp"
#include "rigid/step/world_changes.hpp"

#include <orrery/core/registry/registry.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class joint_list {
public:
    // Lists joints anew if they or their bodies' rows have changed, and gives them the components that steps
    // keep in them.
    void update(const std::vector<constraint_type>& types, const roster& who, world_changes& changes,
                orrery::registry& registry);

    // In the order of keys and types; nobody has asked for their rows.
    [[nodiscard]] std::span<const constraint_edge> all() const noexcept { return edges_; }

    // Of rows: whether a joint holds the body, also while it sleeps.
    [[nodiscard]] std::span<const std::uint8_t> has_joint() const noexcept { return has_joint_; }

private:
    std::vector<constraint_edge> edges_;
    std::vector<std::uint8_t> has_joint_;
};

} // namespace orrery::rigid::detail
