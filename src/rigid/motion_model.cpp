#include "body_motion.hpp"
#include "read_mechanics.hpp"

#include <orrery/rigid/motion_model.hpp>

namespace orrery::rigid {

motion_model::flight motion_model::prepare(const entity_form& form, entity_key key) const noexcept {
    return {detail::read_mechanics(form), key};
}

motion_model::flight motion_model::prepare(const registry_state& state, entity id) const noexcept {
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
    if (row.feels_fields) {
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
    now.position = before.position + now.linear_velocity * settings_.time_step;
    now.orientation = before.orientation;
    if (now.angular_velocity != vector3{}) {
        now.orientation = integrate(before.orientation, now.angular_velocity, settings_.time_step);
    }
}

} // namespace orrery::rigid
