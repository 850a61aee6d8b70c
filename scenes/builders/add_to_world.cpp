#include "scenes/builders/add_to_world.hpp"

#include <orrery/core/check.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

namespace orrery::scenes {
namespace {

rigid::shape shape_of(const body& what, std::span<const rigid::shape> hulls) {
    switch (what.what) {
    case form::sphere:
        return rigid::sphere(what.size.x);
    case form::capsule:
        return rigid::capsule(what.size.x, what.size.y);
    case form::cylinder:
        return rigid::cylinder(what.size.x, what.size.y);
    case form::box:
        return rigid::box(what.size);
    case form::hull:
        break;
    }
    return hulls[what.hull];
}

} // namespace

std::vector<entity> add_bodies_to_world(const scene& what, rigid::world& where, std::uint64_t first_key) {
    std::vector<rigid::shape> hulls;
    for (const std::vector<vector3>& points : what.hulls) {
        hulls.push_back(where.shapes().add_hull(points).value());
    }
    std::vector<entity> bodies;
    for (const body& each : what.bodies) {
        rigid::body_definition made{
            .kind = each.is_driven ? rigid::body_kind::kinematic : rigid::body_kind::dynamic,
            .position = each.position,
            .orientation = each.orientation,
            .linear_velocity = each.linear_velocity,
            .angular_velocity = each.angular_velocity,
            .shape = shape_of(each, hulls),
            .material = rigid::material{.friction = each.friction, .restitution = each.restitution},
            .density = each.density,
            .feels_fields = each.feels_attractors,
            .key = static_cast<entity_key>(first_key + bodies.size())};
        if (what.is_weightless) {
            made.gravity = vector3{};
        }
        if (each.attractor > 0) {
            made.attractor = each.attractor;
        }
        bodies.push_back(make_body(where, made).value());
    }
    std::uint64_t key = first_joint_key + first_key;
    for (const ball_joint& each : what.joints) {
        registry& state = where.registry();
        const entity joint = state.create(static_cast<entity_key>(key));
        state.emplace<rigid::ball_joint>(
            joint, rigid::ball_joint{.a = bodies[each.a],
                                     .b = each.b == ball_joint::world ? entity{} : bodies[each.b],
                                     .pivot_a = each.pivot_a,
                                     .pivot_b = each.pivot_b});
        ++key;
    }
    return bodies;
}

std::vector<entity> add_to_world(const scene& what, rigid::world& where, std::uint64_t first_key) {
    std::uint64_t key = first_fixed_key;
    for (const fixed_box& each : what.fixed_boxes) {
        const result<entity> made = make_body(
            where, {.kind = rigid::body_kind::fixed,
                    .position = each.center,
                    .shape = rigid::box(each.half_extents),
                    .material = rigid::material{.friction = each.friction, .restitution = each.restitution},
                    .key = static_cast<entity_key>(key)});
        ORRERY_CHECK(made.has_value(), made.reason().message);
        ++key;
    }
    for (const fixed_mesh& each : what.fixed_meshes) {
        const auto mesh =
            rigid::triangle_mesh::from({.vertices = each.vertices, .triangles = each.triangles});
        ORRERY_CHECK(mesh.has_value(), mesh.reason().message);
        const result<entity> made = make_body(
            where, {.kind = rigid::body_kind::fixed,
                    .shape = where.shapes().add_mesh(mesh.value()).value(),
                    .material = rigid::material{.friction = each.friction, .restitution = each.restitution},
                    .key = static_cast<entity_key>(key)});
        ORRERY_CHECK(made.has_value(), made.reason().message);
        ++key;
    }
    return add_bodies_to_world(what, where, first_key);
}

} // namespace orrery::scenes
