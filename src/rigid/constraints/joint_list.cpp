#include "rigid/constraints/joint_list.hpp"
#include "rigid/objects/carrier.hpp"

#include <algorithm>
#include <utility>

namespace orrery::rigid::detail {

void joint_list::update(const std::vector<constraint_type>& types, const roster& who, world_changes& changes,
                        orrery::registry& registry) {
    if (!world_changes::take(changes.joints)) {
        return;
    }
    ++changes.joints_version;
    changes.rows = true; // which say whether a joint holds the body
    edges_.clear();
    std::vector<entity> found;
    for (std::uint32_t type = 0; type < types.size(); ++type) {
        found.clear();
        types[type].list(registry, found);
        for (const entity id : found) {
            const constraint_type::ends ends = types[type].ends_of(registry, id);
            const std::uint32_t row_a = pushed_row(registry, who, ends.a);
            const std::uint32_t row_b = pushed_row(registry, who, ends.b);
            // A joint whose body is gone holds nothing; one that never had a second body holds the world.
            const bool is_broken =
                (ends.a && row_a == no_row) || (ends.b && row_b == no_row) || row_a == row_b;
            if (is_broken) {
                continue;
            }
            if (!registry.all_of<constraint_impulses>(id)) {
                registry.emplace<constraint_impulses>(id);
            }
            if (types[type].remember != nullptr && !registry.all_of<constraint_memory>(id)) {
                registry.emplace<constraint_memory>(id);
            }
            edges_.push_back({.key = registry.key_of(id),
                              .id = id,
                              .type = type,
                              .row_a = row_a,
                              .row_b = row_b,
                              .part_a = who.row_of(ends.a),
                              .part_b = who.row_of(ends.b)});
        }
    }
    // total order: an entity has a key of its own, and each type at most once
    std::ranges::sort(edges_, {}, [](const constraint_edge& edge) { return std::pair(edge.key, edge.type); });
    has_joint_.assign(who.bodies().size(), 0);
    for (const constraint_edge& edge : edges_) {
        for (const std::uint32_t row : {edge.row_a, edge.row_b}) {
            if (row != no_row) {
                has_joint_[row] = 1;
            }
        }
    }
}

} // namespace orrery::rigid::detail
