#include "scenes/builders/walls.hpp"

#include <numbers>

namespace orrery::scenes {
namespace {

body cube_at(vector3 position) {
    return {.what = form::box, .size = {scalar(0.5), scalar(0.5), scalar(0.5)}, .position = position};
}

constexpr vector3 card{scalar(0.01), scalar(0.5), scalar(0.3)}; // half extents of one that stands

// Turned about z: positive angles lean to the left.
body card_at(vector3 position, scalar lean) {
    return {.what = form::box,
            .size = card,
            .position = position,
            .orientation = quaternion::from_axis_angle({0, 0, 1}, lean),
            .friction = scalar(0.8)};
}

} // namespace

scene pyramids(std::uint32_t walls, std::uint32_t base) {
    constexpr scalar distance = 4;
    scene made;
    made.name = "pyramids";
    for (std::uint32_t wall = 0; wall < walls; ++wall) {
        const scalar z = distance * (static_cast<scalar>(wall) - static_cast<scalar>(walls - 1) / 2);
        for (std::uint32_t layer = 0; layer < base; ++layer) {
            const std::uint32_t count = base - layer;
            for (std::uint32_t number = 0; number < count; ++number) {
                const scalar x = static_cast<scalar>(number) - static_cast<scalar>(count - 1) / 2;
                made.bodies.push_back(cube_at({x, static_cast<scalar>(layer) + scalar(0.5), z}));
            }
        }
    }
    made.fixed_boxes.push_back(floor_of(40));
    return made;
}

scene stack(std::uint32_t height) {
    scene made;
    made.name = "stack";
    for (std::uint32_t number = 0; number < height; ++number) {
        made.bodies.push_back(cube_at({0, static_cast<scalar>(number) + scalar(0.5), 0}));
    }
    made.fixed_boxes.push_back(floor_of(10));
    return made;
}

scene house_of_cards(std::uint32_t storeys) {
    constexpr scalar lean = scalar(0.44); // 25 degrees
    constexpr scalar right_angle = std::numbers::pi_v<scalar> / 2;
    constexpr scalar distance = 2 * card.y + scalar(0.01); // of pairs: cards across them do not meet
    const auto [sine, cosine] = sin_cos(lean);
    // A leaning card touches the ground with one corner and the plane between the pair with the opposite one.
    const scalar aside = card.x * cosine + card.y * sine;
    const scalar middle = card.y * cosine + card.x * sine;
    scene made;
    made.name = "house of cards";
    scalar ground = 0;
    for (std::uint32_t pairs = storeys; pairs > 0; --pairs) {
        const scalar first = -distance * static_cast<scalar>(pairs - 1) / 2;
        for (std::uint32_t pair = 0; pair < pairs; ++pair) {
            const scalar x = first + distance * static_cast<scalar>(pair);
            made.bodies.push_back(card_at({x - aside, ground + middle, 0}, -lean));
            made.bodies.push_back(card_at({x + aside, ground + middle, 0}, lean));
        }
        const scalar top = ground + 2 * middle;
        for (std::uint32_t pair = 0; pair + 1 < pairs; ++pair) {
            const scalar x = first + distance * (static_cast<scalar>(pair) + scalar(0.5));
            made.bodies.push_back(card_at({x, top + card.x, 0}, right_angle));
        }
        ground = top + 2 * card.x;
    }
    made.fixed_boxes.push_back(floor_of(10));
    made.fixed_boxes.back().friction = scalar(0.8);
    return made;
}

} // namespace orrery::scenes
