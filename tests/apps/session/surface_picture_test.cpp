#include "apps/studio/session/rigid/surface_picture.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

// A slope with a material that follows its height.
[[nodiscard]] std::shared_ptr<const rigid::triangle_mesh> slope(std::uint32_t side) {
    std::vector<scalar> heights;
    std::vector<rigid::vertex_material> materials;
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            heights.push_back(scalar(0.25) * static_cast<scalar>(column) +
                              scalar(0.5) * static_cast<scalar>(row));
            materials.push_back({.friction = heights.back() / 100});
        }
    }
    return rigid::triangle_mesh::from(rigid::mesh_of({side, side, 1, heights, materials}).value()).value();
}

TEST(surface_picture, is_all_of_a_surface_that_is_small) {
    const auto mesh = slope(5);
    const surface_picture picture = picture_of(*mesh, 32);
    EXPECT_EQ(picture.triangles.size(), 32U);
    EXPECT_EQ(picture.vertices.size(), 25U);
    EXPECT_EQ(picture.materials.size(), 25U);
    for (const auto& [a, b, c] : picture.triangles) {
        const vector3 up =
            cross(picture.vertices[b] - picture.vertices[a], picture.vertices[c] - picture.vertices[a]);
        EXPECT_GT(up.y, 0);
    }
}

TEST(surface_picture, has_the_heights_of_a_large_one) {
    const auto mesh = slope(65); // 8192 triangles
    const surface_picture picture = picture_of(*mesh, 200);
    EXPECT_EQ(picture.triangles.size(), 200U) << "without holes, to the very border";
    ASSERT_EQ(picture.materials.size(), picture.vertices.size());
    for (std::size_t number = 0; number < picture.vertices.size(); ++number) {
        const vector3 at = picture.vertices[number];
        const scalar expected = scalar(0.25) * (at.x + 32) + scalar(0.5) * (at.z + 32);
        EXPECT_NEAR(at.y, expected, 1e-3);
        EXPECT_NEAR(picture.materials[number].friction, expected / 100, 1e-4);
    }
    for (const auto& [a, b, c] : picture.triangles) {
        const vector3 up =
            cross(picture.vertices[b] - picture.vertices[a], picture.vertices[c] - picture.vertices[a]);
        EXPECT_GT(up.y, 0);
    }
}

} // namespace
} // namespace orrery::studio
