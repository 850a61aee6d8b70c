#include "circles/step/body_table.hpp"

namespace orrery::circles::detail {

void body_table::follow(const std::shared_ptr<const roster>& who) {
    if (roster_ == who) {
        return;
    }
    roster_ = who;
    bodies_.clear();
    bodies_.reserve(who->size());
    is_plain_ = true;
    scalar sum = 0;
    const collision_filter everyone{};
    for (const form& each : who->forms) {
        bodies_.push_back({.radius = each.radius,
                           .inverse_mass = 1 / mass_of(each),
                           .inverse_inertia = 1 / inertia_of(each),
                           .surface = each.surface});
        sum += each.radius;
        is_plain_ = is_plain_ && each.is_sensor == 0 && each.filter == everyone;
    }
    mean_radius_ = bodies_.empty() ? scalar(0) : sum / static_cast<scalar>(bodies_.size());
}

} // namespace orrery::circles::detail
