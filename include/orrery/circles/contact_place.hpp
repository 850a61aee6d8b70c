// Where two that touch do so. A contact of a frame says only who they are and how hard they press; the rest
// follows from where they are.
//
//   for (const circles::contact& each : snapshot.state().contacts) {
//       const circles::contact_place at = circles::place_of(each, snapshot);
//   }
#pragma once

#include <orrery/circles/contact.hpp>
#include <orrery/circles/event.hpp>
#include <orrery/circles/frame.hpp>
#include <orrery/math/vector2.hpp>

#include <cstdint>

namespace orrery::circles {

struct contact_place {
    vector2 point{};              // of b, the one nearest to a
    vector2 normal{};             // unit length, from b to a
    std::uint32_t wall = no_wall; // of rules::walls, if b is one
    bool is_with_sensor = false;  // they do not push each other
};

// `what` is a contact of the frame.
[[nodiscard]] contact_place place_of(const contact& what, const world_snapshot& in);

} // namespace orrery::circles
