#include "scenes/builders/swinging.hpp"

#include <numbers>

namespace orrery::scenes {

scene chains(std::uint32_t count, std::uint32_t links) {
    constexpr scalar height = 30;
    constexpr scalar half_link = scalar(0.5);
    constexpr scalar right_angle = std::numbers::pi_v<scalar> / 2;
    const quaternion lying = quaternion::from_axis_angle({0, 0, -1}, right_angle); // along x
    scene made;
    made.name = "chains";
    for (std::uint32_t chain = 0; chain < count; ++chain) {
        const scalar z = static_cast<scalar>(chain) - static_cast<scalar>(count - 1) / 2;
        for (std::uint32_t link = 0; link < links; ++link) {
            const auto number = static_cast<std::uint32_t>(made.bodies.size());
            made.bodies.push_back({.what = form::capsule,
                                   .size = {scalar(0.1), scalar(0.35), 0},
                                   .position = {half_link + static_cast<scalar>(link), height, z},
                                   .orientation = lying});
            if (link == 0) {
                made.joints.push_back(
                    {.a = number, .pivot_a = {0, -half_link, 0}, .pivot_b = {0, height, z}});
            } else {
                made.joints.push_back({.a = number,
                                       .b = number - 1,
                                       .pivot_a = {0, -half_link, 0},
                                       .pivot_b = {0, half_link, 0}});
            }
        }
    }
    return made;
}

scene cradle(std::uint32_t count, scalar angle) {
    constexpr scalar radius = scalar(0.5);
    constexpr scalar rod = 4;
    scene made;
    made.name = "cradle";
    for (std::uint32_t number = 0; number < count; ++number) {
        const vector3 pivot{2 * radius * static_cast<scalar>(number), rod, 0};
        const quaternion aside = number == 0 ? quaternion::from_axis_angle({0, 0, -1}, angle) : quaternion{};
        made.bodies.push_back({.what = form::sphere,
                               .size = {radius, 0, 0},
                               .position = pivot - rotate(aside, vector3{0, rod, 0}),
                               .orientation = aside,
                               .friction = 0,
                               .restitution = 1});
        made.joints.push_back({.a = number, .pivot_a = {0, rod, 0}, .pivot_b = pivot});
    }
    return made;
}

} // namespace orrery::scenes
