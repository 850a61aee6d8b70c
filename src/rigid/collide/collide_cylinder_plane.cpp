#include "rigid/collide/choose_points.hpp"
#include "rigid/collide/contact_features.hpp"
#include "rigid/collide/contact_side.hpp"
#include "rigid/collide/narrow_phase.hpp"

#include <limits>

namespace orrery::rigid::detail {

// The lowest side of the cylinder: a cap, a line or a point.
void collide_cylinder_plane(const placed_shape& a, const placed_shape& b, scalar margin,
                            collide_cache& /*cache*/, manifold& found) noexcept {
    const vector3 up = b.rotation.column(1);
    const scalar height = dot(a.position - b.position, up);
    if (height - (a.size.x + a.size.y) > margin) {
        return;
    }
    contact_side side;
    find_side(a, {}, -up, side);
    constexpr std::size_t most = 8;
    // Of the cylinder's own frame, so that turning about its axis does not change the choice.
    const tangent_basis<scalar> tangents{a.rotation.column(0), a.rotation.column(2)};
    alignas(32) std::array<scalar, most> u{};
    alignas(32) std::array<scalar, most> v{};
    alignas(32) std::array<scalar, most> separation;
    separation.fill(std::numeric_limits<scalar>::max());
    for (std::size_t i = 0; i < side.count; ++i) {
        u[i] = dot(side.points[i], tangents.first);
        v[i] = dot(side.points[i], tangents.second);
        separation[i] = height + dot(side.points[i], up);
    }
    const chosen_points chosen = choose_points({u.data(), v.data(), separation.data(), most}, margin);
    found.normal = chosen.count != 0 ? -up : vector3{};
    for (int i = 0; i < chosen.count; ++i) {
        const auto index = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        found.points[found.count] = {side.points[index] - up * (separation[index] * scalar(0.5)),
                                     separation[index], feature_of_first_vertex(side.vertex[index])};
        ++found.count;
    }
}

} // namespace orrery::rigid::detail
