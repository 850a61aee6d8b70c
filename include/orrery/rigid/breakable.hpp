// A component for the entity of a joint of any kind: it breaks when it has to bear more than this. What it
// bears is measured in the last sub-step of each step, and a joint that breaks is gone when the step ends,
// with an event_kind::joint_broke.
//
//   const entity hinge = make_joint(world, hinge_joint{...}).value();
//   world.registry().emplace<breakable>(hinge, scalar(5000), scalar(800));
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/math/scalar.hpp>

#include <limits>

namespace orrery::rigid {

struct breakable {
    scalar force = std::numeric_limits<scalar>::infinity();  // N, of all rows that hold points together
    scalar torque = std::numeric_limits<scalar>::infinity(); // N m, of all rows that only turn
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::breakable> = [] {
    using self = rigid::breakable;
    return describe<self>(
        "breakable", field<&self::force>("force", {.about = "N", .minimum = 0, .may_be_infinite = true}),
        field<&self::torque>("torque", {.about = "N m", .minimum = 0, .may_be_infinite = true}));
}();
