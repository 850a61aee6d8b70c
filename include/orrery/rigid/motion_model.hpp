// How bodies move when nothing touches them, bit for bit as the step moves them: what a recording need not
// store, and what a game asks to show where a ship will fly. A value that any thread may copy and use; it
// knows of its world only the settings.
//
//   const motion_model model = world.model();
//   const motion_model::flight ship = model.prepare(world.registry(), id); // once for each body
//   const source_field field = model.field(sources);                      // once for each frame
//   const motion next = model.fly(ship, now, field);
//
// A ball without spin among a dozen attractors takes less than 100 ns a frame.
#pragma once

#include <orrery/core/registry/entity_form.hpp>
#include <orrery/core/registry/registry_state.hpp>
#include <orrery/rigid/detail/mechanics.hpp>
#include <orrery/rigid/motion.hpp>
#include <orrery/rigid/settings.hpp>
#include <orrery/rigid/source_field.hpp>

#include <array>
#include <span>

namespace orrery::rigid {

class motion_model {
public:
    // All that matters of a body besides its motion.
    struct flight {
        detail::mechanics body;
        entity_key key = entity_key::none;
    };

    explicit motion_model(const world_settings& settings)
        : settings_(settings) {}

    [[nodiscard]] static flight prepare(const entity_form& form, entity_key key) noexcept;
    [[nodiscard]] static flight prepare(const registry_state& state, entity id) noexcept;

    // What pulls: the sources of one frame in ascending order of keys. They are not copied.
    [[nodiscard]] source_field field(std::span<const field_source> sources) const;

    // One frame later: exactly what the step makes of a body that is awake, touches nothing, is not joined to
    // anything and gets no input.
    [[nodiscard]] motion fly(const flight& how, const motion& before,
                             const source_field& field) const noexcept;

    // With the velocities of `now` given, a guess of where it is.
    void follow(const motion& before, motion& now) const noexcept;

    // By how much each number of the pose changes in a frame at these velocities, along its tangent: a guess
    // that takes some nanoseconds.
    [[nodiscard]] std::array<scalar, 7> pose_rates(const motion& now) const noexcept {
        const vector3 moved = now.linear_velocity * settings_.time_step;
        const vector3 turned = now.angular_velocity * (scalar(0.5) * settings_.time_step);
        const quaternion tangent = quaternion::from_parts(turned, 0) * now.orientation;
        return {moved.x, moved.y, moved.z, tangent.x, tangent.y, tangent.z, tangent.w};
    }

private:
    world_settings settings_;
};

} // namespace orrery::rigid
