// What a step reads of a body beside its row: what its solver needs not know.
#pragma once

#include <orrery/math/scalar.hpp>
#include <orrery/rigid/material.hpp>

namespace orrery::rigid::detail {

struct body_traits {
    rigid::material material;
    scalar inner_radius = 0; // of the smallest collider
    // How near others must come for contact points: half the speculative margin and, so that what is fast
    // meets surfaces at the surface, as far as it moves in a step.
    scalar reach = 0;
    // How far around it a character has looked in this step.
    scalar probe_reach = 0;
    bool is_sensor = false;  // has no material
    bool was_flying = false; // in the step before: nothing held or touched it
    bool may_sleep = true;
    bool feels_fields = false;
    bool reports_contacts = false;
};

} // namespace orrery::rigid::detail
