// The triangles around a set of points (Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm", 1996).
// Starting from a tetrahedron, the point farthest outside is taken in, and the triangles that see it make
// room for a cone from their horizon, until no point is farther outside than the tolerance. What a triangle
// sees is decided without rounding, so the surface is convex at all times. For that the coordinates must be
// whole numbers below 2^31. The first of the points must be a corner of the hull, and no two may be equal.
#pragma once

#include <orrery/math/vector.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::rigid::detail {

struct hull_triangle {
    std::array<std::uint32_t, 3> corners{};   // counterclockwise seen from outside
    std::array<std::uint32_t, 3> neighbors{}; // across the side that starts at the corner of the same number
    vector3d normal;                          // of unit length
    double offset = 0;
};

class quickhull {
public:
    explicit quickhull(std::span<const vector3d> points, double tolerance);

    // The surface, in triangles whose neighbours count within the answer. Empty when the points lie in a
    // plane within `thickness`.
    [[nodiscard]] std::vector<hull_triangle> run(double thickness);

private:
    static constexpr std::uint32_t none = 0xffffffff;

    struct work {
        hull_triangle triangle;
        std::uint32_t first_outside = none; // list of the points that this triangle takes care of
        std::uint32_t farthest = none;
        double distance = 0; // of the farthest
        bool is_alive = true;
        bool is_visible = false;
    };

    struct candidate {
        double distance;
        std::uint32_t triangle;

        // For a heap: the farthest on top, of equals the lower number.
        friend bool operator<(const candidate& a, const candidate& b) noexcept {
            return a.distance != b.distance ? a.distance < b.distance : a.triangle > b.triangle;
        }
    };

    [[nodiscard]] bool start(double thickness);
    std::uint32_t add_triangle(std::array<std::uint32_t, 3> corners);
    [[nodiscard]] bool sees(const hull_triangle& triangle, std::uint32_t point) const noexcept;
    void assign(std::uint32_t point, std::uint32_t first_triangle);
    void queue(std::uint32_t first_triangle);
    void take_in(std::uint32_t from);
    void find_visible(std::uint32_t from, std::uint32_t point);
    [[nodiscard]] std::vector<hull_triangle> compacted() const;

    std::span<const vector3d> points_;
    double tolerance_;
    std::vector<work> triangles_;
    std::vector<std::uint32_t> next_outside_; // of each point in its list
    std::vector<std::uint32_t> cone_from_;    // of each point: the new triangle whose first side starts there
    std::vector<candidate> candidates_;
    std::vector<std::uint32_t> visible_;
    std::vector<std::array<std::uint32_t, 2>> horizon_; // visible triangle and number of its side
};

} // namespace orrery::rigid::detail
