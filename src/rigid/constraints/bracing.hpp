// Bodies that hang in joints under a great load. A pull along a body turns it back when it has turned aside,
// like a spring: the greater the pull and the smaller the body, the faster that spring would swing it. Joints
// see where their bodies are once a step, so a swing that is too fast for that would be fed instead of
// damped: a chain of fifty short links would tear itself apart. Such bodies turn as if they were a little
// heavier, just as much as makes the swing one that can be followed; all others are left as they are
// (compare Andrews et al., "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017).
#pragma once

#include "rigid/constraints/constraint_edge.hpp"

#include <orrery/rigid/settings.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

class joint_bracing {
public:
    // Changes the inertias of bodies.
    void run(std::span<const constraint_edge> edges, std::span<const std::uint32_t> held_bodies,
             const world_settings& settings, std::span<body_row> rows);

private:
    // How strongly joints turn a body back that has turned aside.
    struct brace {
        scalar stiffness = 0; // N m/rad
        vector3 along;        // the direction of the pull
    };

    std::vector<brace> braces_; // of rows
};

} // namespace orrery::rigid::detail
