// What circles look like.
#include "apps/studio/session/appearance.hpp"
#include "apps/studio/session/circles/circles_lens.hpp"

#include <orrery/core/hash.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace orrery::studio {

// Looks do not change while something is open, so a key stands for them.
std::uint64_t circles_lens::look_of(entity_key key, const form& what) {
    static_assert(component<form>, "all bytes of it are its value");
    return hash_bytes(std::as_bytes(std::span(&what, 1)), static_cast<std::uint64_t>(key));
}

std::optional<std::uint32_t> circles_lens::color_of(entity_key key, const form& what) const {
    const auto own = looks_.color_of(key);
    const auto like = std::ranges::find(rules_->blueprints, what, &circles::blueprint::form);
    const auto number = static_cast<std::size_t>(like - rules_->blueprints.begin());
    return !own && number < blueprint_colors_.size() ? blueprint_colors_[number] : own;
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
                               .color = color_of(who.keys[place], what)});
    }
    out.end_array();
}

} // namespace orrery::studio
