// What happened in a step, in an order that depends on keys alone.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>

namespace orrery::rigid {

enum class event_kind : std::uint32_t {
    contact_began,
    contact_persisted, // only for bodies that report their contacts
    contact_ended,     // also of one that lived for less than a step: in a step after contact_began
    sensor_entered,
    sensor_left,
    fell_asleep, // `a` alone
    woke_up,
};

struct event {
    event_kind kind = event_kind::contact_began;
    entity a{}; // the lower key of the two
    entity b{};
    entity_key key_a = entity_key::none; // their names for life, also of one that is gone by now
    entity_key key_b = entity_key::none;
    vector3 point{};    // in the world: the middle of the points that touch
    vector3 normal{};   // from a to b
    scalar impulse = 0; // along the normal, in the whole step: N s

    friend bool operator==(const event&, const event&) = default;
};

} // namespace orrery::rigid
