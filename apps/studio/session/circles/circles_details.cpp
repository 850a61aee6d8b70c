// What only a whole world of circles can tell: where circles touch, which may have met, and the hash.
#include "apps/studio/session/circles/circles_page.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/circles/circles_measures.hpp"

#include <orrery/circles/contact_place.hpp>
#include <orrery/spatial/islands.hpp>

namespace orrery::studio {
namespace {

// What is in a sensor is not pushed, and so has no point where it is.
void write_touches(const circles::world_snapshot& in, json::writer& out) {
    out.key("contacts").begin_array();
    for (const circles::contact& each : in.state().contacts) {
        const circles::contact_place where = circles::place_of(each, in);
        if (!where.is_with_sensor) {
            append_vector(out, {where.point.x, where.point.y, 0});
            append_vector(out, {where.normal.x, where.normal.y, 0});
            out.value(each.normal_impulse);
        }
    }
    out.end_array();
}

// Islands are numbered from 1, in the order of their lowest keys. Of the first frame there is no step that
// has found any.
void write_islands_of(const circles::world& there, json::writer& out) {
    const spatial::islands islands = there.islands();
    out.key("islands").begin_array();
    for (std::uint32_t place = 0; place < there.current().size(); ++place) {
        out.value(islands.size() > 0 ? islands.island_of(place) + 1 : 0);
    }
    out.end_array();
}

} // namespace

void circles_page::write_details(const circles::world& there, const view&, const history&,
                                 json::writer& out) {
    const circles::frame& now = there.current();
    out.member("frame", there.frame());
    out.member("hash", apps::hexadecimal(there.hash()));
    write_touches(there.snapshot(), out);
    out.key("joints").begin_array().end_array();
    write_islands_of(there, out);
    out.key("boxes").begin_array();
    for (std::size_t place = 0; place < now.size(); ++place) {
        const vector3 center = traits::position_of(now.motions[place]);
        const scalar radius = now.roster->forms[place].radius;
        const vector3 reach{radius, radius, 0};
        append_vector(out, center - reach);
        append_vector(out, center + reach);
    }
    out.end_array();
    double kinetic = 0;
    double potential = 0;
    out.key("velocities").begin_array();
    for (std::size_t place = 0; place < now.size(); ++place) {
        const circles::motion& where = now.motions[place];
        append_vector(out, {where.velocity.x, where.velocity.y, 0});
        kinetic += apps::kinetic_energy(now.roster->forms[place], where);
        potential += apps::potential_energy(now.roster->forms[place], where, there.rules());
    }
    out.end_array();
    out.member("asleep", 0);
    out.key("energy").begin_object().member("kinetic", kinetic).member("potential", potential).end_object();
}

} // namespace orrery::studio
