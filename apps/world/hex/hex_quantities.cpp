// What can be measured of objects of a hex world.
#include "apps/world/hex/hex_measures.hpp"
#include "apps/world/hex/hex_traits.hpp"

namespace orrery::apps {

using hex_traits = world_traits<hex::world>;

double hex_traits::measure(quantity_kind kind, entity_key, const hex::object_form& form,
                           const hex::recorded_motion& motion, std::span<const hex::field_source>,
                           const hex::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return height_of(motion);
    case quantity_kind::speed:
        return speed_of(motion, rules.rules());
    case quantity_kind::energy:
        return kinetic_energy(form, motion, rules.rules());
    case quantity_kind::tiles:
        return static_cast<double>(form.tiles.size());
    default:
        return 0;
    }
}

std::optional<double> hex_traits::measure_all(quantity_kind kind, const view& frame,
                                              std::span<const hex::field_source>, const hex::world& rules) {
    switch (kind) {
    case quantity_kind::height:
        return height_of_all(frame, rules.rules());
    case quantity_kind::speed:
        return highest_speed(frame, rules.rules());
    case quantity_kind::energy:
        return energy_of_all(frame, rules.rules());
    case quantity_kind::tiles:
        return tiles_of_all(frame);
    default:
        return 0;
    }
}

} // namespace orrery::apps
