// What objects of a hex world look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/hex/hex_page.hpp"
#include "apps/studio/session/page_values.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/math/number.hpp>

#include <algorithm>
#include <map>

namespace orrery::studio {
namespace {

[[nodiscard]] std::uint64_t hash_of(std::span<const hex::tile> tiles, std::uint64_t seed) {
    static_assert(hashable_as_bytes<hex::tile>);
    return hash_bytes(std::as_bytes(tiles), seed);
}

// What is left of a tile, in hundredths; one that is there never has none.
[[nodiscard]] std::int32_t health_of(const hex::tile& what, const hex::rules& by) {
    if (what.is_virtual()) {
        return 0;
    }
    const double whole = by.tile_types[what.type].hit_points;
    return std::clamp(round_to<std::int32_t>(100 * what.hit_points / whole), 1, 100);
}

void write_shape(std::span<const hex::tile> tiles, const hex::rules& by, json::writer& out) {
    if (tiles.empty()) {
        out.begin_object().member("kind", "particle").end_object();
        return;
    }
    out.begin_object();
    out.member("kind", "tiles");
    const apps::hex_screen::point origin = apps::hex_screen::to_view(-hex::weigh(tiles, by).center);
    out.key("origin").begin_array();
    out.value(static_cast<float>(origin.x)).value(static_cast<float>(origin.y)).end_array();
    out.key("cells").begin_array();
    for (const hex::tile& each : tiles) {
        out.value(each.at.i).value(each.at.j);
    }
    out.end_array();
    out.key("types").begin_array();
    for (const hex::tile& each : tiles) {
        out.value(each.type);
    }
    out.end_array();
    out.key("health").begin_array();
    for (const hex::tile& each : tiles) {
        out.value(health_of(each, by) / 100.0);
    }
    out.end_array();
    out.end_object();
}

} // namespace

// Looks do not change while something is open, so a key stands for them.
std::uint64_t hex_page::look_hash(entity_key key, const hex::object_form& form) {
    const std::uint64_t kind = std::uint64_t{form.type} << 8 | form.group;
    return hash_of(form.tiles, hash_combine(static_cast<std::uint64_t>(key), kind));
}

void hex_page::write_census(const census_excerpt<hex::object_form>& who, const history& known,
                            const apps::scene_look<hex::world>& look, json::writer& out) {
    const std::vector<std::optional<std::uint32_t>>& type_colors = look.palette.types;
    std::vector<const hex::object_form*> shapes;
    std::vector<std::size_t> places; // of each
    std::map<std::uint64_t, std::size_t> indices;
    for (const hex::object_form* const each : who.forms) {
        const auto [found, is_new] = indices.emplace(hash_of(each->tiles, 0), shapes.size());
        if (is_new) {
            shapes.push_back(each);
        }
        places.push_back(found->second);
    }
    write_keys(out.key("keys"), who.keys);
    out.key("shapes").begin_array();
    for (const hex::object_form* const each : shapes) {
        write_shape(each->tiles, known.prototype->rules(), out);
    }
    out.end_array();
    out.key("entities").begin_array();
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        const hex::object_form& what = *who.forms[place];
        const auto own_color = look.names.color_of(who.keys[place]);
        const bool has_type_color = !own_color && what.type < type_colors.size();
        write_appearance(out, {.shape = places[place],
                               .group = what.group,
                               .color = has_type_color ? type_colors[what.type] : own_color});
    }
    out.end_array();
}

} // namespace orrery::studio
