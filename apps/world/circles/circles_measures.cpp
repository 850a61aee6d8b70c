#include "apps/world/circles/circles_measures.hpp"

#include <orrery/core/text.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <cmath>

namespace orrery::apps {

double speed_of(const circles::motion& how) {
    const auto velocity = vector_cast<double>(how.velocity);
    return std::sqrt(dot(velocity, velocity));
}

double kinetic_energy(const circles::form& what, const circles::motion& how) {
    const auto velocity = vector_cast<double>(how.velocity);
    const double spin = how.spin;
    return (circles::mass_of(what) * dot(velocity, velocity) + circles::inertia_of(what) * spin * spin) / 2;
}

double potential_energy(const circles::form& what, const circles::motion& where, const circles::rules& by) {
    return -circles::mass_of(what) *
           dot(vector_cast<double>(by.gravity), vector_cast<double>(where.position));
}

double energy_of_all(const circles_view& frame, const circles::rules& by) {
    double sum = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        const circles::form& what = frame.form_at(place);
        const circles::motion& where = frame.motions()[place];
        sum += kinetic_energy(what, where) + potential_energy(what, where, by);
    }
    return sum;
}

double highest_speed(const circles_view& frame) {
    double highest = 0;
    for (const circles::motion& each : frame.motions()) {
        highest = std::max(highest, speed_of(each));
    }
    return highest;
}

std::optional<double> height_of_all(const circles_view& frame) {
    double sum = 0;
    double masses = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        const double mass = circles::mass_of(frame.form_at(place));
        masses += mass;
        sum += mass * frame.motions()[place].position.y;
    }
    return masses > 0 ? std::optional(sum / masses) : std::nullopt;
}

std::string name_of_wall(std::uint32_t number, const circles::rules& rules) {
    const bool has_name = number < rules.walls.size() && !rules.walls[number].name.empty();
    return has_name ? rules.walls[number].name : text("wall ", number);
}

} // namespace orrery::apps
