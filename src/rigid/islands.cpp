// Who moves together.
#include "pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

void pipeline::find_islands() {
    ORRERY_ZONE("islands");
    islands_.begin(rows);
    for (const touch& pair : touches_) {
        if (pair.is_a_dynamic && pair.is_b_dynamic && !pair.is_sensor) {
            islands_.join(pair.row_a, pair.row_b);
        }
    }
    for (const constraint_edge& edge : edges_) {
        if (edge.is_a_dynamic && edge.is_b_dynamic) {
            islands_.join(edge.row_a, edge.row_b);
        }
    }
    islands_.finish();
}

void pipeline::move_bodies() {
    ORRERY_ZONE("solver");
    note_starts();
    solver_.run(rows, touches_, manifolds_, edges_, islands_, settings, *machine);
}

} // namespace orrery::rigid::detail
