// A scene is plain data about bodies and knows nothing of any engine, so that ours and others can be given
// the same one. Y is up, units are SI. The functions that make scenes are in the other headers of this
// folder: the same arguments give the same scene everywhere.
#pragma once

#include <orrery/math/quaternion.hpp>
#include <orrery/math/vector3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace orrery::scenes {

enum class form : std::uint32_t { sphere, capsule, cylinder, box, hull };

struct body {
    form what = form::box;
    // sphere: radius in x. capsule and cylinder, along y: radius in x, half the height in y (for a capsule
    // that of its segment). box: half extents.
    vector3 size = {};
    std::uint32_t hull = 0; // which of the scene's
    vector3 position = {};
    quaternion orientation = {};
    vector3 linear_velocity = {};
    vector3 angular_velocity = {};
    scalar density = 1000;
    scalar friction = scalar(0.5);
    scalar restitution = 0;
    scalar attractor = 0; // how strongly it pulls others: m3/s2
    bool feels_attractors = false;
    bool is_driven = false; // it moves by its velocities alone
};

// Floors and walls.
struct fixed_box {
    vector3 center = {};
    vector3 half_extents = {};
    scalar friction = scalar(0.5);
    scalar restitution = 0;
};

// Ground of triangles.
struct fixed_mesh {
    std::vector<vector3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles; // counter-clockwise from where they are seen
    scalar friction = scalar(0.5);
    scalar restitution = 0;
};

// A point of one body is held where a point of another is, or a point of the world; the two do not collide.
struct ball_joint {
    static constexpr std::uint32_t world = 0xffff'ffffu;

    std::uint32_t a = 0; // numbers of bodies
    std::uint32_t b = world;
    vector3 pivot_a = {}; // in the frame of the body
    vector3 pivot_b = {}; // in that of the body or the world
};

struct scene {
    std::string name;
    bool is_weightless = false; // nothing pulls but attractors
    std::vector<body> bodies;
    std::vector<fixed_box> fixed_boxes;
    std::vector<fixed_mesh> fixed_meshes;
    std::vector<ball_joint> joints;
    std::vector<std::vector<vector3>> hulls; // points around the centre of mass
};

// The top of the box is the plane y = 0.
[[nodiscard]] constexpr fixed_box floor_of(scalar half_width) noexcept {
    return {.center = {0, -1, 0}, .half_extents = {half_width, 1, half_width}};
}

} // namespace orrery::scenes
