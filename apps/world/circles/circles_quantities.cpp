// What can be measured of circles.
#include "apps/world/circles/circles_measures.hpp"
#include "apps/world/circles/circles_traits.hpp"

namespace orrery::apps {

using circles_traits = world_traits<circles::world>;

double circles_traits::measure(quantity_kind kind, entity_key, const circles::form& form,
                               const circles::motion& motion, std::span<const circles::field_source>,
                               const circles::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return motion.position.y;
    case quantity_kind::speed:
        return speed_of(motion);
    case quantity_kind::energy:
        return kinetic_energy(form, motion) + potential_energy(form, motion, rules.rules());
    default:
        return 0;
    }
}

std::optional<double> circles_traits::measure_all(quantity_kind kind, const view& frame,
                                                  std::span<const circles::field_source>,
                                                  const circles::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return height_of_all(frame);
    case quantity_kind::speed:
        return highest_speed(frame);
    case quantity_kind::energy:
        return energy_of_all(frame, rules.rules());
    default:
        return 0;
    }
}

} // namespace orrery::apps
