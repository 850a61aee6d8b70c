// What can be measured of bodies.
#include "apps/studio/session/rigid_energy.hpp"
#include "apps/studio/session/rigid_lens.hpp"

#include <orrery/math/elementary.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>

#include <algorithm>
#include <limits>

namespace orrery::studio {
namespace {

[[nodiscard]] bool is_dynamic(const entity_form& what) noexcept {
    const auto* const kind = what.try_get<rigid::body>();
    return kind != nullptr && kind->kind == rigid::body_kind::dynamic &&
           what.try_get<rigid::mass>() != nullptr;
}

// Of a pull of k / (d2 + s2) towards each source, which ends at the distance d: what is gained on the way
// from far away is k / s * (pi / 2 - atan(d / s)). weight(source) is how much of it counts.
template <typename Weight>
[[nodiscard]] double potential(entity_key key, const entity_form& what, const rigid::motion& where,
                               std::span<const rigid::field_source> sources,
                               const rigid::world_settings& settings, Weight weight) {
    if (!is_dynamic(what)) {
        return 0;
    }
    const double mass = what.try_get<rigid::mass>()->value;
    const auto* const gravity = what.try_get<rigid::gravity>();
    double sum = gravity != nullptr ? -mass * dot(gravity->value, where.position) : 0;
    if (what.try_get<rigid::feels_fields>() != nullptr) {
        const double softening = settings.field_softening;
        for (std::size_t number = 0; number < sources.size(); ++number) {
            const rigid::field_source& each = sources[number];
            if (each.key != key) {
                const double distance = length(each.position - where.position);
                const double depth = softening > 0 ? atan2(softening, distance) / softening : 1 / distance;
                sum -= mass * each.strength * depth * weight(number);
            }
        }
    }
    return sum;
}

} // namespace

double kinetic_energy(const entity_form& what, const rigid::motion& where) {
    if (!is_dynamic(what)) {
        return 0;
    }
    const double mass = what.try_get<rigid::mass>()->value;
    const double straight = 0.5 * mass * dot(where.linear_velocity, where.linear_velocity);
    const auto* const inertia = what.try_get<rigid::inertia>();
    if (inertia == nullptr) {
        return straight;
    }
    const vector3 spin = inverse_rotate(where.orientation, where.angular_velocity);
    return straight + 0.5 * dot(spin, inertia->tensor() * spin);
}

double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                        std::span<const rigid::field_source> sources, const rigid::world_settings& settings) {
    return potential(key, what, where, sources, settings, [](std::size_t) { return 1.0; });
}

energy_of_all::energy_of_all(const census<entity_form>& who, std::span<const rigid::field_source> sources,
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

double energy_of_all::potential_of(entity_key key, const entity_form& what,
                                   const rigid::motion& where) const {
    const bool pulls = what.try_get<rigid::attractor>() != nullptr;
    return potential(key, what, where, sources_, settings_,
                     [&](std::size_t source) { return pulls && is_pulled_[source] != 0 ? 0.5 : 1.0; });
}

double rigid_lens::measure(std::size_t which, entity_key key, const form& what, const motion& where,
                           std::span<const rigid::field_source> sources, const world& rules) {
    switch (which) {
    case 0:
        return where.position.y;
    case 1:
        return length(where.linear_velocity);
    case 2:
        return kinetic_energy(what, where) + potential_energy(key, what, where, sources, rules.settings());
    default:
        return 0;
    }
}

// The height of the common centre of mass, the highest speed, and the sum of all energy.
double rigid_lens::measure(std::size_t which, const time::frame_view<world>& view,
                           std::span<const rigid::field_source> sources, const world& rules) {
    const energy_of_all energy(*view.who(), sources, rules.settings());
    double sum = 0;
    double masses = 0;
    for (std::size_t place = 0; place < view.size(); ++place) {
        const form& what = view.form_at(place);
        if (!is_dynamic(what)) {
            continue;
        }
        const motion& where = view.motions()[place];
        const double mass = what.try_get<rigid::mass>()->value;
        masses += mass;
        if (which == 0) {
            sum += mass * where.position.y;
        } else if (which == 1) {
            sum = std::max<double>(sum, length(where.linear_velocity));
        } else {
            sum += kinetic_energy(what, where) + energy.potential_of(view.keys()[place], what, where);
        }
    }
    return which != 0 ? sum : masses > 0 ? sum / masses : std::numeric_limits<double>::quiet_NaN();
}

} // namespace orrery::studio
