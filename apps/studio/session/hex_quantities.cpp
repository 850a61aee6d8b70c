// What can be measured of objects of a hex world.
#include "apps/studio/session/hex_lens.hpp"

#include <orrery/core/text.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/math/elementary.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace orrery::studio {
namespace {

[[nodiscard]] double speed_of(const hex::recorded_motion& how, const hex::rules& by) {
    const hex_page::point velocity = hex_page::velocity_of(how, by);
    return sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
}

} // namespace

hex_page::weight hex_page::weight_of(const hex::object_form& what, const hex::rules& by) {
    if (!is_composite(what)) {
        return {.mass = static_cast<double>(by.object_types[what.type].mass)};
    }
    const hex::tile_masses masses = hex::weigh(what.tiles, by);
    return {static_cast<double>(masses.mass),
            static_cast<double>(masses.inertia) / (units_a_cell * units_a_cell)};
}

double hex_page::kinetic_energy(const hex::object_form& what, const hex::recorded_motion& how,
                                const hex::rules& by) {
    const weight heavy = weight_of(what, by);
    const double speed = speed_of(how, by);
    const double spin = spin_of(how, by);
    return (heavy.mass * speed * speed + heavy.inertia * spin * spin) / 2;
}

double hex_lens::measure(std::size_t which, entity_key, const form& what, const motion& where,
                         std::span<const hex::field_source>, const world& rules) {
    switch (which) {
    case 0:
        return speed_of(where, rules.rules());
    case 1:
        return hex_page::kinetic_energy(what, where, rules.rules());
    case 2:
        return static_cast<double>(what.tiles.size());
    default:
        return 0;
    }
}

// The highest speed, and the sums of energy and tiles.
double hex_lens::measure(std::size_t which, const time::frame_view<world>& view,
                         std::span<const hex::field_source> sources, const world& rules) {
    double sum = 0;
    for (std::size_t place = 0; place < view.size(); ++place) {
        const double each =
            measure(which, view.keys()[place], view.form_at(place), view.motions()[place], sources, rules);
        sum = which == 0 ? std::max(sum, each) : sum + each;
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
