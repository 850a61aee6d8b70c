// All there is to say about one object of a hex world.
#include "apps/studio/session/hex/hex_page.hpp"
#include "apps/studio/session/inspection_table.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/hex/hex_measures.hpp"

#include <orrery/core/text.hpp>
#include <orrery/hex/composite.hpp>

namespace orrery::studio {
namespace {

[[nodiscard]] std::string_view name_or_none(std::string_view name) {
    return name.empty() ? "none" : name;
}

void write_tiles(const hex::object_form& what, const hex::rules& by, json::writer& out) {
    std::uint32_t hit_points = 0;
    std::uint32_t whole = 0;
    std::uint32_t being_added = 0;
    std::vector<std::uint32_t> counts(by.tile_types.size(), 0);
    for (const hex::tile& each : what.tiles) {
        hit_points += each.hit_points;
        whole += each.is_virtual() ? 0U : by.tile_types[each.type].hit_points;
        being_added += each.is_virtual() ? 1U : 0U;
        ++counts[each.type];
    }
    const hex::tile_masses masses = hex::weigh(what.tiles, by);
    inspection_table rows("tiles", out);
    rows.row("count", text(what.tiles.size()), "");
    rows.row("being added", text(being_added), "real in the next frame, unless something is in the way");
    rows.row("hit points", text(hit_points, " of ", whole), "");
    rows.row("weapons", text(masses.weapons), "");
    rows.row("inertia", text(apps::weight_of(what, by).inertia), "mass times square cells");
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (counts[type] != 0) {
            rows.row(by.tile_types[type].name, text(counts[type]), "tiles of this type");
        }
    }
}

void write_type(const hex::object_form& what, const hex::rules& by, json::writer& out) {
    const hex::object_type& type = by.object_types[what.type];
    inspection_table rows("object", out);
    rows.row("type", type.name, "");
    rows.row("kind", type.kind == hex::object_kind::particle ? "particle" : "composite", "");
    rows.row("group", text(int{what.group}), "those of one do not meet; 0: none");
    rows.row("restitution", text(int{type.restitution}), "in 255ths");
    rows.row("friction", text(int{type.friction}), "in 255ths of the impulse");
    rows.row("damage", text(int{type.damage}), "hit points that it takes from a tile it meets");
    if (type.kind == hex::object_kind::particle) {
        rows.row("lifetime", text(type.lifetime), "ticks; 0: for ever");
        rows.row("is spent by hits", text(type.is_spent_by_hits), "");
        return;
    }
    rows.row("pilot",
             name_or_none(type.pilot != hex::no_index ? std::string_view(by.pilots[type.pilot].name)
                                                      : std::string_view{}),
             "who steers it");
}

void write_motion(const hex::recorded_motion& where, json::writer& out) {
    const auto three = [](auto a, auto b, auto turn) { return text(int{a}, ", ", int{b}, ", ", int{turn}); };
    inspection_table rows("motion", out);
    rows.row("position", text(where.position.a, ", ", where.position.b), "units along A and B");
    rows.row("angle", text(where.angle), "65536ths of a turn, clockwise");
    rows.row("velocity", three(where.a.velocity, where.b.velocity, where.turn.velocity),
             "quarters of a unit or step a tick: A, B, turning");
    rows.row("friction", three(where.a.friction, where.b.friction, where.turn.friction),
             "256ths of the velocity that are lost each tick: A, B, turning");
    rows.row("acceleration", three(where.a.acceleration, where.b.acceleration, where.turn.acceleration),
             "quarters of a unit or step a tick, each tick: A, B, turning");
    rows.row("wakes in", text(where.alarm), "ticks; 0: never");
}

} // namespace

void hex_page::write_state(entity_key, const hex::object_form& form, const hex::recorded_motion& motion,
                           std::span<const hex::field_source>, const hex::world& rules, json::writer& out) {
    const hex::rules& by = rules.rules();
    const transform3 pose = traits::pose_of(motion);
    const double spin = apps::hex_screen::spin_of(motion, by);
    out.key("motion").begin_object();
    write_vector(out.key("position"), pose.position);
    write_quaternion(out.key("orientation"), pose.rotation);
    write_vector(out.key("linearVelocity"),
                 apps::hex_screen::to_vector(apps::hex_screen::velocity_of(motion, by)));
    write_vector(out.key("angularVelocity"), {0, 0, static_cast<scalar>(spin)});
    out.end_object();
    out.member("mass", apps::weight_of(form, by).mass);
    out.member("energy", apps::kinetic_energy(form, motion, by));
    out.key("material").null();
    out.key("components").begin_array();
    write_type(form, by, out);
    if (apps::hex_screen::is_composite(form)) {
        write_tiles(form, by, out);
    }
    write_motion(motion, out);
    out.end_array();
}

} // namespace orrery::studio
