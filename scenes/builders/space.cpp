#include "scenes/builders/space.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>

#include <numbers>

namespace orrery::scenes {
namespace {

constexpr scalar sun_strength = 400'000;
constexpr scalar sun_radius = 30;
constexpr scalar first_orbit = 150;
// Each orbit is so much larger than the one before that the planets on them do not disturb each other.
constexpr scalar orbit_ratio = scalar(1.25);
constexpr scalar cage = 2000; // from the middle to a wall

scalar between(xoshiro256& random, scalar low, scalar high) {
    return uniform_real<scalar>(random, low, high);
}

body ball(scalar radius) {
    return {.what = form::sphere, .size = {radius, 0, 0}, .friction = 0, .restitution = 1};
}

// As heavy as it pulls, so that mutual attraction keeps momentum.
body attracting_ball(scalar radius, scalar strength) {
    constexpr scalar mass_of_strength = 100'000; // kg s2/m3
    const scalar volume = std::numbers::pi_v<scalar> * 4 / 3 * radius * radius * radius;
    body made = ball(radius);
    made.density = strength * mass_of_strength / volume;
    made.attractor = strength;
    made.feels_attractors = true;
    return made;
}

// On its way about the sun, at a random place of an orbit that leans a little. A share of 1 of the speed of a
// circle makes one; less makes an ellipse that begins at its far end.
void put_on_orbit(body& what, scalar radius, scalar lean, scalar speed_share, xoshiro256& random) {
    const scalar angle = between(random, 0, 2 * std::numbers::pi_v<scalar>);
    const scalar tilt = between(random, -lean, lean);
    const auto [sine, cosine] = sin_cos(angle);
    const auto [tilt_sine, tilt_cosine] = sin_cos(tilt);
    const scalar speed = speed_share * sqrt(sun_strength / radius);
    what.position = {radius * cosine, 0, radius * sine};
    what.linear_velocity = {-speed * sine * tilt_cosine, speed * tilt_sine, speed * cosine * tilt_cosine};
}

void add_sun_and_planets(scene& made, xoshiro256& random) {
    made.bodies.push_back(attracting_ball(sun_radius, sun_strength));
    scalar orbit = first_orbit;
    for (std::uint32_t number = 1; number < space_attractors; ++number) {
        const scalar radius = between(random, 4, 8);
        const scalar strength = between(random, 10, 40);
        body planet = attracting_ball(radius, strength);
        put_on_orbit(planet, orbit, scalar(0.01), 1, random);
        // The sun moves against its planets, so that the whole stays where it is.
        made.bodies.front().linear_velocity -= planet.linear_velocity * (strength / sun_strength);
        made.bodies.push_back(planet);
        orbit *= orbit_ratio;
    }
}

// In the gaps between planets.
void add_rocks(scene& made, xoshiro256& random) {
    constexpr std::uint32_t gaps = space_attractors - 2;
    scalar orbit = first_orbit;
    for (std::uint32_t number = 0; number < space_rocks; ++number) {
        if (number % gaps == 0) {
            orbit = first_orbit;
        }
        body rock = ball(between(random, scalar(0.5), scalar(1.5)));
        rock.feels_attractors = true;
        put_on_orbit(rock, orbit * between(random, scalar(1.08), scalar(1.16)), scalar(0.03), 1, random);
        made.bodies.push_back(rock);
        orbit *= orbit_ratio;
    }
}

void add_ships(scene& made, xoshiro256& random) {
    for (std::uint32_t number = 0; number < space_ships; ++number) {
        body ship = ball(1);
        ship.feels_attractors = true;
        const scalar farthest = between(random, 400, 1500);
        const scalar share = between(random, scalar(0.6), scalar(0.9));
        put_on_orbit(ship, farthest, scalar(0.5), share, random);
        made.bodies.push_back(ship);
    }
}

void add_projectiles(scene& made, xoshiro256& random) {
    constexpr scalar seconds_ahead = scalar(2) / 60;
    constexpr scalar widest_pass = scalar(1.1); // of the sum of radii
    for (std::uint32_t number = 0; number < space_projectiles; ++number) {
        const body& target = made.bodies[space_attractors + number];
        body projectile = ball(between(random, scalar(0.2), scalar(0.5)));
        projectile.density = 10; // it pushes no planet from its orbit
        const scalar speed = between(random, 500, 3000);
        const vector3 direction = unit_vector<vector3>(random);
        const vector3 aside = perpendicular(direction);
        const scalar share = widest_pass * static_cast<scalar>(number) / (space_projectiles - 1);
        const scalar miss = share * (projectile.size.x + target.size.x);
        // Seen from the target it comes straight along the direction.
        projectile.linear_velocity = target.linear_velocity + direction * speed;
        projectile.position = target.position + aside * miss - direction * (speed * seconds_ahead);
        made.bodies.push_back(projectile);
    }
}

void add_cage(scene& made) {
    constexpr scalar thickness = 20;
    for (int axis = 0; axis < 3; ++axis) {
        for (const scalar side : {scalar(-1), scalar(1)}) {
            fixed_box wall{
                .half_extents = vector3::filled(cage + 2 * thickness), .friction = 0, .restitution = 1};
            wall.half_extents[axis] = thickness;
            wall.center[axis] = side * (cage + thickness);
            made.fixed_boxes.push_back(wall);
        }
    }
}

} // namespace

scene space(std::uint64_t seed) {
    xoshiro256 random(seed);
    scene made;
    made.name = "space";
    made.is_weightless = true;
    add_sun_and_planets(made, random);
    add_rocks(made, random);
    add_ships(made, random);
    add_projectiles(made, random);
    add_cage(made);
    return made;
}

} // namespace orrery::scenes
