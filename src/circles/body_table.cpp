#include "circles/body_table.hpp"

#include <algorithm>
#include <functional>

namespace orrery::circles::detail {

namespace {

// So many circles may be larger than ordinary ones.
constexpr std::size_t most_large = 16;

} // namespace

void body_table::find_ordinary_radius() {
    radii_.clear();
    for (const body& each : bodies_) {
        radii_.push_back(each.radius);
    }
    if (radii_.empty()) {
        ordinary_radius_ = 0;
        return;
    }
    const std::size_t place = std::min(most_large, radii_.size() - 1);
    std::ranges::nth_element(radii_, radii_.begin() + static_cast<std::ptrdiff_t>(place), std::greater<>{});
    const scalar largest = *std::ranges::max_element(radii_);
    // Only much larger ones are worth the trouble.
    ordinary_radius_ = largest <= 2 * radii_[place] ? largest : radii_[place];
}

void body_table::follow(const std::shared_ptr<const roster>& who) {
    if (roster_ == who) {
        return;
    }
    roster_ = who;
    bodies_.clear();
    bodies_.reserve(who->size());
    is_plain_ = true;
    const collision_filter everyone{};
    for (const form& each : who->forms) {
        bodies_.push_back({.radius = each.radius,
                           .inverse_mass = 1 / mass_of(each),
                           .inverse_inertia = 1 / inertia_of(each),
                           .surface = each.surface});
        is_plain_ = is_plain_ && each.is_sensor == 0 && each.filter == everyone;
    }
    find_ordinary_radius();
}

} // namespace orrery::circles::detail
