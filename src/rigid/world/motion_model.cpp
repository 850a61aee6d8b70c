#include "rigid/objects/read_mechanics.hpp"
#include "rigid/solver/body_motion.hpp"

#include <orrery/rigid/motion_model.hpp>

namespace orrery::rigid {

motion_model::flight motion_model::prepare(const entity_form& form, entity_key key) noexcept {
    return {detail::read_mechanics(form), key};
}

motion_model::flight motion_model::prepare(const registry_state& state, entity id) noexcept {
    return {detail::read_mechanics(detail::components_of(state, id)), state.key_of(id)};
}

source_field motion_model::field(std::span<const field_source> sources) const {
    source_field made;
    made.assign(sources, settings_);
    return made;
}

motion motion_model::fly(const flight& how, const motion& before, const source_field& field) const noexcept {
    detail::body_row row;
    fill_row(how.body, before, row);
    if (how.body.feels_fields && row.kind == body_kind::dynamic) {
        row.pull = field.pull(row.position, how.key);
    }
    switch (row.kind) {
    case body_kind::dynamic:
        detail::fly(settings_, row);
        break;
    case body_kind::kinematic:
        detail::glide(settings_, row);
        break;
    case body_kind::fixed:
        return before;
    }
    return {row.position, row.orientation, row.linear_velocity, row.angular_velocity};
}

void motion_model::follow(const motion& before, motion& now) const noexcept {
    // The mean over the sub-steps of a velocity that changes by as much in each.
    const auto count = static_cast<scalar>(settings_.substeps);
    const scalar share = (count + scalar(1)) / (scalar(2) * count);
    const vector3 velocity = before.linear_velocity + (now.linear_velocity - before.linear_velocity) * share;
    const vector3 spin = before.angular_velocity + (now.angular_velocity - before.angular_velocity) * share;
    now.position = before.position + velocity * settings_.time_step;
    now.orientation = before.orientation;
    if (spin != vector3{}) {
        now.orientation = integrate(before.orientation, spin, settings_.time_step);
    }
}

} // namespace orrery::rigid
