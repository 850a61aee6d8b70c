#include "rigid/contacts/predicted_contact.hpp"
#include "rigid/shape/cast_convex.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/collide.hpp>

namespace orrery::rigid::detail {
namespace {

[[nodiscard]] vector3 center_of(const moving_shape& moving) noexcept {
    return transform_point(moving.start, moving.local_center);
}

// How far the points of a contact approach each other over the whole step.
class approach {
public:
    approach(const moving_shape& a, const moving_shape& b, scalar fraction, vector3 origin) noexcept
        : a_(a)
        , b_(b)
        , to_a_((origin - center_of(a)) - a.displacement * fraction)
        , to_b_((origin - center_of(b)) - b.displacement * fraction) {}

    [[nodiscard]] scalar of(vector3 offset, vector3 normal) const noexcept {
        const vector3 way_a = a_.displacement + cross(a_.turn, to_a_ + offset);
        const vector3 way_b = b_.displacement + cross(b_.turn, to_b_ + offset);
        return dot(normal, way_a - way_b);
    }

private:
    const moving_shape& a_;
    const moving_shape& b_;
    vector3 to_a_; // from the centre of mass to the origin of the offsets, at that fraction
    vector3 to_b_;
};

} // namespace

placed_shape placed_at(const moving_shape& moving, scalar fraction) noexcept {
    placed_shape placed = place(moving.what, moving.at(fraction), moving.hull);
    placed.mesh = moving.mesh;
    return placed;
}

contact_advance rewind_contact(const moving_shape& a, const moving_shape& b, scalar fraction, vector3 origin,
                               manifold& found) noexcept {
    const approach approaching(a, b, fraction, origin);
    for (std::uint32_t i = 0; i < found.count; ++i) {
        manifold_point& point = found.points[i];
        point.separation += approaching.of(point.offset, found.normal) * fraction;
    }
    return {a.displacement * fraction, b.displacement * fraction};
}

scalar separation_ahead(const moving_shape& a, const moving_shape& b, vector3 origin,
                        const manifold& found) noexcept {
    const approach approaching(a, b, 0, origin);
    scalar least = std::numeric_limits<scalar>::infinity();
    for (std::uint32_t i = 0; i < found.count; ++i) {
        const manifold_point& point = found.points[i];
        least = min(least, point.separation - approaching.of(point.offset, found.normal));
    }
    return least;
}

void let_pass(const moving_shape& a, const moving_shape& b, scalar steps, scalar slop, vector3 origin,
              manifold& found) noexcept {
    const approach approaching(a, b, 0, origin);
    for (std::uint32_t i = 0; i < found.count; ++i) {
        manifold_point& point = found.points[i];
        point.separation = max(point.separation, approaching.of(point.offset, found.normal) * steps + slop);
    }
}

std::optional<contact_advance> predict_contact(const moving_shape& a, const moving_shape& b, scalar margin,
                                               scalar slop, scalar tolerance, manifold& found) noexcept {
    const vector3 normal = found.normal;
    const auto cast = [&](scalar distance) { return cast_convex(a, b, distance, {.normal = normal}); };
    const auto hit = nearest_approach(cast, slop, tolerance);
    found = {};
    if (!hit) {
        return std::nullopt;
    }
    collide_cache nothing_known;
    const placed_shape at_a = placed_at(a, hit->fraction);
    collide(at_a, placed_at(b, hit->fraction), margin + tolerance, nothing_known, found);
    for (std::uint32_t i = 0; i < found.count; ++i) {
        found.points[i].offset += at_a.position - a.start.position;
    }
    if (found.count == 0) {
        return std::nullopt;
    }
    return rewind_contact(a, b, hit->fraction, a.start.position, found);
}

} // namespace orrery::rigid::detail
