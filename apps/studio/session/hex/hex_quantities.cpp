// What can be measured of objects of a hex world.
#include "apps/measures/hex_measures.hpp"
#include "apps/studio/session/hex/hex_lens.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace orrery::studio {

double hex_lens::measure(std::size_t which, entity_key, const form& what, const motion& where,
                         std::span<const hex::field_source>, const world& rules) {
    switch (which) {
    case 0:
        return measures::speed_of(where, rules.rules());
    case 1:
        return measures::kinetic_energy(what, where, rules.rules());
    case 2:
        return static_cast<double>(what.tiles.size());
    default:
        return 0;
    }
}

// The highest speed, and the sums of energy and tiles.
double hex_lens::measure(std::size_t which, const time::frame_view<world>& view,
                         std::span<const hex::field_source> sources, const world& rules) {
    switch (which) {
    case 0:
        return measures::highest_speed(view, rules.rules());
    case 1:
        return measures::energy_of_all(view, rules.rules());
    default:
        break;
    }
    double sum = 0;
    for (std::size_t place = 0; place < view.size(); ++place) {
        sum += measure(which, view.keys()[place], view.form_at(place), view.motions()[place], sources, rules);
    }
    return sum;
}

std::string hex_lens::word_name(std::size_t word) {
    constexpr std::array<std::string_view, 8> names{"position.a",     "position.b",     "angle",
                                                    "frame number",   "motion along A", "motion along B",
                                                    "turning motion", "alarm"};
    return std::string(names[std::min(word, names.size() - 1)]);
}

std::string hex_lens::word_value(const motion& of, std::size_t word) {
    const auto drive_text = [](const hex::drive& how) {
        return text("(velocity ", how.velocity, ", friction ", int{how.friction}, ", acceleration ",
                    int{how.acceleration}, ")");
    };
    switch (word) {
    case 0:
        return text(of.position.a);
    case 1:
        return text(of.position.b);
    case 2:
        return text(of.angle);
    case 3:
        return text(of.frame);
    case 4:
        return drive_text(of.a);
    case 5:
        return drive_text(of.b);
    case 6:
        return drive_text(of.turn);
    default:
        return text(of.alarm);
    }
}

} // namespace orrery::studio
