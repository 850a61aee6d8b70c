// What objects of a hex world look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"

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
    const hex_page::point origin = hex_page::to_page(-hex::weigh(tiles, by).center);
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
std::uint64_t hex_lens::look_of(entity_key key, const form& what) {
    const std::uint64_t kind = std::uint64_t{what.type} << 8 | what.group;
    return hash_of(what.tiles, hash_combine(static_cast<std::uint64_t>(key), kind));
}

void hex_lens::write_census(const census_excerpt<form>& who, const history&, json::writer& out) const {
    std::vector<const form*> shapes;
    std::vector<std::size_t> places; // of each
    std::map<std::uint64_t, std::size_t> known;
    for (const form* const each : who.forms) {
        const auto [found, is_new] = known.emplace(hash_of(each->tiles, 0), shapes.size());
        if (is_new) {
            shapes.push_back(each);
        }
        places.push_back(found->second);
    }
    write_keys(out.key("keys"), who.keys);
    out.key("shapes").begin_array();
    for (const form* const each : shapes) {
        write_shape(each->tiles, *rules_, out);
    }
    out.end_array();
    out.key("entities").begin_array();
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        const form& what = *who.forms[place];
        const auto own_color = looks_.color_of(who.keys[place]);
        const bool has_type_color = !own_color && what.type < colors_.types.size();
        write_appearance(out, {.shape = places[place],
                               .group = what.group,
                               .color = has_type_color ? colors_.types[what.type] : own_color});
    }
    out.end_array();
}

} // namespace orrery::studio
