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

// Of a pull of k / (d2 + s2) towards each source, which ends at the distance d: what is gained on the way
// from far away is k / s * (pi / 2 - atan(d / s)).
double potential_energy(entity_key key, const entity_form& what, const rigid::motion& where,
                        std::span<const rigid::field_source> sources, const rigid::world_settings& settings) {
    if (!is_dynamic(what)) {
        return 0;
    }
    const double mass = what.try_get<rigid::mass>()->value;
    const auto* const gravity = what.try_get<rigid::gravity>();
    double sum = gravity != nullptr ? -mass * dot(gravity->value, where.position) : 0;
    if (what.try_get<rigid::feels_fields>() != nullptr) {
        const double softening = settings.field_softening;
        for (const rigid::field_source& each : sources) {
            if (each.key != key) {
                const double distance = length(each.position - where.position);
                sum -= mass * each.strength *
                       (softening > 0 ? atan2(softening, distance) / softening : 1 / distance);
            }
        }
    }
    return sum;
}

double rigid_lens::measure(std::size_t which, entity_key key, const form& what, const motion& where,
                           std::span<const rigid::field_source> sources,
                           const rigid::world_settings& settings) {
    switch (which) {
    case 0:
        return where.position.y;
    case 1:
        return length(where.linear_velocity);
    case 2:
        return kinetic_energy(what, where) + potential_energy(key, what, where, sources, settings);
    default:
        return 0;
    }
}

// The height of the common centre of mass, the highest speed, and the sum of all energy.
double rigid_lens::measure(std::size_t which, const time::frame_view<world>& view,
                           std::span<const rigid::field_source> sources,
                           const rigid::world_settings& settings) {
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
            sum += kinetic_energy(what, where) +
                   potential_energy(view.keys()[place], what, where, sources, settings);
        }
    }
    return which != 0 ? sum : masses > 0 ? sum / masses : std::numeric_limits<double>::quiet_NaN();
}

} // namespace orrery::studio
