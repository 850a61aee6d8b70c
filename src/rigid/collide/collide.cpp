#include "rigid/collide/narrow_phase.hpp"

#include <orrery/math/simd/lanes.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>

#include <array>
#include <type_traits>
#include <utility>

namespace orrery::rigid {
namespace {

constexpr std::uint32_t convex_kinds = 6;

void collide_nothing(const placed_shape& /*a*/, const placed_shape& /*b*/, scalar /*margin*/,
                     collide_cache& /*cache*/, manifold& /*found*/) noexcept {}

using row = std::array<detail::collide_function*, convex_kinds>;

constexpr std::array<row, convex_kinds> functions = [] {
    std::array<row, convex_kinds> table{};
    for (row& each : table) {
        each.fill(collide_nothing);
    }
    const auto set = [&](shape_kind a, shape_kind b, detail::collide_function* function) {
        table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = function;
    };
    using enum shape_kind;
    set(sphere, sphere, detail::collide_spheres);
    set(sphere, capsule, detail::collide_sphere_capsule);
    set(sphere, cylinder, detail::collide_sphere_cylinder);
    set(sphere, box, detail::collide_sphere_box);
    set(sphere, hull, detail::collide_sphere_hull);
    set(sphere, plane, detail::collide_sphere_plane);
    set(capsule, capsule, detail::collide_capsules);
    set(capsule, cylinder, detail::collide_capsule_cylinder);
    set(capsule, box, detail::collide_capsule_box);
    set(capsule, hull, detail::collide_capsule_hull);
    set(capsule, plane, detail::collide_capsule_plane);
    set(cylinder, cylinder, detail::collide_cylinders);
    set(cylinder, box, detail::collide_cylinder_box);
    set(cylinder, hull, detail::collide_cylinder_hull);
    set(cylinder, plane, detail::collide_cylinder_plane);
    set(box, box, detail::collide_boxes);
    set(box, hull, detail::collide_box_hull);
    set(box, plane, detail::collide_box_plane);
    set(hull, hull, detail::collide_hulls);
    set(hull, plane, detail::collide_hull_plane);
    return table;
}();

// Negative when a comes first, positive when b does.
[[nodiscard]] int compare(vector3 a, vector3 b) noexcept {
    for (int axis = 0; axis < 3; ++axis) {
        if (a[axis] != b[axis]) {
            return a[axis] < b[axis] ? -1 : 1;
        }
    }
    return 0;
}

[[nodiscard]] bool comes_later_in_doubt(const placed_shape& a, const placed_shape& b) noexcept {
    int order = compare(a.position, b.position);
    order = order != 0 ? order : compare(a.size, b.size);
    for (int i = 0; i < 3 && order == 0; ++i) {
        order = compare(a.rotation[i], b.rotation[i]);
    }
    if (order == 0 && a.hull != b.hull) {
        order = a.hull->id() < b.hull->id() ? -1 : 1;
    }
    return order > 0;
}

// Shapes of one kind are taken in the order of their positions along a direction that is unlikely to be at
// right angles to the line between two touching shapes, so that the order, on which the choice between
// equally good features depends, does not change with every trembling of a stack.
[[nodiscard]] bool is_swapped(const placed_shape& a, const placed_shape& b) noexcept {
    if (a.kind != b.kind) {
        return a.kind > b.kind;
    }
    constexpr vector3 direction{scalar(0.412), scalar(0.857), scalar(0.293)};
    const scalar along = dot(b.position - a.position, direction);
    return along != 0 ? along < 0 : comes_later_in_doubt(a, b);
}

// In registers: for the plain assignment compilers call upon the string instructions, which take longer than
// two spheres.
void clear(manifold& found) noexcept {
    using block = simd::lanes<std::uint32_t, 4>;
    static_assert(sizeof(manifold) % sizeof(block) == 0 && std::is_trivially_copyable_v<manifold>);
    auto* to = reinterpret_cast<std::uint32_t*>(&found);
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        (block(0).store(to + Index * block::size), ...);
    }(std::make_index_sequence<sizeof(manifold) / sizeof(block)>());
}

} // namespace

void collide(const placed_shape& a, const placed_shape& b, scalar margin, collide_cache& cache,
             manifold& found) noexcept {
    clear(found);
    const bool swapped = is_swapped(a, b);
    const placed_shape& first = swapped ? b : a;
    const placed_shape& second = swapped ? a : b;
    // What is known of the shapes in one order says nothing about them in the other.
    if ((cache.is_swapped != 0) != swapped) {
        cache = {};
        cache.is_swapped = swapped ? 1 : 0;
    }
    functions[static_cast<std::size_t>(first.kind)][static_cast<std::size_t>(second.kind)](
        first, second, margin, cache, found);
    if (swapped && found.count != 0) {
        const vector3 shift = first.position - second.position;
        found.normal = -found.normal;
        for (std::uint32_t i = 0; i < found.count; ++i) {
            found.points[i].offset += shift;
        }
    }
}

} // namespace orrery::rigid
