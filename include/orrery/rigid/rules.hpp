// What happens to a body by itself when it is hit. Each rule is a component with a threshold: the impulse
// along the normal that one contact passes on in one step. What rests on others passes on its weight times
// the length of a step, so thresholds lie well above that.
//
// A rule decides at the end of the step in which the impact was. The body then has a `fate`, which is carried
// out when the next step begins, before the inputs of that step: nothing has moved in between, and a frame
// that is saved or cut out knows what will become of its bodies.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdint>

namespace orrery::rigid {

// N s. A body that has several of them is destroyed rather than broken, and broken rather than glued.
struct destroyed_at {
    scalar impulse = 0;
};

// Into its fracture_pattern (fracture.hpp); a body without one does not break.
struct breaks_at {
    scalar impulse = 0;
};

// The body is glued (glue.hpp) to what it hits; what is not dynamic makes others stick to it instead.
struct sticks_at {
    scalar impulse = 0;
};

enum class fate_kind : std::uint32_t { is_destroyed, breaks, sticks };

// What becomes of a body when the next step begins.
struct fate {
    entity onto; // of one that sticks
    scalar impulse = 0;
    fate_kind kind = fate_kind::is_destroyed;
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif
};

} // namespace orrery::rigid

namespace orrery {

template <>
inline constexpr auto description<rigid::destroyed_at> = describe<rigid::destroyed_at>(
    "destroyed_at", field<&rigid::destroyed_at::impulse>("impulse", {.about = "N s", .minimum = 0}));
template <>
inline constexpr auto description<rigid::breaks_at> = describe<rigid::breaks_at>(
    "breaks_at", field<&rigid::breaks_at::impulse>("impulse", {.about = "N s", .minimum = 0}));
template <>
inline constexpr auto description<rigid::sticks_at> = describe<rigid::sticks_at>(
    "sticks_at", field<&rigid::sticks_at::impulse>("impulse", {.about = "N s", .minimum = 0}));
template <>
inline constexpr auto description<rigid::fate> =
    describe<rigid::fate>("fate", field<&rigid::fate::onto>("onto"),
                          field<&rigid::fate::impulse>("impulse", {.about = "N s", .minimum = 0}),
                          field<&rigid::fate::kind>("kind", {.maximum = 2})
#if ORRERY_DOUBLE_PRECISION
                              ,
                          field<&rigid::fate::unused>("unused")
#endif
    );

} // namespace orrery
