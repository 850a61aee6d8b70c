// What circles look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/circles/circles_page.hpp"
#include "apps/studio/session/page_values.hpp"

#include <orrery/core/hash.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace orrery::studio {
namespace {

// Its own, or that of the blueprint that it is like: what is spawned has a key that no scene knows.
[[nodiscard]] std::optional<std::uint32_t> color_of(entity_key key, const circles::form& form,
                                                    const circles::rules& rules,
                                                    const apps::scene_look<circles::world>& look) {
    const auto own = look.names.color_of(key);
    const auto like = std::ranges::find(rules.blueprints, form, &circles::blueprint::form);
    const auto index = static_cast<std::size_t>(like - rules.blueprints.begin());
    return !own && index < look.palette.blueprints.size() ? look.palette.blueprints[index] : own;
}

} // namespace

// Looks do not change while something is open, so a key stands for them.
std::uint64_t circles_page::look_hash(entity_key key, const circles::form& form) {
    static_assert(component<circles::form>, "all bytes of it are its value");
    return hash_bytes(std::as_bytes(std::span(&form, 1)), static_cast<std::uint64_t>(key));
}

void circles_page::write_census(const census_excerpt<circles::form>& who, const history& known,
                                const apps::scene_look<circles::world>& look, json::writer& out) {
    const circles::rules& rules = known.prototype->rules();
    std::vector<scalar> radii;
    std::vector<std::size_t> places; // of each
    std::map<scalar, std::size_t> indices;
    for (const circles::form* const each : who.forms) {
        const auto [found, is_new] = indices.emplace(each->radius, radii.size());
        if (is_new) {
            radii.push_back(each->radius);
        }
        places.push_back(found->second);
    }
    write_keys(out.key("keys"), who.keys);
    out.key("shapes").begin_array();
    for (const scalar radius : radii) {
        out.begin_object().member("kind", "disc").member("radius", radius).end_object();
    }
    out.end_array();
    out.key("entities").begin_array();
    for (std::size_t place = 0; place < who.keys.size(); ++place) {
        const circles::form& what = *who.forms[place];
        write_appearance(out, {.shape = places[place],
                               .is_sensor = what.is_sensor != 0,
                               .group = what.filter.family,
                               .color = color_of(who.keys[place], what, rules, look)});
    }
    out.end_array();
}

} // namespace orrery::studio
