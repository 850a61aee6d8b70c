// Where to draw a body between two frames. A world moves in steps of fixed length, a screen at its own pace:
// what is shown lies either between the last two frames, smooth and one step late, or ahead of the last
// one, without delay but wrong for a moment when something is hit.
//
// For a world that the application steps itself:
//
//   for (std::uint32_t due = timer.advance(seconds_since_last_picture); due > 0; --due) {
//       before = world.registry().snapshot();
//       world.step();
//   }
//   const presented_frame shown(before, world.registry(), presentation::interpolated,
//                               world.settings().time_step, timer.remainder());
//   draw(shown.placement_of(crate));
//
// async_world.hpp does this by itself. Nothing here reaches the simulation.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/core/math_fields.hpp>
#include <orrery/core/registry/registry_state.hpp>
#include <orrery/math/transform.hpp>

#include <cstdint>
#include <optional>

namespace orrery::rigid {

// Components for the application's registry: what to draw in place of `position` and `orientation`.
struct present_position {
    vector3 value;
};

struct present_orientation {
    quaternion value;
};

enum class presentation : std::uint8_t { interpolated, extrapolated };

// Of the way from one placement to the other, the short way round.
[[nodiscard]] transform3 interpolate(const transform3& from, const transform3& to, scalar fraction) noexcept;

// Where it comes within some seconds if its velocities stay as they are.
[[nodiscard]] transform3 extrapolate(const transform3& from, vector3 velocity, vector3 spin,
                                     scalar seconds) noexcept;

// Two frames and the moment to show, `age` seconds after the second of them: 0 to time_step, more is taken
// for time_step. The frames must outlive it.
class presented_frame {
public:
    presented_frame(const registry_state& before, const registry_state& newest, presentation how,
                    scalar time_step, double age) noexcept;

    // Of the centre of mass; nothing for what is not a body in the newest frame. A body that has just come
    // is where it is.
    [[nodiscard]] std::optional<transform3> placement_of(entity id) const noexcept;

private:
    const registry_state& before_;
    const registry_state& newest_;
    presentation how_;
    scalar age_; // s
    scalar fraction_;
};

} // namespace orrery::rigid

template <>
inline constexpr auto orrery::description<orrery::rigid::present_position> =
    describe<rigid::present_position>("present_position",
                                      field<&rigid::present_position::value>("value", {.about = "m"}));
template <>
inline constexpr auto orrery::description<orrery::rigid::present_orientation> =
    describe<rigid::present_orientation>("present_orientation",
                                         field<&rigid::present_orientation::value>("value"));
