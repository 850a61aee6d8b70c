#include "rigid/shape/face_merging.hpp"

#include <algorithm>
#include <numeric>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t no_face = 0xffffffff;

class face_merger {
public:
    face_merger(std::span<const vector3d> points, std::span<const hull_triangle> triangles, double tolerance)
        : points_(points)
        , triangles_(triangles)
        , tolerance_(tolerance)
        , face_of_(triangles.size(), no_face)
        , next_corner_(points.size(), no_face) {}

    // Large triangles first: their planes are certain, and those of slivers are not.
    [[nodiscard]] std::vector<polygon> run() {
        std::vector<polygon> faces;
        for (const std::uint32_t seed : largest_first()) {
            if (face_of_[seed] != no_face) {
                continue;
            }
            gather(seed);
            polygon outline = walk_outline(seed);
            if (is_convex(outline, triangles_[seed].normal)) {
                faces.push_back(std::move(outline));
                continue;
            }
            for (const std::uint32_t each : region_) {
                const auto& [a, b, c] = triangles_[each].corners;
                faces.push_back({a, b, c});
            }
        }
        return faces;
    }

private:
    [[nodiscard]] vector3d twice_area(const hull_triangle& triangle) const noexcept {
        const auto& [a, b, c] = triangle.corners;
        return cross(points_[b] - points_[a], points_[c] - points_[a]);
    }

    [[nodiscard]] std::vector<std::uint32_t> largest_first() const {
        std::vector<double> areas;
        for (const hull_triangle& triangle : triangles_) {
            areas.push_back(length_squared(twice_area(triangle)));
        }
        std::vector<std::uint32_t> order(triangles_.size());
        std::iota(order.begin(), order.end(), 0u);
        // total order: area, then number
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return areas[a] != areas[b] ? areas[a] > areas[b] : a < b;
        });
        return order;
    }

    // All triangles around the seed that lie in its plane and face the same side.
    void gather(std::uint32_t seed) {
        region_.assign(1, seed);
        face_of_[seed] = seed;
        const hull_triangle& plane = triangles_[seed];
        const auto lies_in_plane = [&](std::uint32_t corner) {
            return abs(dot(plane.normal, points_[corner]) - plane.offset) <= tolerance_;
        };
        for (std::size_t place = 0; place < region_.size(); ++place) {
            for (const std::uint32_t number : triangles_[region_[place]].neighbors) {
                const hull_triangle& neighbor = triangles_[number];
                if (face_of_[number] == no_face && dot(twice_area(neighbor), plane.normal) >= 0 &&
                    std::all_of(neighbor.corners.begin(), neighbor.corners.end(), lies_in_plane)) {
                    face_of_[number] = seed;
                    region_.push_back(number);
                }
            }
        }
    }

    // The corners round the region, from the lowest one on; nothing when the region has more than one
    // outline.
    [[nodiscard]] polygon walk_outline(std::uint32_t seed) {
        std::size_t side_count = 0;
        std::uint32_t lowest = no_face;
        for (const std::uint32_t number : region_) {
            const hull_triangle& triangle = triangles_[number];
            for (std::size_t side = 0; side < 3; ++side) {
                if (face_of_[triangle.neighbors[side]] != seed) {
                    next_corner_[triangle.corners[side]] = triangle.corners[(side + 1) % 3];
                    lowest = std::min(lowest, triangle.corners[side]);
                    ++side_count;
                }
            }
        }
        polygon outline;
        for (std::uint32_t corner = lowest; outline.size() < side_count; corner = next_corner_[corner]) {
            if (!outline.empty() && corner == lowest) {
                return {};
            }
            outline.push_back(corner);
        }
        return outline;
    }

    // Whether no corner lies behind the line through its neighbours by more than the tolerance.
    [[nodiscard]] bool is_convex(const polygon& outline, vector3d normal) const noexcept {
        if (outline.empty()) {
            return false;
        }
        vector3d before = points_[outline[outline.size() - 1]];
        for (std::size_t place = 0; place < outline.size(); ++place) {
            const vector3d at = points_[outline[place]];
            const vector3d after = points_[outline[(place + 1) % outline.size()]];
            const vector3d inwards = cross(normal, after - before);
            if (dot(at - before, inwards) > tolerance_ * length(inwards)) {
                return false;
            }
            before = at;
        }
        return true;
    }

    std::span<const vector3d> points_;
    std::span<const hull_triangle> triangles_;
    double tolerance_;
    std::vector<std::uint32_t> face_of_; // the seed of the region that a triangle belongs to
    std::vector<std::uint32_t> next_corner_;
    std::vector<std::uint32_t> region_;
};

} // namespace

std::vector<polygon> merge_coplanar(std::span<const vector3d> points,
                                    std::span<const hull_triangle> triangles, double tolerance) {
    return face_merger(points, triangles, tolerance).run();
}

} // namespace orrery::rigid::detail
