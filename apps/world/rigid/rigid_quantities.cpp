// What can be measured of bodies.
#include "apps/world/rigid/rigid_measures.hpp"
#include "apps/world/rigid/rigid_traits.hpp"

#include <orrery/math/vector.hpp>

namespace orrery::apps {

using rigid_traits = world_traits<rigid::world>;

double rigid_traits::measure(quantity_kind kind, entity_key key, const entity_form& form,
                             const rigid::motion& motion, std::span<const rigid::field_source> sources,
                             const rigid::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return motion.position.y;
    case quantity_kind::speed:
        return orrery::length(vector_cast<double>(motion.linear_velocity));
    case quantity_kind::energy:
        return kinetic_energy(form, motion) + potential_energy(key, form, motion, sources, rules.settings());
    default:
        return 0;
    }
}

std::optional<double> rigid_traits::measure_all(quantity_kind kind, const view& frame,
                                                std::span<const rigid::field_source> sources,
                                                const rigid::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return height_of_all(frame);
    case quantity_kind::speed:
        return highest_speed(frame);
    case quantity_kind::energy:
        return energy_of_all(frame, sources, rules.settings());
    default:
        return 0;
    }
}

std::vector<rigid::field_source> rigid_traits::sources_of(const view& frame) {
    return apps::sources_of(frame);
}

} // namespace orrery::apps
