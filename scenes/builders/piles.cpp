#include "scenes/builders/piles.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orrery::scenes {
namespace {

constexpr scalar full_turn = scalar(3);     // rad: nearly any orientation
constexpr scalar slight_turn = scalar(0.4); // rad

struct layout {
    scalar spacing = 0; // between columns
    scalar layer_height = 0;
    scalar lowest = 0; // height of the first layer
    scalar jitter = 0; // horizontal, to either side
    scalar largest_turn = 0;
};

constexpr layout sphere_layout{.spacing = scalar(1.1),
                               .layer_height = scalar(1.1),
                               .lowest = 1,
                               .jitter = scalar(0.03),
                               .largest_turn = 0};
constexpr layout box_layout{.spacing = scalar(1.3),
                            .layer_height = scalar(1.6),
                            .lowest = scalar(1.5),
                            .jitter = scalar(0.05),
                            .largest_turn = slight_turn};
constexpr layout hull_layout{.spacing = scalar(1.4),
                             .layer_height = scalar(1.4),
                             .lowest = scalar(1.5),
                             .jitter = scalar(0.05),
                             .largest_turn = full_turn};

scalar jittered(xoshiro256& random, scalar value, scalar jitter) {
    return value + uniform_real<scalar>(random, -jitter, jitter);
}

quaternion random_turn(xoshiro256& random, scalar largest) {
    if (largest == 0) {
        return {};
    }
    const vector3 axis = unit_vector<vector3>(random);
    return quaternion::from_axis_angle(axis, uniform_real<scalar>(random, 0, largest));
}

// Calls next_body() for each place, which says what falls from there.
template <typename Next>
void add_layers(scene& into, pile_size size, const layout& how, vector3 middle, xoshiro256& random,
                Next next_body) {
    const scalar first = -how.spacing * static_cast<scalar>(size.columns - 1) / 2;
    for (std::uint32_t layer = 0; layer < size.layers; ++layer) {
        for (std::uint32_t row = 0; row < size.columns; ++row) {
            for (std::uint32_t column = 0; column < size.columns; ++column) {
                body falling = next_body();
                falling.position.x = jittered(
                    random, middle.x + first + how.spacing * static_cast<scalar>(column), how.jitter);
                falling.position.y = how.lowest + how.layer_height * static_cast<scalar>(layer);
                falling.position.z =
                    jittered(random, middle.z + first + how.spacing * static_cast<scalar>(row), how.jitter);
                falling.orientation = random_turn(random, how.largest_turn);
                into.bodies.push_back(falling);
            }
        }
    }
}

// A floor and four walls with room for a pile that spreads; the walls are 40 m high.
void add_container(scene& into, pile_size size, const layout& how) {
    constexpr scalar room = scalar(1.25); // beside the pile, at most
    constexpr scalar half_thickness = 1;
    constexpr scalar half_height = 20;
    const scalar inside = floor(how.spacing * static_cast<scalar>(size.columns) / 2 + room);
    const scalar outside = inside + 2 * half_thickness;
    const scalar middle = inside + half_thickness;
    into.fixed_boxes.push_back(floor_of(outside));
    for (const scalar side : {scalar(1), scalar(-1)}) {
        into.fixed_boxes.push_back({.center = {side * middle, half_height, 0},
                                    .half_extents = {half_thickness, half_height, outside}});
    }
    for (const scalar side : {scalar(1), scalar(-1)}) {
        into.fixed_boxes.push_back({.center = {0, half_height, side * middle},
                                    .half_extents = {outside, half_height, half_thickness}});
    }
}

template <typename Next>
scene pile(std::string name, pile_size size, const layout& how, xoshiro256& random, Next next_body) {
    scene made;
    made.name = std::move(name);
    add_layers(made, size, how, {}, random, next_body);
    add_container(made, size, how);
    return made;
}

std::vector<vector3> random_hull(xoshiro256& random, scalar radius) {
    constexpr std::uint32_t point_count = 16;
    std::vector<vector3> points;
    for (std::uint32_t number = 0; number < point_count; ++number) {
        points.push_back(unit_vector<vector3>(random) * radius);
    }
    const vector3 center = rigid::convex_hull::from_points(points).value().center_of_mass();
    for (vector3& point : points) {
        point -= center;
    }
    return points;
}

std::vector<std::vector<vector3>> random_hulls(xoshiro256& random, std::uint32_t count,
                                               scalar radius = scalar(0.6)) {
    std::vector<std::vector<vector3>> hulls;
    for (std::uint32_t number = 0; number < count; ++number) {
        hulls.push_back(random_hull(random, radius));
    }
    return hulls;
}

// Hills of 1 m with ripples of 15 cm, a vertex each half metre.
fixed_mesh hills(std::uint32_t cells, scalar half_width) {
    fixed_mesh ground;
    const scalar spacing = 2 * half_width / static_cast<scalar>(cells);
    const std::uint32_t columns = cells + 1;
    for (std::uint32_t row = 0; row < columns; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const scalar x = spacing * static_cast<scalar>(column) - half_width;
            const scalar z = spacing * static_cast<scalar>(row) - half_width;
            const scalar height = sin(scalar(0.35) * x) * cos(scalar(0.3) * z) +
                                  scalar(0.15) * sin(scalar(1.9) * x + scalar(1.3) * z);
            ground.vertices.push_back({x, height, z});
        }
    }
    for (std::uint32_t row = 0; row < cells; ++row) {
        for (std::uint32_t column = 0; column < cells; ++column) {
            const std::uint32_t corner = row * columns + column;
            const std::uint32_t beyond = corner + columns;
            ground.triangles.push_back({corner, beyond, corner + 1});
            ground.triangles.push_back({corner + 1, beyond, beyond + 1});
        }
    }
    return ground;
}

constexpr body cube{.what = form::box, .size = {scalar(0.5), scalar(0.5), scalar(0.5)}};

} // namespace

scene pile_of_spheres(pile_size size, std::uint64_t seed) {
    xoshiro256 random(seed);
    return pile("pile of spheres", size, sphere_layout, random,
                [] { return body{.what = form::sphere, .size = {scalar(0.5), 0, 0}}; });
}

scene pile_of_boxes(pile_size size, std::uint64_t seed) {
    xoshiro256 random(seed);
    return pile("pile of boxes", size, box_layout, random, [] { return cube; });
}

scene pile_of_hulls(pile_size size, std::uint64_t seed) {
    constexpr std::uint32_t hull_count = 32;
    xoshiro256 random(seed);
    std::vector<std::vector<vector3>> hulls = random_hulls(random, hull_count);
    std::uint32_t number = 0;
    scene made = pile("pile of hulls", size, hull_layout, random,
                      [&number] { return body{.what = form::hull, .hull = number++ % hull_count}; });
    made.hulls = std::move(hulls);
    return made;
}

scene pile_of_everything(pile_size size, std::uint64_t seed) {
    constexpr std::uint32_t hull_count = 8;
    xoshiro256 random(seed);
    std::vector<std::vector<vector3>> hulls = random_hulls(random, hull_count);
    std::uint32_t number = 0;
    scene made = pile("pile of everything", size, hull_layout, random, [&number]() -> body {
        const auto what = static_cast<form>(number++ % 5);
        switch (what) {
        case form::sphere:
            return {.what = what, .size = {scalar(0.5), 0, 0}};
        case form::capsule:
            return {.what = what, .size = {scalar(0.3), scalar(0.3), 0}};
        case form::cylinder:
            return {.what = what, .size = {scalar(0.4), scalar(0.4), 0}};
        case form::box:
            return cube;
        case form::hull:
            break;
        }
        return {.what = what, .hull = number / 5 % hull_count};
    });
    made.hulls = std::move(hulls);
    return made;
}

scene mesh_rain(std::uint64_t seed) {
    constexpr scalar half_width = 32;
    constexpr std::uint32_t layers = 5;
    constexpr std::uint32_t rows = 10;
    constexpr std::uint32_t columns = 20;
    constexpr scalar column_spacing = scalar(2.4);
    constexpr scalar row_spacing = scalar(4.8);
    constexpr scalar layer_height = scalar(2.5);
    constexpr scalar lowest = 4;
    constexpr scalar jitter = scalar(0.5);
    constexpr std::uint32_t hull_count = 16;
    constexpr scalar hull_radius = scalar(0.5);
    xoshiro256 random(seed);
    scene made;
    made.name = "mesh rain";
    made.hulls = random_hulls(random, hull_count, hull_radius);
    const std::array<body, 3> others{body{.what = form::sphere, .size = {scalar(0.5), 0, 0}},
                                     body{.what = form::box, .size = vector3::filled(scalar(0.4))},
                                     body{.what = form::capsule, .size = {scalar(0.3), scalar(0.4), 0}}};
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        // Every second layer is aside of the others.
        const scalar aside = static_cast<scalar>(layer % 2);
        for (std::uint32_t row = 0; row < rows; ++row) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                const std::size_t number = made.bodies.size();
                body falling = number % 4 < others.size()
                                   ? others[number % 4]
                                   : body{.what = form::hull,
                                          .hull = static_cast<std::uint32_t>(number / 4 % hull_count)};
                falling.position.x = jittered(
                    random, column_spacing * (static_cast<scalar>(column) - scalar(9.5)) + aside, jitter);
                falling.position.y = lowest + layer_height * static_cast<scalar>(layer);
                falling.position.z = jittered(
                    random, row_spacing * (static_cast<scalar>(row) - scalar(4.5)) + 2 * aside, jitter);
                falling.orientation = random_turn(random, full_turn);
                made.bodies.push_back(falling);
            }
        }
    }
    for (const scalar side : {scalar(1), scalar(-1)}) {
        made.fixed_boxes.push_back({.center = {side * (half_width + 1), 5, 0}, .half_extents = {1, 10, 34}});
        made.fixed_boxes.push_back({.center = {0, 5, side * (half_width + 1)}, .half_extents = {34, 10, 1}});
    }
    made.fixed_meshes.push_back(hills(128, half_width));
    return made;
}

scene separate_piles(std::uint32_t rows, std::uint32_t piles_per_row, std::uint64_t seed) {
    constexpr scalar distance = 20;
    constexpr pile_size size{.columns = 2, .layers = 5};
    xoshiro256 random(seed);
    scene made;
    made.name = "separate piles";
    const auto offset = [](std::uint32_t number, std::uint32_t count) {
        return distance * (static_cast<scalar>(number) - static_cast<scalar>(count - 1) / 2);
    };
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t number = 0; number < piles_per_row; ++number) {
            const vector3 middle{offset(number, piles_per_row), 0, offset(row, rows)};
            add_layers(made, size, box_layout, middle, random, [] { return cube; });
        }
    }
    made.fixed_boxes.push_back(floor_of(distance * static_cast<scalar>(std::max(rows, piles_per_row)) / 2));
    return made;
}

} // namespace orrery::scenes
