// Mass, centre of mass and inertia of a shape of uniform density.
#pragma once

#include <orrery/math/matrix3.hpp>
#include <orrery/rigid/shapes/shape.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

namespace orrery::rigid {

struct mass_properties {
    scalar mass = 0;
    vector3 center_of_mass; // in the shape's frame
    matrix3 inertia;        // about the centre of mass, in the axes of the shape's frame
};

// Of a part in the frame in which `where` places it.
[[nodiscard]] mass_properties moved(const mass_properties& part, const transform3& where) noexcept;

// Of two parts in one frame, as one.
[[nodiscard]] mass_properties together(const mass_properties& a, const mass_properties& b) noexcept;

// In cubic metres. Nothing for planes and for ids that the store does not know.
[[nodiscard]] scalar volume_of(const shape& what, const shape_store& store) noexcept;

// For a density in kg/m³. Where children of a compound overlap they count twice. No mass for planes and for
// ids that the store does not know.
[[nodiscard]] mass_properties properties_of_density(const shape& what, scalar density,
                                                    const shape_store& store) noexcept;

// The same with a total mass in kg.
[[nodiscard]] mass_properties properties_of_mass(const shape& what, scalar mass,
                                                 const shape_store& store) noexcept;

} // namespace orrery::rigid
