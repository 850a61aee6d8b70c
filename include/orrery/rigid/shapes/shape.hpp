// The form of a body: a component of its own, small and plain. Round shapes, boxes and planes carry their
// measures; hulls and compounds are large and shared, so the component names them by the id under which a
// shape_store keeps them. Ids are hashes of the contents: the same in every world and on every machine.
//
//   world.registry().emplace<shape>(ball, sphere(0.5f));
//
// All shapes are described in a frame of their own. Capsules and cylinders lie along its y axis, and a plane
// is the half space below y = 0.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::rigid {

// In the order in which narrow-phase functions take them: of two shapes the one with the lower kind is first.
enum class shape_kind : std::uint32_t {
    sphere,
    capsule,
    cylinder,
    box,
    hull,
    plane,
    compound,
    mesh,
    triangle, // of a mesh: the narrow phase and the queries see it as a shape of its own, but no body has it
};

// That a body can have.
inline constexpr std::uint32_t shape_kind_count = 8;

// Zero means none.
enum class shape_id : std::uint64_t { none = 0 };

struct shape {
    shape_id id = shape_id::none; // of a hull or compound
    // sphere: radius in x. capsule and cylinder: radius in x, half the height in y (for a capsule that of its
    // segment, without the caps). box: half extents.
    vector3 size;
    shape_kind kind = shape_kind::sphere;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif

    friend bool operator==(const shape&, const shape&) = default;
};

[[nodiscard]] std::string_view name_of(shape_kind kind) noexcept;

// In metres: within these all moments of inertia fit a float.
inline constexpr scalar least_measure = scalar(1e-6);
inline constexpr scalar largest_measure = scalar(1e6);

// One sentence about what is wrong with the kind or the measures, or nothing. Whether there is a hull or
// compound with this id is for the shape_store to say.
[[nodiscard]] std::string_view check_measures(const shape& what) noexcept;

[[nodiscard]] constexpr shape sphere(scalar radius) noexcept {
    return {.size = {radius, 0, 0}, .kind = shape_kind::sphere};
}

[[nodiscard]] constexpr shape capsule(scalar radius, scalar half_height) noexcept {
    return {.size = {radius, half_height, 0}, .kind = shape_kind::capsule};
}

[[nodiscard]] constexpr shape cylinder(scalar radius, scalar half_height) noexcept {
    return {.size = {radius, half_height, 0}, .kind = shape_kind::cylinder};
}

[[nodiscard]] constexpr shape box(vector3 half_extents) noexcept {
    return {.size = half_extents, .kind = shape_kind::box};
}

[[nodiscard]] constexpr shape plane() noexcept {
    return {.size = {}, .kind = shape_kind::plane};
}

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::shape> = [] {
    using self = rigid::shape;
    return describe<self>("shape", field<&self::id>("id"), field<&self::size>("size", {.about = "m"}),
                          field<&self::kind>("kind", {.maximum = rigid::shape_kind_count - 1})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&self::unused>("unused")
#endif
    );
}();
