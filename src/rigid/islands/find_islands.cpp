#include "rigid/islands/find_islands.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

void find_islands(std::span<const body_row> rows, std::span<const touch_link> touches,
                  std::span<const constraint_edge> joints, island_map& islands) {
    ORRERY_ZONE("islands");
    islands.begin(rows);
    for (const touch_link& link : touches) {
        if (link.moving != no_row && link.other != no_row) {
            islands.join(link.moving, link.other);
        }
    }
    for (const constraint_edge& edge : joints) {
        if (edge.is_a_dynamic && edge.is_b_dynamic) {
            islands.join(edge.row_a, edge.row_b);
        }
    }
    islands.finish();
}

} // namespace orrery::rigid::detail
