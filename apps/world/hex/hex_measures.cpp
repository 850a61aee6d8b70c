#include "apps/world/hex/hex_measures.hpp"
#include "apps/world/hex/hex_screen.hpp"

#include <orrery/hex/composite.hpp>

#include <algorithm>
#include <cmath>

namespace orrery::apps {

hex_weight weight_of(const hex::object_form& what, const hex::rules& by) {
    if (what.tiles.empty()) {
        return {.mass = static_cast<double>(by.object_types[what.type].mass)};
    }
    const hex::tile_masses all = hex::weigh(what.tiles, by);
    constexpr double square_cell = hex_screen::units_per_cell * hex_screen::units_per_cell;
    return {static_cast<double>(all.mass), static_cast<double>(all.inertia) / square_cell};
}

double speed_of(const hex::recorded_motion& how, const hex::rules& by) {
    const hex_screen::point velocity = hex_screen::velocity_in_cells(how, by);
    return std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
}

double kinetic_energy(const hex::object_form& what, const hex::recorded_motion& how, const hex::rules& by) {
    const hex_weight weight = weight_of(what, by);
    const double speed = speed_of(how, by);
    const double spin = hex_screen::spin_of(how, by);
    return (weight.mass * speed * speed + weight.inertia * spin * spin) / 2;
}

double height_of(const hex::recorded_motion& where) {
    return hex_screen::to_view(where.position).y;
}

double energy_of_all(const hex_view& frame, const hex::rules& by) {
    double sum = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        sum += kinetic_energy(frame.form_at(place), frame.motions()[place], by);
    }
    return sum;
}

double highest_speed(const hex_view& frame, const hex::rules& by) {
    double highest = 0;
    for (const hex::recorded_motion& each : frame.motions()) {
        highest = std::max(highest, speed_of(each, by));
    }
    return highest;
}

std::optional<double> height_of_all(const hex_view& frame, const hex::rules& by) {
    double sum = 0;
    double masses = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        const double mass = weight_of(frame.form_at(place), by).mass;
        masses += mass;
        sum += mass * height_of(frame.motions()[place]);
    }
    return masses > 0 ? std::optional(sum / masses) : std::nullopt;
}

double tiles_of_all(const hex_view& frame) {
    double sum = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        sum += static_cast<double>(frame.form_at(place).tiles.size());
    }
    return sum;
}

} // namespace orrery::apps
