#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/mass_properties.hpp>

#include <numbers>

namespace orrery::rigid {
namespace {

constexpr scalar pi = std::numbers::pi_v<scalar>;

[[nodiscard]] mass_properties around_center(scalar mass, vector3 diagonal) noexcept {
    return {.mass = mass, .center_of_mass = {}, .inertia = matrix3::diagonal(diagonal)};
}

[[nodiscard]] mass_properties of_sphere(scalar radius) noexcept {
    const scalar squared = radius * radius;
    const scalar mass = scalar(4) / scalar(3) * pi * squared * radius;
    return around_center(mass, vector3::filled(scalar(0.4) * mass * squared));
}

[[nodiscard]] mass_properties of_cylinder(scalar radius, scalar half_height) noexcept {
    const scalar squared = radius * radius;
    const scalar mass = scalar(2) * pi * squared * half_height;
    const scalar along = scalar(0.5) * mass * squared;
    const scalar across = mass * (squared / scalar(4) + half_height * half_height / scalar(3));
    return around_center(mass, {across, along, across});
}

[[nodiscard]] mass_properties of_capsule(scalar radius, scalar half_height) noexcept {
    const mass_properties middle = of_cylinder(radius, half_height);
    const mass_properties caps = of_sphere(radius);
    // Moved out by half the height, a half ball gains h² + 2 h c, its own centre being c = 3/8 r from its
    // base.
    const scalar outwards = caps.mass * half_height * (half_height + scalar(0.75) * radius);
    vector3 diagonal{middle.inertia[0].x, middle.inertia[1].y, middle.inertia[2].z};
    diagonal += vector3::filled(caps.inertia[0].x) + vector3{outwards, 0, outwards};
    return around_center(middle.mass + caps.mass, diagonal);
}

[[nodiscard]] mass_properties of_box(vector3 half) noexcept {
    const scalar mass = scalar(8) * half.x * half.y * half.z;
    const vector3 squares = component_product(half, half);
    const vector3 sums{squares.y + squares.z, squares.x + squares.z, squares.x + squares.y};
    return around_center(mass, sums * (mass / scalar(3)));
}

[[nodiscard]] mass_properties of_unit_density(const shape& what, const shape_store& store) noexcept;

[[nodiscard]] mass_properties of_children(const compound& whole, const shape_store& store) noexcept {
    mass_properties sum;
    for (const compound::child& child : whole.children()) {
        sum = together(sum, moved(of_unit_density(child.what, store), child.where));
    }
    return sum;
}

[[nodiscard]] mass_properties of_unit_density(const shape& what, const shape_store& store) noexcept {
    switch (what.kind) {
    case shape_kind::sphere:
        return of_sphere(what.size.x);
    case shape_kind::capsule:
        return of_capsule(what.size.x, what.size.y);
    case shape_kind::cylinder:
        return of_cylinder(what.size.x, what.size.y);
    case shape_kind::box:
        return of_box(what.size);
    case shape_kind::hull:
        if (const convex_hull* hull = store.find_hull(what.id)) {
            return {hull->volume(), hull->center_of_mass(), hull->inertia()};
        }
        return {};
    case shape_kind::compound:
        if (const compound* whole = store.find_compound(what.id)) {
            return of_children(*whole, store);
        }
        return {};
    case shape_kind::plane:
    case shape_kind::mesh:
    case shape_kind::triangle:
        break;
    }
    return {};
}

[[nodiscard]] mass_properties scaled(const mass_properties& of, scalar factor) noexcept {
    return {of.mass * factor, of.center_of_mass, of.inertia * factor};
}

} // namespace

mass_properties moved(const mass_properties& part, const transform3& where) noexcept {
    return {part.mass, transform_point(where, part.center_of_mass),
            rotate_tensor(to_matrix(where.rotation), part.inertia)};
}

mass_properties together(const mass_properties& a, const mass_properties& b) noexcept {
    const scalar mass = a.mass + b.mass;
    if (!(mass > 0)) {
        return {};
    }
    // About the common centre from the start, so that nothing large is subtracted for parts far from the
    // origin.
    const vector3 apart = b.center_of_mass - a.center_of_mass;
    const scalar reduced = a.mass * (b.mass / mass);
    return {mass, a.center_of_mass + apart * (b.mass / mass),
            a.inertia + b.inertia +
                (matrix3::identity() * dot(apart, apart) - outer_product(apart, apart)) * reduced};
}

scalar volume_of(const shape& what, const shape_store& store) noexcept {
    return of_unit_density(what, store).mass;
}

mass_properties properties_of_density(const shape& what, scalar density, const shape_store& store) noexcept {
    return scaled(of_unit_density(what, store), density);
}

mass_properties properties_of_mass(const shape& what, scalar mass, const shape_store& store) noexcept {
    const mass_properties of = of_unit_density(what, store);
    return of.mass > scalar(0) ? scaled(of, mass / of.mass) : mass_properties{};
}

} // namespace orrery::rigid
