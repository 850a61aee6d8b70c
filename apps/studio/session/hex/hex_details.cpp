// What only a whole hex world can tell: what has met in a frame, what reaches how far, and the hash.
#include "apps/studio/session/hex/hex_page.hpp"
#include "apps/studio/session/page_values.hpp"
#include "apps/world/hex/hex_measures.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/hex_vector.hpp>
#include <orrery/spatial/islands.hpp>

#include <algorithm>

namespace orrery::studio {
namespace {

using hex_view = time::frame_view<hex::world>;

// From one to the other, as long as 1; along x where they are at one place.
[[nodiscard]] vector3 direction_between(const vector3& from, const vector3& to) {
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double size = sqrt(x * x + y * y);
    return size > 0 ? apps::hex_screen::to_vector({x / size, y / size}) : vector3{1, 0, 0};
}

// Impacts push along the line between two tiles; the line from one centre to the other stands for it.
void write_impacts(const hex_page::history& known, const hex_view& view, const hex::world& there,
                   std::vector<spatial::index_pair>& met, json::writer& out) {
    out.key("contacts").begin_array();
    known.events.each_event(time::frame_range::one(view.frame()), [&](std::uint64_t, const hex::event& each) {
        if (!hex_page::traits::is_collision(each)) {
            return;
        }
        const std::size_t a = view.place_of(each.key_a);
        const std::size_t b = view.place_of(each.key_b);
        const vector3 point = hex_page::traits::point_of(each);
        const auto center = [&](std::size_t place) {
            return place < view.size() ? hex_page::traits::position_of(view.motions()[place]) : point;
        };
        append_vector(out, point);
        append_vector(out, direction_between(center(a), center(b)));
        out.value(hex_page::traits::impulse_of(each, there));
        if (a < view.size() && b < view.size() && a != b) {
            met.push_back(
                spatial::ordered_pair(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
        }
    });
    out.end_array();
}

// Objects that have met in this frame are one island. Islands are numbered from 1, in the order of their
// lowest keys.
void write_islands(std::size_t count, std::span<const spatial::index_pair> met, json::writer& out) {
    spatial::islands islands;
    islands.build(count, met);
    out.key("islands").begin_array();
    for (std::uint32_t place = 0; place < count; ++place) {
        out.value(islands.island_of(place) + 1);
    }
    out.end_array();
}

// Around the hexagons of all tiles. Particles have none.
void write_box(const hex::object_form& what, const hex::recorded_motion& where, const hex::rules& by,
               json::writer& out) {
    if (!apps::hex_screen::is_composite(what)) {
        append_vector(out, {});
        append_vector(out, {});
        return;
    }
    const hex_vector center = hex::weigh(what.tiles, by).center;
    const hex_rotation turned{angle16::from_steps(where.angle)};
    apps::hex_screen::point low{1e9, 1e9};
    apps::hex_screen::point high{-1e9, -1e9};
    for (const hex::tile& each : what.tiles) {
        const apps::hex_screen::point at =
            apps::hex_screen::to_view(where.position + turned(hex::center_of(each.at) - center));
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    constexpr double reach = hex::cell_circum_radius / apps::hex_screen::units_per_cell;
    append_vector(out, apps::hex_screen::to_vector({low.x - reach, low.y - reach}));
    append_vector(out, apps::hex_screen::to_vector({high.x + reach, high.y + reach}));
}

} // namespace

void hex_page::write_details(const hex::world& there, const view& frame, const history& known,
                             json::writer& out) {
    const hex::rules& rules = there.rules();
    out.member("frame", there.frame());
    out.member("hash", apps::hexadecimal(there.hash()));
    std::vector<spatial::index_pair> met;
    write_impacts(known, frame, there, met, out);
    out.key("joints").begin_array().end_array();
    write_islands(frame.size(), met, out);
    out.key("boxes").begin_array();
    for (std::size_t place = 0; place < frame.size(); ++place) {
        write_box(frame.form_at(place), frame.motions()[place], rules, out);
    }
    out.end_array();
    double kinetic = 0;
    out.key("velocities").begin_array();
    for (std::size_t place = 0; place < frame.size(); ++place) {
        const hex::recorded_motion& where = frame.motions()[place];
        append_vector(out, apps::hex_screen::to_vector(apps::hex_screen::velocity_of(where, rules)));
        kinetic += apps::kinetic_energy(frame.form_at(place), where, rules);
    }
    out.end_array();
    out.member("asleep", 0);
    out.key("energy").begin_object().member("kinetic", kinetic).member("potential", 0.0).end_object();
}

} // namespace orrery::studio
