// What a person or a script does to a world, as data. A body is named by its key, so that an input means the
// same in every copy of the world; one that is not possible (for a body that is not there, with numbers that
// are not finite) does nothing. Inputs of a step are applied in the order given, so one that creates a body
// may be followed by others for it.
//
// Whatever comes, goes or changes its form does so when the step begins: it takes part in this very step.
// Changes of form that are not possible leave an event_kind::refused behind, and a sentence in the log.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/transform.hpp>
#include <orrery/rigid/fwd.hpp>
#include <orrery/rigid/material.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::rigid {

enum class input_kind : std::uint64_t {
    force,           // N, for the length of the step, at the centre of mass
    force_at,        // the same at a point of the world
    torque,          // N m, for the length of the step
    impulse,         // N s, at the centre of mass
    impulse_at,      // the same at a point of the world
    angular_impulse, // N m s
    velocity,        // sets the linear velocity; of kinematic bodies, too
    spin,            // sets the angular velocity; of kinematic bodies, too
    wake,
    acceleration, // m/s2, for the length of the step
    place,        // sets where the shape's frame is and how it is turned; of bodies of any kind
    set_material, // of bodies of any kind; a sensor becomes one that is pushed
    create,       // a body with this key from a blueprint, at a place, with a velocity
    destroy,      // a body of any kind
    glue,         // onto another body, see glue.hpp
    unglue,
    break_up,             // into the fragments of a fracture, see fracture.hpp
    drive,                // sets what a joint of the body does by itself: the speed of its motor, say
    set_material_pair,    // what two materials make together (material_pair.hpp); of no body
    remove_material_pair, // they are mixed by the rules again; of no body
};

inline constexpr std::uint64_t input_kind_count = 20;

// As recordings, messages and JSON call it. Every kind of input has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(input_kind kind) noexcept {
    switch (kind) {
    case input_kind::force:
        return "force";
    case input_kind::force_at:
        return "force_at";
    case input_kind::torque:
        return "torque";
    case input_kind::impulse:
        return "impulse";
    case input_kind::impulse_at:
        return "impulse_at";
    case input_kind::angular_impulse:
        return "angular_impulse";
    case input_kind::velocity:
        return "velocity";
    case input_kind::spin:
        return "spin";
    case input_kind::wake:
        return "wake";
    case input_kind::acceleration:
        return "acceleration";
    case input_kind::place:
        return "place";
    case input_kind::set_material:
        return "set_material";
    case input_kind::create:
        return "create";
    case input_kind::destroy:
        return "destroy";
    case input_kind::glue:
        return "glue";
    case input_kind::unglue:
        return "unglue";
    case input_kind::break_up:
        return "break_up";
    case input_kind::drive:
        return "drive";
    case input_kind::set_material_pair:
        return "set_material_pair";
    case input_kind::remove_material_pair:
        return "remove_material_pair";
    }
    return {};
}

static_assert(!name_of(input_kind{input_kind_count - 1}).empty() &&
                  name_of(input_kind{input_kind_count}).empty(),
              "input_kind_count counts the enumerators of input_kind");

struct input {
    entity_key target = entity_key::none;
    input_kind kind = input_kind::force;
    vector3 value{};
    vector3 point{};
    quaternion orientation{};
    // The key of the body to be glued to, or of a joint, or the id of a blueprint, a fracture or a material,
    // or the ids of two materials, 32 bits each.
    std::uint64_t subject = 0;

    [[nodiscard]] static constexpr input place(entity_key target, const transform3& where) noexcept {
        return {.target = target,
                .kind = input_kind::place,
                .point = where.position,
                .orientation = where.rotation};
    }

    [[nodiscard]] static constexpr input set_material(entity_key target,
                                                      const rigid::material& what) noexcept {
        return {.target = target,
                .kind = input_kind::set_material,
                .value = {what.friction, what.restitution, what.rolling_friction},
                .point = {what.spinning_friction, what.stiffness, what.damping},
                .subject = what.id};
    }

    [[nodiscard]] static constexpr input create(entity_key key, blueprint_id what, const transform3& where,
                                                vector3 velocity = {}) noexcept {
        return {.target = key,
                .kind = input_kind::create,
                .value = velocity,
                .point = where.position,
                .orientation = where.rotation,
                .subject = static_cast<std::uint64_t>(what)};
    }

    [[nodiscard]] static constexpr input destroy(entity_key target) noexcept {
        return {.target = target, .kind = input_kind::destroy};
    }

    [[nodiscard]] static constexpr input glue(entity_key target, entity_key carrier) noexcept {
        return {.target = target, .kind = input_kind::glue, .subject = static_cast<std::uint64_t>(carrier)};
    }

    [[nodiscard]] static constexpr input unglue(entity_key target) noexcept {
        return {.target = target, .kind = input_kind::unglue};
    }

    // Without a fracture, into that of the body itself.
    [[nodiscard]] static constexpr input break_up(entity_key target, fracture_id into = {}) noexcept {
        return {.target = target, .kind = input_kind::break_up, .subject = static_cast<std::uint64_t>(into)};
    }

    // For a joint of the body; what the numbers mean is said where the joint is described.
    [[nodiscard]] static constexpr input drive(entity_key target, entity_key joint, vector3 value,
                                               const transform3& pose = {}) noexcept {
        return {.target = target,
                .kind = input_kind::drive,
                .value = value,
                .point = pose.position,
                .orientation = pose.rotation,
                .subject = static_cast<std::uint64_t>(joint)};
    }

    [[nodiscard]] static constexpr input set_material_pair(std::uint32_t a, std::uint32_t b,
                                                           const rigid::material& together) noexcept {
        input made = set_material(entity_key::none, together);
        made.kind = input_kind::set_material_pair;
        made.subject = std::uint64_t{a} << 32 | b;
        return made;
    }

    [[nodiscard]] static constexpr input remove_material_pair(std::uint32_t a, std::uint32_t b) noexcept {
        return {.kind = input_kind::remove_material_pair, .subject = std::uint64_t{a} << 32 | b};
    }

    friend bool operator==(const input&, const input&) = default;
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::input> = [] {
    using self = rigid::input;
    return describe<self>("input", field<&self::target>("target"),
                          field<&self::kind>("kind", {.maximum = rigid::input_kind_count - 1}),
                          field<&self::value>("value"), field<&self::point>("point"),
                          field<&self::orientation>("orientation"), field<&self::subject>("subject"));
}();
