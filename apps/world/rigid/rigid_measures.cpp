#include "apps/world/rigid/rigid_measures.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>

#include <algorithm>
#include <cmath>

namespace orrery::apps {
namespace {

// In doubles: plots show small differences of large sums.
[[nodiscard]] double product(vector3 a, vector3 b) noexcept {
    return dot(vector_cast<double>(a), vector_cast<double>(b));
}

[[nodiscard]] double mass_of(const entity_form& what) noexcept {
    return what.try_get<rigid::mass>()->value;
}

// weight(source) is how much of what is between the body and a source counts.
template <typename Weight>
[[nodiscard]] double potential(entity_key key, const entity_form& what, const rigid::motion& where,
                               std::span<const rigid::field_source> sources,
                               const rigid::world_settings& settings, Weight weight) {
    if (!is_dynamic(what)) {
        return 0;
    }
    const double mass = mass_of(what);
    const auto* const gravity = what.try_get<rigid::gravity>();
    double sum = gravity != nullptr ? -mass * product(gravity->value, where.position) : 0;
    if (what.try_get<rigid::feels_fields>() == nullptr) {
        return sum;
    }
    const double softening = settings.field_softening;
    for (std::size_t number = 0; number < sources.size(); ++number) {
        const rigid::field_source& each = sources[number];
        if (each.key != key) {
            const vector3 offset = each.position - where.position;
            const double distance = std::sqrt(product(offset, offset) + softening * softening);
            sum -= mass * each.strength / distance * weight(number);
        }
    }
    return sum;
}

} // namespace

bool is_dynamic(const entity_form& what) noexcept {
    const auto* const body = what.try_get<rigid::body>();
    return body != nullptr && body->kind == rigid::body_kind::dynamic &&
           what.try_get<rigid::mass>() != nullptr;
}

double kinetic_energy(const entity_form& what, const rigid::motion& where) {
    if (!is_dynamic(what)) {
        return 0;
    }
    const double straight = 0.5 * mass_of(what) * product(where.linear_velocity, where.linear_velocity);
    const auto* const inertia = what.try_get<rigid::inertia>();
    if (inertia == nullptr) {
        return straight;
    }
    const vector3 spin = inverse_rotate(where.orientation, where.angular_velocity);
    return straight + 0.5 * product(spin, inertia->tensor() * spin);
}

double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                        std::span<const rigid::field_source> sources, const rigid::world_settings& settings) {
    return potential(key, what, where, sources, settings, [](std::size_t) { return 1.0; });
}

shared_energy::shared_energy(const census<entity_form>& who, std::span<const rigid::field_source> sources,
                             const rigid::world_settings& settings)
    : sources_(sources)
    , settings_(settings) {
    for (const rigid::field_source& each : sources) {
        const auto found = std::ranges::lower_bound(who.keys, each.key);
        const bool is_there = found != who.keys.end() && *found == each.key;
        const entity_form* const what =
            is_there ? who.forms[static_cast<std::size_t>(found - who.keys.begin())].get() : nullptr;
        is_pulled_.push_back(what != nullptr && is_dynamic(*what) &&
                             what->try_get<rigid::feels_fields>() != nullptr);
    }
}

double shared_energy::potential_of(entity_key key, const entity_form& what,
                                   const rigid::motion& where) const {
    const bool pulls = what.try_get<rigid::attractor>() != nullptr;
    return potential(key, what, where, sources_, settings_,
                     [&](std::size_t source) { return pulls && is_pulled_[source] != 0 ? 0.5 : 1.0; });
}

std::vector<rigid::field_source> sources_of(const rigid_view& frame) {
    std::vector<rigid::field_source> made;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        if (const auto* const source = frame.form_at(place).try_get<rigid::attractor>()) {
            made.push_back({frame.keys()[place], frame.motions()[place].position, source->strength});
        }
    }
    return made;
}

double energy_of_all(const rigid_view& frame, std::span<const rigid::field_source> sources,
                     const rigid::world_settings& settings) {
    if (frame.size() == 0) {
        return 0;
    }
    const shared_energy shares(*frame.who(), sources, settings);
    double sum = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        const entity_form& what = frame.form_at(place);
        const rigid::motion& where = frame.motions()[place];
        sum += kinetic_energy(what, where) + shares.potential_of(frame.keys()[place], what, where);
    }
    return sum;
}

double highest_speed(const rigid_view& frame) {
    double highest = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        if (is_dynamic(frame.form_at(place))) {
            const vector3 velocity = frame.motions()[place].linear_velocity;
            highest = std::max(highest, std::sqrt(product(velocity, velocity)));
        }
    }
    return highest;
}

std::optional<double> height_of_all(const rigid_view& frame) {
    double sum = 0;
    double masses = 0;
    for (std::size_t place = 0; place < frame.size(); ++place) {
        if (is_dynamic(frame.form_at(place))) {
            const double mass = mass_of(frame.form_at(place));
            masses += mass;
            sum += mass * frame.motions()[place].position.y;
        }
    }
    return masses > 0 ? std::optional(sum / masses) : std::nullopt;
}

} // namespace orrery::apps
