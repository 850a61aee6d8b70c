// What can be measured of circles.
#include "apps/studio/session/circles_energy.hpp"
#include "apps/studio/session/circles_lens.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>
#include <limits>

namespace orrery::studio {

double circles_lens::measure(std::size_t which, entity_key, const form& what, const motion& where,
                             std::span<const circles::field_source>, const world& rules) {
    switch (which) {
    case 0:
        return where.position.y;
    case 1:
        return length(where.velocity);
    case 2:
        return kinetic_energy(what, where) + potential_energy(what, where, rules.rules());
    default:
        return 0;
    }
}

// The height of the common centre of mass, the highest speed, and the sum of all energy.
double circles_lens::measure(std::size_t which, const time::frame_view<world>& view,
                             std::span<const circles::field_source> sources, const world& rules) {
    double sum = 0;
    double masses = 0;
    for (std::size_t place = 0; place < view.size(); ++place) {
        const form& what = view.form_at(place);
        const double each = measure(which, view.keys()[place], what, view.motions()[place], sources, rules);
        const double mass = circles::mass_of(what);
        masses += mass;
        sum = which == 0 ? sum + mass * each : which == 1 ? std::max(sum, each) : sum + each;
    }
    return which != 0 ? sum : masses > 0 ? sum / masses : std::numeric_limits<double>::quiet_NaN();
}

} // namespace orrery::studio
