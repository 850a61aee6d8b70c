#include "apps/orrery/worlds/circles_mesh.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <numbers>

namespace orrery::command {
namespace {

constexpr scalar disc_half_thickness = scalar(0.2);
constexpr scalar wall_half_thickness = scalar(0.3); // along z
constexpr scalar wall_half_width = scalar(0.05);

[[nodiscard]] drawn_shape rigid_shape(rigid::shape_kind kind, vector3 size) {
    const rigid::shape_store none;
    std::optional<drawn_shape> made = mesh_of({.size = size, .kind = kind}, none, 1);
    ORRERY_CHECK(made, "a shape without points or triangles of its own has a mesh");
    return *std::move(made);
}

// The axis of a cylinder is y, and is to be z.
[[nodiscard]] quaternion upright() noexcept {
    return quaternion::from_axis_angle({1, 0, 0}, std::numbers::pi_v<scalar> / 2);
}

void add_bar(drawn_mesh& to, const drawn_shape& box, vector2 a, vector2 b) {
    const vector2 along = b - a;
    const scalar half_length = length(along) / 2;
    const vector2 middle = (a + b) / scalar(2);
    const scalar turn = atan2(along.y, along.x);
    to.append(box.mesh, {{middle.x, middle.y, 0}, quaternion::from_axis_angle({0, 0, 1}, turn)},
              {half_length + wall_half_width, wall_half_width, wall_half_thickness});
}

} // namespace

drawn_shape disc_mesh(scalar radius) {
    const drawn_shape cylinder = rigid_shape(rigid::shape_kind::cylinder, {1, 1, 1});
    drawn_shape made{.name = "disc", .scale = {radius, radius, disc_half_thickness}};
    made.mesh.append(cylinder.mesh, {{}, upright()}, {1, 1, 1});
    return made;
}

std::optional<drawn_shape> wall_mesh(const circles::wall& what, std::size_t number) {
    drawn_shape made{.name = text("wall ", number)};
    if (what.points.size() == 1) {
        const drawn_shape cylinder = rigid_shape(rigid::shape_kind::cylinder, {1, 1, 1});
        const vector2 middle = what.points.front();
        made.mesh.append(cylinder.mesh, {{middle.x, middle.y, 0}, upright()},
                         {what.radius, wall_half_thickness, what.radius});
        return made;
    }
    const drawn_shape box = rigid_shape(rigid::shape_kind::box, {1, 1, 1});
    for (std::size_t place = 0; place + 1 < what.points.size(); ++place) {
        add_bar(made.mesh, box, what.points[place], what.points[place + 1]);
    }
    if (what.is_closed) {
        add_bar(made.mesh, box, what.points.back(), what.points.front());
    }
    return made.mesh.indices.empty() ? std::nullopt : std::optional(std::move(made));
}

} // namespace orrery::command
