#include "rigid/surface/surface_features.hpp"
#include "rigid/surface/triangle_clip.hpp"

#include <limits>
#include <utility>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t all_edges = 7;

[[nodiscard]] four with_last(four lanes, scalar last) noexcept {
    using simd::target_128::detail::shuffle_blocks;
    return shuffle_blocks<0, 1, 4, 6>(lanes, shuffle_blocks<2, 2, 4, 4>(lanes, four(last)));
}

} // namespace

triangle_clip::triangle_clip(const near_triangle& triangle, scalar tolerance) noexcept
    : triangle_(triangle) {
    const vector3 up = triangle.normal;
    const four_vectors& out = triangle.outwards;
    const four unit = four(scalar(1)) / sqrt(dot(out, out));
    x_ = with_last(out.x * unit, up.x);
    y_ = with_last(out.y * unit, up.y);
    z_ = with_last(out.z * unit, up.z);
    // Edge i begins at corner i, and the plane goes through the first.
    const auto first_as_last = [](four lanes) { return shuffle<0, 1, 2, 0>(lanes); };
    const four at_corners =
        (x_ * first_as_last(triangle.corners.x) + y_ * first_as_last(triangle.corners.y)) +
        z_ * first_as_last(triangle.corners.z);
    origin_ = at_corners + make_four(tolerance, tolerance, tolerance, scalar(0));
}

bool triangle_clip::cut(const facing_side& side) noexcept {
    side_ = &side;
    std::uint32_t beyond_all = all_edges;
    for (std::size_t i = 0; i < side.count; ++i) {
        const four heights = ((x_ * four(side.x[i]) + y_ * four(side.y[i])) + z_ * four(side.z[i])) - origin_;
        corners_->add(heights, make_four(vector3{side.x[i], side.y[i], side.z[i]}),
                      static_cast<std::uint32_t>(i));
        const std::uint32_t beyond = (heights > four(scalar(0))).bits() & all_edges;
        beyond_all &= beyond;
        crossed_ |= beyond;
    }
    if (beyond_all != 0) {
        return false;
    }
    if ((crossed_ & 1) != 0) {
        cut_along<0>();
    }
    if ((crossed_ & 2) != 0) {
        cut_along<1>();
    }
    if ((crossed_ & 4) != 0) {
        cut_along<2>();
    }
    return corners_->count != 0;
}

template <int Edge>
void triangle_clip::cut_along() noexcept {
    const corner_list& from = *corners_;
    if (from.count == 0) {
        return;
    }
    spare_->count = 0;
    std::size_t last = from.count - 1;
    scalar last_beyond = from.heights[last][Edge];
    for (std::size_t i = 0; i < from.count; ++i) {
        const scalar beyond = from.heights[i][Edge];
        if ((last_beyond > 0) != (beyond > 0)) {
            const four t(last_beyond / (last_beyond - beyond));
            spare_->add(from.heights[last] + (from.heights[i] - from.heights[last]) * t,
                        from.places[last] + (from.places[i] - from.places[last]) * t,
                        last_beyond > 0 ? from.line[last] : (static_cast<std::uint32_t>(Edge) | of_triangle));
        }
        if (!(beyond > 0)) {
            spare_->add(from.heights[i], from.places[i], from.line[i]);
        }
        last = i;
        last_beyond = beyond;
    }
    std::swap(corners_, spare_);
}

scalar triangle_clip::smallest_height() const noexcept {
    four smallest(std::numeric_limits<scalar>::max());
    for (std::size_t i = 0; i < corners_->count; ++i) {
        smallest = min(smallest, corners_->heights[i]);
    }
    return smallest[3];
}

void triangle_clip::add_points(scalar margin, surface_patches& found) const noexcept {
    for (std::size_t i = 0; i < corners_->count; ++i) {
        const scalar height = corners_->heights[i][3];
        if (height <= margin) {
            const four place = corners_->places[i];
            found.add(-triangle_.normal,
                      vector3{place[0], place[1], place[2]} - triangle_.normal * (height * scalar(0.5)),
                      height, name_of(i), triangle_.index);
        }
    }
}

std::uint32_t triangle_clip::name_of(std::size_t corner) const noexcept {
    const std::uint32_t before = corners_->line[corner == 0 ? corners_->count - 1 : corner - 1];
    const std::uint32_t after = corners_->line[corner];
    const auto& corners = triangle_.triangle->corners;
    if (((before | after) & of_triangle) == 0) {
        return feature_of_first_vertex(side_->vertex[after]);
    }
    if ((before & after & of_triangle) != 0) {
        const std::size_t first = before & 3;
        const std::size_t second = after & 3;
        return feature_of_surface_corner(corners[next_corner(first) == second ? second : first]);
    }
    const bool is_before = (before & of_triangle) != 0;
    const std::size_t edge = (is_before ? before : after) & 3;
    const std::uint32_t own = is_before ? after : before;
    return feature_of_surface_edge(side_->edge[own], corners[edge], corners[next_corner(edge)]);
}

} // namespace orrery::rigid::detail
