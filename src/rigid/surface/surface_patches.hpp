// Sorts the points between a convex shape and the triangles of a surface into patches by the direction in
// which they push, and chooses those that stand for each patch.
#pragma once

#include "rigid/collide/choose_points.hpp"
#include "rigid/surface/collide_surface.hpp"

namespace orrery::rigid::detail {

class surface_patches {
public:
    explicit surface_patches(scalar margin) noexcept
        : margin_(margin) {}

    surface_patches(const surface_patches&) = delete;
    surface_patches& operator=(const surface_patches&) = delete;

    // A point midway between the surfaces, counted from the convex shape, and the unit direction from that
    // shape into the surface. Points beyond the margin are left out.
    void add(vector3 normal, vector3 offset, scalar separation, std::uint32_t feature,
             std::uint32_t triangle) noexcept;

    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

    // Offsets are counted from `position` in the frame of the surface.
    [[nodiscard]] std::uint32_t finish(vector3 position, std::span<const surface_triangle> triangles,
                                       bool has_materials,
                                       std::array<surface_patch, max_patches>& found) noexcept;

private:
    // Points of about the same direction.
    struct bundle {
        static constexpr std::uint32_t capacity = 128;

        vector3 first;   // direction
        vector3 sum;     // of all directions, weighted by how deep the points are
        bool is_uniform; // all directions are the first, up to rounding
        scalar deepest;
        std::uint32_t count;
        // Numbers instead of vectors, which would be set to zero at the start.
        std::array<scalar, capacity> x;
        std::array<scalar, capacity> y;
        std::array<scalar, capacity> z;
        std::array<scalar, capacity> separation;
        std::array<std::uint32_t, capacity> feature;
        std::array<std::uint32_t, capacity> triangle;

        // Puts the point of one place into another.
        void move(std::uint32_t from, std::uint32_t to) noexcept {
            x[to] = x[from];
            y[to] = y[from];
            z[to] = z[from];
            separation[to] = separation[from];
            feature[to] = feature[from];
            triangle[to] = triangle[from];
        }

        [[nodiscard]] vector3 offset(std::uint32_t place) const noexcept {
            return {x[place], y[place], z[place]};
        }
    };

    static constexpr std::size_t max_bundles = 8;

    [[nodiscard]] bundle& bundle_for(vector3 normal) noexcept;
    [[nodiscard]] static vector3 direction_of(const bundle& all) noexcept;
    // The points that stand for all.
    [[nodiscard]] chosen_points choose(bundle& all, vector3 normal) const noexcept;
    // Leaves only these.
    void reduce(bundle& all, vector3 normal) const noexcept;
    // Makes room when it is full: leaves these and the corners of the convex shape.
    void make_room(bundle& all) const noexcept;

    scalar margin_;
    std::size_t count_ = 0;
    std::array<bundle, max_bundles> bundles_;
};

} // namespace orrery::rigid::detail
