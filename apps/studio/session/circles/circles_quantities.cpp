// What can be measured of circles.
#include "apps/measures/circles_measures.hpp"
#include "apps/studio/session/circles/circles_lens.hpp"

#include <limits>

namespace orrery::studio {

double circles_lens::measure(std::size_t which, entity_key, const form& what, const motion& where,
                             std::span<const circles::field_source>, const world& rules) {
    switch (which) {
    case 0:
        return where.position.y;
    case 1:
        return measures::speed_of(where);
    case 2:
        return measures::kinetic_energy(what, where) + measures::potential_energy(what, where, rules.rules());
    default:
        return 0;
    }
}

// The height of the common centre of mass, the highest speed, and the sum of all energy.
double circles_lens::measure(std::size_t which, const time::frame_view<world>& view,
                             std::span<const circles::field_source>, const world& rules) {
    switch (which) {
    case 0:
        return measures::height_of_all(view).value_or(std::numeric_limits<double>::quiet_NaN());
    case 1:
        return measures::highest_speed(view);
    default:
        return measures::energy_of_all(view, rules.rules());
    }
}

} // namespace orrery::studio
