// A body that pulls others from afar, as a step sees it: where it was in the frame before.
#pragma once

#include <orrery/core/entity.hpp>
#include <orrery/math/vector3.hpp>

namespace orrery::rigid {

struct field_source {
    entity_key key = entity_key::none;
    vector3 position{};
    scalar strength = 0; // m3/s2: the gravitational constant times the mass

    friend bool operator==(const field_source&, const field_source&) = default;
};

} // namespace orrery::rigid
