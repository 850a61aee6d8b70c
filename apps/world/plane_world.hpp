// What worlds in a plane have in common: poses in the plane z = 0, and things that are made from blueprints.
#pragma once

#include "apps/world/edit.hpp"

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

namespace orrery::apps {

// Turned by so many radians, against the clock.
[[nodiscard]] inline transform3 plane_pose(const vector3& position, double angle) noexcept {
    const auto half = sin_cos(angle / 2);
    return {position, {0, 0, static_cast<scalar>(half.sin), static_cast<scalar>(half.cos)}};
}

template <typename Blueprint>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Blueprint>& all) {
    std::vector<std::string> names;
    std::ranges::transform(all, std::back_inserter(names), &Blueprint::name);
    return names;
}

// The index of the blueprint that is to be spawned. `world` is "a hex world".
template <typename Blueprint>
[[nodiscard]] result<std::size_t>
chosen_blueprint(const spawned_shape& shape, const std::vector<Blueprint>& all, std::string_view world) {
    if (shape.kind != spawned_kind::blueprint) {
        return error{text("spawn: ", world, " makes things from blueprints, not a ", name_of(shape.kind))};
    }
    const auto found = std::ranges::find(all, shape.blueprint, &Blueprint::name);
    if (found == all.end()) {
        return error{text("spawn: there is no blueprint called '", printable(shape.blueprint), "'")};
    }
    return static_cast<std::size_t>(found - all.begin());
}

} // namespace orrery::apps
