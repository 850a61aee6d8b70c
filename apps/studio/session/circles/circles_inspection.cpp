// All there is to say about one circle.
#include "apps/studio/session/circles/circles_page.hpp"
#include "apps/studio/session/inspection_table.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/circles/circles_measures.hpp"

#include <orrery/core/text.hpp>

namespace orrery::studio {
namespace {

void write_form(const circles::form& what, json::writer& out) {
    inspection_table rows("circle", out);
    rows.row("radius", text(what.radius), "units");
    rows.row("mass", text(circles::mass_of(what)), what.mass > 0 ? "given" : "as much as its area");
    rows.row("inertia", text(circles::inertia_of(what)), "mass times square units");
    rows.row("friction", text(what.surface.friction), "");
    rows.row("restitution", text(what.surface.restitution), "0: does not bounce, 1: keeps all its speed");
    rows.row("is sensor", text(what.is_sensor != 0), "stops nobody, and reports who comes and goes");
    rows.row("user data", text(what.user_data), "");
}

void write_filter(const circles::collision_filter& what, json::writer& out) {
    inspection_table rows("filter", out);
    rows.row("groups", text("0x", apps::hexadecimal(what.groups).substr(8)), "that it is in, one bit each");
    rows.row("mask", text("0x", apps::hexadecimal(what.mask).substr(8)), "groups that it meets");
    rows.row("family", text(what.family), "those of one do not meet; 0: none");
}

void write_motion_of(const circles::motion& where, json::writer& out) {
    inspection_table rows("motion", out);
    rows.row("position", text(where.position.x, ", ", where.position.y), "units");
    rows.row("angle", text(where.angle), "radians, against the clock");
    rows.row("velocity", text(where.velocity.x, ", ", where.velocity.y), "units a second");
    rows.row("spin", text(where.spin), "radians a second");
}

} // namespace

void circles_page::write_state(entity_key, const circles::form& form, const circles::motion& motion,
                               std::span<const circles::field_source>, const circles::world& rules,
                               json::writer& out) {
    const transform3 pose = traits::pose_of(motion);
    out.key("motion").begin_object();
    write_vector(out.key("position"), pose.position);
    write_quaternion(out.key("orientation"), pose.rotation);
    write_vector(out.key("linearVelocity"), {motion.velocity.x, motion.velocity.y, 0});
    write_vector(out.key("angularVelocity"), {0, 0, motion.spin});
    out.end_object();
    out.member("mass", circles::mass_of(form));
    out.member("energy",
               apps::kinetic_energy(form, motion) + apps::potential_energy(form, motion, rules.rules()));
    out.key("material").null();
    out.key("components").begin_array();
    write_form(form, out);
    write_filter(form.filter, out);
    write_motion_of(motion, out);
    out.end_array();
}

} // namespace orrery::studio
