// What only a whole hex world can tell: what has met in a frame, what reaches how far, and the hash.
#include "apps/measures/hex_measures.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"

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
    return size > 0 ? hex_page::to_vector({x / size, y / size}) : vector3{1, 0, 0};
}

// Impacts push along the line between two tiles; the line from one centre to the other stands for it.
void write_impacts(const hex_lens::history& known, const hex_view& view, const hex::world& there,
                   std::vector<spatial::index_pair>& met, json::writer& out) {
    out.key("contacts").begin_array();
    known.events.each_event(time::frame_range::one(view.frame()), [&](std::uint64_t, const hex::event& each) {
        if (!hex_lens::is_collision(each)) {
            return;
        }
        const std::size_t a = view.place_of(each.key_a);
        const std::size_t b = view.place_of(each.key_b);
        const vector3 point = hex_lens::point_of(each);
        const auto center = [&](std::size_t place) {
            return place < view.size() ? hex_lens::position_of(view.motions()[place]) : point;
        };
        append_vector(out, point);
        append_vector(out, direction_between(center(a), center(b)));
        out.value(hex_lens::impulse_of(each, there));
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
    if (!hex_page::is_composite(what)) {
        append_vector(out, {});
        append_vector(out, {});
        return;
    }
    const hex_vector center = hex::weigh(what.tiles, by).center;
    const hex_rotation turned{angle16::from_steps(where.angle)};
    hex_page::point low{1e9, 1e9};
    hex_page::point high{-1e9, -1e9};
    for (const hex::tile& each : what.tiles) {
        const hex_page::point at =
            hex_page::to_page(where.position + turned(hex::center_of(each.at) - center));
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    constexpr double reach = hex::cell_circum_radius / hex_page::units_a_cell;
    append_vector(out, hex_page::to_vector({low.x - reach, low.y - reach}));
    append_vector(out, hex_page::to_vector({high.x + reach, high.y + reach}));
}

} // namespace

void hex_lens::write_details(const world& there, const time::frame_view<world>& view, const history& known,
                             json::writer& out) const {
    out.member("frame", there.frame());
    out.member("hash", hexadecimal(there.hash()));
    std::vector<spatial::index_pair> met;
    write_impacts(known, view, there, met, out);
    out.key("joints").begin_array().end_array();
    write_islands(view.size(), met, out);
    out.key("boxes").begin_array();
    for (std::size_t place = 0; place < view.size(); ++place) {
        write_box(view.form_at(place), view.motions()[place], *rules_, out);
    }
    out.end_array();
    double kinetic = 0;
    out.key("velocities").begin_array();
    for (std::size_t place = 0; place < view.size(); ++place) {
        const motion& where = view.motions()[place];
        append_vector(out, hex_page::to_vector(hex_page::velocity_of(where, *rules_)));
        kinetic += measures::kinetic_energy(view.form_at(place), where, *rules_);
    }
    out.end_array();
    out.member("asleep", 0);
    out.key("energy").begin_object().member("kinetic", kinetic).member("potential", 0.0).end_object();
}

} // namespace orrery::studio
