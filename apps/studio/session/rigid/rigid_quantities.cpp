// What can be measured of bodies.
#include "apps/measures/rigid_measures.hpp"
#include "apps/studio/session/rigid/rigid_lens.hpp"

#include <orrery/math/vector.hpp>

#include <limits>

namespace orrery::studio {

double rigid_lens::measure(std::size_t which, entity_key key, const form& what, const motion& where,
                           std::span<const rigid::field_source> sources, const world& rules) {
    switch (which) {
    case 0:
        return where.position.y;
    case 1:
        return length(where.linear_velocity);
    case 2:
        return measures::kinetic_energy(what, where) +
               measures::potential_energy(key, what, where, sources, rules.settings());
    default:
        return 0;
    }
}

// The height of the common centre of mass, the highest speed, and the sum of all energy.
double rigid_lens::measure(std::size_t which, const time::frame_view<world>& view,
                           std::span<const rigid::field_source> sources, const world& rules) {
    switch (which) {
    case 0:
        return measures::height_of_all(view).value_or(std::numeric_limits<double>::quiet_NaN());
    case 1:
        return measures::highest_speed(view);
    default:
        return measures::energy_of_all(view, sources, rules.settings());
    }
}

} // namespace orrery::studio
