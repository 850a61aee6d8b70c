// Shows what a world is doing: shapes, boxes, contacts, joints, islands, as lines, points and triangles.
// Derive a drawer from debug_drawer and hand it to draw(); two functions are enough to see everything.
//
//   struct my_drawer final : rigid::debug_drawer {
//       void draw_line(vector3 from, vector3 to, color32 color) override { ... }
//       void draw_point(vector3 where, scalar pixels, color32 color) override { ... }
//   };
//   draw(world, drawer, {.draws_contacts = true});
//
// Reads the components as they are now and changes nothing. What is drawn, and in what order, depends on the
// state alone. For looking at, not for speed.
#pragma once

#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::rigid {

class world;

// 0xRRGGBBAA
using color32 = std::uint32_t;

// All of it is here, so that programs with run-time type information can derive from it: the library has
// none.
class debug_drawer {
public:
    debug_drawer() = default;
    debug_drawer(const debug_drawer&) = delete;
    debug_drawer& operator=(const debug_drawer&) = delete;
    virtual ~debug_drawer() = default;

    virtual void draw_line(vector3 from, vector3 to, color32 color) = 0;
    virtual void draw_point(vector3 where, scalar pixels, color32 color) = 0;

    // Counterclockwise seen from outside. By default its three sides.
    virtual void draw_triangle(vector3 a, vector3 b, vector3 c, color32 color) {
        draw_line(a, b, color);
        draw_line(b, c, color);
        draw_line(c, a, color);
    }

    // By default nothing.
    virtual void draw_text(vector3 /*where*/, std::string_view /*text*/, color32 /*color*/) {}
};

struct debug_colors {
    color32 dynamic = 0xe6b34dff;
    color32 kinematic = 0x4d80e6ff;
    color32 fixed = 0x80a080ff;
    color32 sensor = 0xe6e600ff;
    color32 asleep = 0x808080ff;
    color32 box = 0xa040a0ff;
    color32 contact = 0xff3030ff;
    color32 impulse = 0xff9090ff;
    color32 joint = 0x40e0e0ff;
    color32 center = 0xffffffff;
    color32 velocity = 0x60ff60ff;
    color32 text = 0xffffffff;
};

struct debug_draw_settings {
    bool draws_shapes = true;
    bool are_shapes_solid = false; // triangles instead of edges
    bool draws_boxes = false;      // around shapes
    bool draws_contacts = false;   // points, normals and impulses
    bool draws_joints = true;
    bool draws_centers = false; // of mass, with the body's axes
    bool draws_velocities = false;
    bool draws_keys = false;     // as text, in decimals
    bool colors_islands = false; // instead of kinds; what is not moved by forces keeps its own colour
    bool colors_sleepers = true; // sleeping bodies have a colour of their own
    // Half the side of the square that stands for a plane, and of the cube about the origin of a large mesh
    // in which its triangles are drawn, m.
    scalar plane_size = 20;
    scalar normal_length = scalar(0.2);       // m
    scalar length_of_impulse = scalar(0.1);   // m for a N s
    scalar seconds_of_velocity = scalar(0.1); // how far ahead the arrows point
    scalar point_pixels = 5;
    debug_colors colors{};
};

void draw(const world& what, debug_drawer& drawer, const debug_draw_settings& settings = {});

} // namespace orrery::rigid
