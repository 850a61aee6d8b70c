#include "apps/measures/hex_measures.hpp"

#include <orrery/hex/cell.hpp>
#include <orrery/hex/composite.hpp>
#include <orrery/math/angle16.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery::measures {
namespace {

constexpr double half_root_three = std::numbers::sqrt3 / 2;
constexpr double pitch = hex::cell_pitch;

// Radians a second, from quarters of a step a tick.
[[nodiscard]] double spin_of(const hex::recorded_motion& how, const hex::rules& by) noexcept {
    constexpr double radians_a_step = 2 * std::numbers::pi / angle16::steps_per_turn;
    return how.turn.velocity * (by.ticks_per_second / 4.0) * radians_a_step;
}

} // namespace

hex_weight weight_of(const hex::object_form& what, const hex::rules& by) {
    if (what.tiles.empty()) {
        return {.mass = static_cast<double>(by.object_types[what.type].mass)};
    }
    const hex::tile_masses all = hex::weigh(what.tiles, by);
    return {static_cast<double>(all.mass), static_cast<double>(all.inertia) / (pitch * pitch)};
}

double speed_of(const hex::recorded_motion& how, const hex::rules& by) {
    const double step = by.ticks_per_second / (4 * pitch); // from quarters of a unit a tick
    const double across = how.a.velocity - how.b.velocity / 2.0;
    const double along = how.b.velocity * half_root_three;
    return std::sqrt(across * across + along * along) * step;
}

double kinetic_energy(const hex::object_form& what, const hex::recorded_motion& how, const hex::rules& by) {
    const hex_weight weight = weight_of(what, by);
    const double speed = speed_of(how, by);
    const double spin = spin_of(how, by);
    return (weight.mass * speed * speed + weight.inertia * spin * spin) / 2;
}

double height_of(const hex::recorded_motion& where) {
    return -where.position.b * half_root_three / pitch;
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

} // namespace orrery::measures
