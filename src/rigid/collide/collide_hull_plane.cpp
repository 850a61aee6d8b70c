#include "rigid/collide/choose_points.hpp"
#include "rigid/collide/contact_features.hpp"
#include "rigid/collide/narrow_phase.hpp"
#include "rigid/solver/lane_vector.hpp"

#include <orrery/rigid/shapes/convex_hull.hpp>

#include <limits>

namespace orrery::rigid::detail {

void collide_hull_plane(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& /*cache*/,
                        manifold& found) noexcept {
    const vector3 up = b.rotation.column(1);
    const scalar height = dot(a.position - b.position, up);
    if (height - a.hull->outer_radius() > margin) {
        return;
    }
    const auto vertices = a.hull->vertices();
    const vector3 slope = transpose_multiply(a.rotation, up);
    const tangent_basis<scalar> tangents = make_tangent_basis(slope);
    constexpr std::size_t capacity = convex_hull::max_vertices;
    alignas(32) std::array<scalar, capacity> u;
    alignas(32) std::array<scalar, capacity> v;
    alignas(32) std::array<scalar, capacity> separation;
    const std::size_t count = vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        u[i] = dot(vertices[i], tangents.first);
        v[i] = dot(vertices[i], tangents.second);
        separation[i] = height + dot(vertices[i], slope);
    }
    std::size_t padded = count;
    for (; padded % 4 != 0; ++padded) {
        u[padded] = v[padded] = 0;
        separation[padded] = std::numeric_limits<scalar>::max();
    }
    const chosen_points chosen =
        choose_points({u.data(), v.data(), separation.data(), static_cast<int>(padded)}, margin);
    found.normal = chosen.count != 0 ? -up : vector3{};
    for (int i = 0; i < chosen.count; ++i) {
        const auto index = static_cast<std::size_t>(chosen.index[static_cast<std::size_t>(i)]);
        found.points[found.count] = {a.rotation * vertices[index] - up * (separation[index] * scalar(0.5)),
                                     separation[index],
                                     feature_of_first_vertex(static_cast<std::uint32_t>(index))};
        ++found.count;
    }
}

} // namespace orrery::rigid::detail
