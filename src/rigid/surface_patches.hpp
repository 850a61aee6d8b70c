// Sorts the points between a convex shape and the triangles of a surface into patches by the direction in
// which they push, and chooses those that stand for each patch.
#pragma once

#include "rigid/collide_surface.hpp"

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

    // Offsets are counted from `position` in the frame of the surface.
    [[nodiscard]] std::uint32_t finish(vector3 position, std::span<const surface_triangle> triangles,
                                       bool has_materials,
                                       std::array<surface_patch, max_patches>& found) noexcept;

private:
    // Points of about the same direction. The first four places are those of the points chosen when it was
    // full the last time.
    struct bundle {
        static constexpr std::uint32_t capacity = 64;

        vector3 first;   // direction
        vector3 sum;     // of all directions, weighted by how deep the points are
        bool is_uniform; // all directions are the first, up to rounding
        scalar deepest;
        std::uint32_t count;
        std::array<vector3, capacity> offset;
        std::array<scalar, capacity> separation;
        std::array<std::uint32_t, capacity> feature;
        std::array<std::uint32_t, capacity> triangle;
    };

    static constexpr std::size_t max_bundles = 8;

    [[nodiscard]] bundle& bundle_for(vector3 normal) noexcept;
    [[nodiscard]] static vector3 direction_of(const bundle& all) noexcept;
    // Leaves only the points that stand for all.
    void reduce(bundle& all, vector3 normal) const noexcept;

    scalar margin_;
    std::size_t count_ = 0;
    std::array<bundle, max_bundles> bundles_;
};

} // namespace orrery::rigid::detail
