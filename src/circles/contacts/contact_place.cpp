#include "circles/contacts/touch.hpp"
#include "circles/walls/terrain.hpp"

#include <orrery/circles/contact_place.hpp>

namespace orrery::circles {

contact_place place_of(const contact& what, const world_snapshot& in) {
    const frame& state = in.state();
    const vector2 center = state.motions[what.a].position;
    const form& own = state.roster->forms[what.a];
    detail::touch found;
    contact_place made{.is_with_sensor = own.is_sensor != 0};
    if (what.is_with_wall()) {
        const detail::wall_part& part = in.terrain()->parts()[what.wall_part()];
        found = detail::touch_of(center, own.radius, part);
        made.wall = part.wall;
        made.is_with_sensor = made.is_with_sensor || in.rules()->walls[part.wall].is_sensor;
    } else {
        const form& other = state.roster->forms[what.b];
        found = detail::touch_of(center - state.motions[what.b].position, own.radius + other.radius);
        made.is_with_sensor = made.is_with_sensor || other.is_sensor != 0;
    }
    made.normal = found.normal;
    made.point = center - found.normal * (own.radius + found.gap);
    return made;
}

} // namespace orrery::circles
