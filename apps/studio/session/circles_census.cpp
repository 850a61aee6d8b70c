// What circles look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/circles_lens.hpp"

#include <orrery/core/hash.hpp>

#include <map>

namespace orrery::studio {

// Looks do not change while something is open, so a key stands for them.
std::uint64_t circles_lens::look_of(entity_key key, const form& what) {
    hasher sum;
    sum.update_value(key);
    sum.update_value(what.radius);
    sum.update_value(what.filter.family);
    sum.update_value(what.is_sensor);
    return sum.finish();
}

void circles_lens::write_census(const census_excerpt<form>& who, const history&, json::writer& out) const {
    std::vector<scalar> radii;
    std::vector<std::size_t> places; // of each
    std::map<scalar, std::size_t> known;
    for (const form* const each : who.forms) {
        const auto [found, is_new] = known.emplace(each->radius, radii.size());
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
        const form& what = *who.forms[place];
        write_appearance(out, {.shape = places[place],
                               .is_sensor = what.is_sensor != 0,
                               .group = what.filter.family,
                               .color = looks_.color_of(who.keys[place])});
    }
    out.end_array();
}

} // namespace orrery::studio
