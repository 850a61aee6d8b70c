// Where bodies touch. The contacts are those that the last step left in the state, also of bodies at rest;
// their points are found anew from where the bodies are now, so that they fit what is drawn.
//
//   std::vector<rigid::touching> found;
//   find_contacts(world, crate, found);
//
// Takes a call of the narrow phase for each contact, and looks at all contacts of the world.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/rigid/shapes/manifold.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace orrery::rigid {

class world;

struct touching_point {
    vector3 position{};    // in the world, midway between the surfaces
    scalar separation = 0; // negative when the bodies overlap here
    scalar impulse = 0;    // along the normal, in the last sub-step: N s

    friend bool operator==(const touching_point&, const touching_point&) = default;
};

struct touching {
    entity contact{}; // that remembers them
    entity a{};       // the lower key of the two
    entity b{};
    std::uint32_t child_a = 0;
    std::uint32_t child_b = 0;
    std::uint32_t patch = 0; // of a mesh
    bool is_sensor = false;  // one of them is: nothing is pushed
    std::uint32_t count = 0; // of points; none when they have parted in the last step
    vector3 normal{};        // from a to b
    std::array<touching_point, manifold::max_points> points{};

    friend bool operator==(const touching&, const touching&) = default;
};

// Replaces `found` by all contacts of the world, or of one body, sorted by the keys of both and the children.
void find_contacts(const world& where, std::vector<touching>& found);
void find_contacts(const world& where, entity which, std::vector<touching>& found);

} // namespace orrery::rigid
