// Contacts that lie ahead. A contact whose points are still apart acts along the normal that it has when the
// step begins, as if the surfaces went on as planes. Where bodies move so far that this is not good enough,
// their shapes are cast along the way that they would go by themselves: they get contact points only if they
// will really touch within the step, and with the normal that they will have then. Bodies that pass each
// other therefore do not feel each other, and bodies that meet off centre part in the right direction.
#pragma once

#include <orrery/rigid/shapes/manifold.hpp>
#include <orrery/rigid/shapes/shape_cast.hpp>

#include <limits>
#include <optional>

namespace orrery::rigid::detail {

// How near shapes must come to each other to count as touching when they are cast: a small share of the
// speculative margin, because bodies that pass each other by more must not feel each other, but no less than
// a search among points so far from the middle of a shape can tell.
[[nodiscard]] inline scalar cast_slop(scalar margin, scalar largest_radius) noexcept {
    constexpr scalar share = scalar(1.0 / 4096);
    return max(margin * share, largest_radius * (4 * std::numeric_limits<scalar>::epsilon()));
}

// How far the centres of mass have come when their shapes touch.
struct contact_advance {
    vector3 of_a;
    vector3 of_b;
};

// Takes points found at a fraction of the step, with offsets from `origin` as it is when the step begins,
// back to its beginning: separations grow by how far the points will have approached each other by then.
[[nodiscard]] contact_advance rewind_contact(const moving_shape& a, const moving_shape& b, scalar fraction,
                                             vector3 origin, manifold& found) noexcept;

// The least separation that the points will have when the step ends, if nothing stops the bodies and each
// goes on along the normal that it has now.
[[nodiscard]] scalar separation_ahead(const moving_shape& a, const moving_shape& b, vector3 origin,
                                      const manifold& found) noexcept;

// For shapes that pass each other: makes the separations so large that shapes which go on by themselves for
// `steps` do not reach the planes of the contact. It then acts only if something else brings them together.
// Later in the step curved or turning surfaces are not where the planes are, which would stop what passes.
void let_pass(const moving_shape& a, const moving_shape& b, scalar steps, scalar slop, vector3 origin,
              manifold& found) noexcept;

// A shape as it is at a fraction of its way.
[[nodiscard]] placed_shape placed_at(const moving_shape& moving, scalar fraction) noexcept;

// When shapes will touch or, if they come no nearer than `tolerance` allows, about when they are nearest:
// bodies that joints hold do not go as they would by themselves. A contact at the nearest approach does not
// slow down those that do pass each other, because its normal is across their ways. `cast` is called with
// the distance that counts as touching.
template <typename Cast>
[[nodiscard]] std::optional<shape_cast_hit> nearest_approach(const Cast& cast, scalar slop,
                                                             scalar tolerance) {
    constexpr int max_rounds = 5;
    std::optional<shape_cast_hit> hit = cast(slop);
    if (hit || tolerance <= slop) {
        return hit;
    }
    hit = cast(tolerance);
    scalar missed = slop;
    scalar met = tolerance;
    for (int round = 0; round < max_rounds && hit; ++round) {
        const scalar middle = (missed + met) / 2;
        const std::optional<shape_cast_hit> nearer = cast(middle);
        (nearer ? met : missed) = middle;
        hit = nearer ? nearer : hit;
    }
    return hit;
}

// Fills `found` with the contact that lies ahead, offsets from where shape a is when the step begins.
// Nothing if there is none.
[[nodiscard]] std::optional<contact_advance> predict_contact(const moving_shape& a, const moving_shape& b,
                                                             scalar margin, scalar slop, scalar tolerance,
                                                             manifold& found) noexcept;

} // namespace orrery::rigid::detail
