// What lenses of worlds in a plane have in common: poses in the plane z = 0, and things that are made from
// blueprints.
#pragma once

#include "apps/json/json_value.hpp"
#include "apps/studio/session/request.hpp"

#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>
#include <orrery/math/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

// Turned by so many radians, against the clock.
[[nodiscard]] inline transform3 flat_pose(const vector3& where, double angle) noexcept {
    const auto half = sin_cos(angle / 2);
    return {where, {0, 0, static_cast<scalar>(half.sin), static_cast<scalar>(half.cos)}};
}

template <typename Blueprint>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Blueprint>& all) {
    std::vector<std::string> names;
    std::ranges::transform(all, std::back_inserter(names), &Blueprint::name);
    return names;
}

// The number of the blueprint that is to be spawned. `world` is "a hex world".
template <typename Blueprint>
[[nodiscard]] result<std::size_t> chosen_blueprint(const request& asked, const std::vector<Blueprint>& all,
                                                   std::string_view world) {
    const json::value& shape = asked.value("shape");
    if (shape.find("kind")->string() != "blueprint") {
        return error{
            text("spawn: ", world, " makes things from blueprints, not a ", shape.find("kind")->string())};
    }
    const std::string& name = shape.find("name")->string();
    const auto found = std::ranges::find(all, name, &Blueprint::name);
    if (found == all.end()) {
        return error{text("spawn: there is no blueprint called '", printable(name), "'")};
    }
    return static_cast<std::size_t>(found - all.begin());
}

} // namespace orrery::studio
