// Who moves together.
#include "rigid/step/pipeline.hpp"

#include <orrery/core/profile.hpp>

namespace orrery::rigid::detail {

void pipeline::find_islands() {
    ORRERY_ZONE("islands");
    islands_.begin(rows);
    for (const touch_link& link : links_) {
        if (link.moving != no_row && link.other != no_row) {
            islands_.join(link.moving, link.other);
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
    solver_.run(rows, touches_, links_, manifolds_, edges_, edge_sizes_, registry, islands_, settings,
                *machine);
    report_changed_rows();
    shift_bounced();
}

} // namespace orrery::rigid::detail
