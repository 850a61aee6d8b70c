// The bodies of a step: all that stages after gather_bodies read and change of them.
#pragma once

#include "rigid/step/body_row.hpp"

#include <orrery/rigid/shapes/placed_shape.hpp>

#include <cstdint>
#include <vector>

namespace orrery::rigid::detail {

// What the passes over all candidates need of a body, in few bytes.
struct row_brief {
    scalar look_ahead = 0;  // how far it may move in the step, at most the radius of the ball inside it
    vector3 displacement{}; // over the step, if nothing stops it
    bool is_active = false; // it moves, so that what it touches may have to
    bool can_move = false;  // it does not sleep
    bool is_sensor = false;
    bool reports_contacts = false;
    bool has_joint = false;
};

struct body_table {
    std::vector<body_row> rows;
    std::vector<body_traits> traits;     // of rows
    std::vector<row_brief> briefs;       // of rows
    std::vector<placed_shape> placed;    // of colliders
    std::vector<std::uint32_t> gathered; // rows that were read from components last
    std::vector<std::uint32_t> moving; // rows that could move in this step; those that were woken in it last

    // For another roster: nothing is known of its bodies until they are gathered.
    void reset(std::size_t bodies, std::size_t colliders) {
        rows.assign(bodies, {});
        traits.assign(bodies, {});
        briefs.assign(bodies, {});
        placed.resize(colliders);
    }
};

} // namespace orrery::rigid::detail
