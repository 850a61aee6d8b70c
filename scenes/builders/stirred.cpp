#include "scenes/builders/piles.hpp"
#include "scenes/builders/stirred.hpp"

#include <numbers>

namespace orrery::scenes {

scene stirred(std::uint64_t seed) {
    constexpr vector3 paddle{scalar(7.5), 2, scalar(0.2)}; // half extents
    constexpr scalar above_paddles = scalar(3.2);          // what the pile is lifted by
    scene made = pile_of_everything({.columns = 10, .layers = 10}, seed);
    made.name = "stirred";
    for (body& each : made.bodies) {
        each.position.y += above_paddles;
    }
    for (const scalar angle : {scalar(0), std::numbers::pi_v<scalar> / 2}) {
        made.bodies.push_back({.what = form::box,
                               .size = paddle,
                               .position = {0, paddle.y, 0},
                               .orientation = quaternion::from_axis_angle({0, 1, 0}, angle),
                               .angular_velocity = {0, 1, 0},
                               .is_driven = true});
    }
    return made;
}

} // namespace orrery::scenes
