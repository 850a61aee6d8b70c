#include "scenes/builders/billiards.hpp"

namespace orrery::scenes {
namespace {

constexpr scalar ball_radius = scalar(0.5);

body ball_at(vector3 position) {
    return {.what = form::sphere,
            .size = {ball_radius, 0, 0},
            .position = position,
            .friction = 0,
            .restitution = 1};
}

body ball_in_flight(vector3 position, scalar speed) {
    body ball = ball_at(position);
    ball.linear_velocity = {speed, 0, 0};
    return ball;
}

} // namespace

scene row_of_balls(std::uint32_t count, scalar speed) {
    scene made;
    made.name = "row of balls";
    made.bodies.push_back(ball_in_flight({-4 * ball_radius, ball_radius, 0}, speed));
    for (std::uint32_t number = 0; number < count; ++number) {
        made.bodies.push_back(ball_at({2 * ball_radius * static_cast<scalar>(number), ball_radius, 0}));
    }
    return made;
}

scene racked_balls(std::uint32_t rows, scalar speed) {
    const scalar row_distance = ball_radius * sqrt(scalar(3));
    scene made;
    made.name = "racked balls";
    made.bodies.push_back(ball_in_flight({-4 * ball_radius, ball_radius, ball_radius / 10}, speed));
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t number = 0; number <= row; ++number) {
            const scalar z = ball_radius * (2 * static_cast<scalar>(number) - static_cast<scalar>(row));
            made.bodies.push_back(ball_at({row_distance * static_cast<scalar>(row), ball_radius, z}));
        }
    }
    return made;
}

} // namespace orrery::scenes
