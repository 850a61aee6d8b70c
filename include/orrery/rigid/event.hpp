// What happened in a step, in an order that depends on keys alone.
#pragma once

#include <orrery/build_settings.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/vector3.hpp>

#include <cstdint>
#include <string_view>

namespace orrery::rigid {

enum class event_kind : std::uint32_t {
    contact_began,
    contact_persisted, // only for bodies that report their contacts
    contact_ended,     // also of one that lived for less than a step: in a step after contact_began
    sensor_entered,
    sensor_left,
    fell_asleep, // `a` alone
    woke_up,
    created,   // `a` by an input, or as a fragment of `b`
    destroyed, // `a`; `impulse` is what did it
    broke,     // `a`, and its fragments are created; `impulse` is what did it
    glued,     // `a` onto `b`, whichever key is lower
    unglued,
    joint_lost,  // between `a` and `b`, one of which is gone
    refused,     // an input that is not possible: `key_a` and `key_b` are the names it gave
    joint_broke, // between `a` and `b`; `impulse` is what it bore in the last sub-step
    // `a` was faster than the world's `max_speed` and was slowed down to it; `impulse` is what this took
    // away.
    speed_limited,
};

inline constexpr std::uint32_t event_kind_count = 16;

// As recordings, messages and JSON call it. Every kind of event has a name; anything else has none.
[[nodiscard]] constexpr std::string_view name_of(event_kind kind) noexcept {
    switch (kind) {
    case event_kind::contact_began:
        return "contact_began";
    case event_kind::contact_persisted:
        return "contact_persisted";
    case event_kind::contact_ended:
        return "contact_ended";
    case event_kind::sensor_entered:
        return "sensor_entered";
    case event_kind::sensor_left:
        return "sensor_left";
    case event_kind::fell_asleep:
        return "fell_asleep";
    case event_kind::woke_up:
        return "woke_up";
    case event_kind::created:
        return "created";
    case event_kind::destroyed:
        return "destroyed";
    case event_kind::broke:
        return "broke";
    case event_kind::glued:
        return "glued";
    case event_kind::unglued:
        return "unglued";
    case event_kind::joint_lost:
        return "joint_lost";
    case event_kind::refused:
        return "refused";
    case event_kind::joint_broke:
        return "joint_broke";
    case event_kind::speed_limited:
        return "speed_limited";
    }
    return {};
}

static_assert(!name_of(event_kind{event_kind_count - 1}).empty() &&
                  name_of(event_kind{event_kind_count}).empty(),
              "event_kind_count counts the enumerators of event_kind");

struct event {
    // What a recording keeps of it beside the keys.
    struct payload_type {
        vector3 point{};
        vector3 normal{};
        vector3 friction_impulse{};
        scalar impulse = 0;
        scalar friction = 0;
        scalar restitution = 0;
        event_kind kind = event_kind::contact_began;
        std::uint32_t material_a = 0;
        std::uint32_t material_b = 0;
#if ORRERY_DOUBLE_PRECISION
        std::uint32_t unused = 0; // recordings compare bytes, so there are none without a name
#endif
    };

    event_kind kind = event_kind::contact_began;
    entity a{}; // of a contact: the lower key of the two
    entity b{};
    entity_key key_a = entity_key::none; // their names for life, also of one that is gone by now
    entity_key key_b = entity_key::none;
    vector3 point{};    // in the world: the middle of the points that touch
    vector3 normal{};   // from a to b
    scalar impulse = 0; // along the normal, in the whole step: N s
    // Of contacts: what friction did to b in the whole step, and its opposite to a, at right angles to the
    // normal (N s); and the material that the two make together (material_pair.hpp). Zero when a contact
    // ends.
    vector3 friction_impulse{};
    scalar friction = 0;
    scalar restitution = 0;
    std::uint32_t material_a = 0; // the ids of the two materials
    std::uint32_t material_b = 0;

    [[nodiscard]] payload_type payload() const noexcept {
        return {.point = point,
                .normal = normal,
                .friction_impulse = friction_impulse,
                .impulse = impulse,
                .friction = friction,
                .restitution = restitution,
                .kind = kind,
                .material_a = material_a,
                .material_b = material_b};
    }

    [[nodiscard]] static event from(entity_key a, entity_key b, const payload_type& what) noexcept {
        return {.kind = what.kind,
                .key_a = a,
                .key_b = b,
                .point = what.point,
                .normal = what.normal,
                .impulse = what.impulse,
                .friction_impulse = what.friction_impulse,
                .friction = what.friction,
                .restitution = what.restitution,
                .material_a = what.material_a,
                .material_b = what.material_b};
    }

    friend bool operator==(const event&, const event&) = default;
};

} // namespace orrery::rigid

// Handles mean nothing elsewhere and are not part of it.
template <>
inline constexpr auto orrery::description<orrery::rigid::event> = [] {
    using self = rigid::event;
    return describe<self>("event", field<&self::kind>("kind", {.maximum = rigid::event_kind_count - 1}),
                          field<&self::key_a>("key_a"), field<&self::key_b>("key_b"),
                          field<&self::point>("point"), field<&self::normal>("normal"),
                          field<&self::impulse>("impulse", {.about = "N s"}),
                          field<&self::friction_impulse>("friction_impulse", {.about = "N s"}),
                          field<&self::friction>("friction", {.minimum = 0}),
                          field<&self::restitution>("restitution", {.minimum = 0}),
                          field<&self::material_a>("material_a"), field<&self::material_b>("material_b"));
}();
