#include "tests/rigid/mesh_samples.hpp"

#include <orrery/rigid/shapes/shape_store.hpp>
#include <orrery/rigid/shapes/surface.hpp>

#include <gtest/gtest.h>

namespace orrery::rigid::test {
namespace {

// A surface as a program may bring its own: one triangle that the program computes when it is asked.
class lonely_triangle final : public surface {
public:
    [[nodiscard]] shape_id id() const noexcept override { return shape_id{77}; }

    [[nodiscard]] const aabb3& bounds() const noexcept override { return bounds_; }

    [[nodiscard]] std::uint64_t triangle_count() const noexcept override { return 1; }

    [[nodiscard]] bool has_materials() const noexcept override { return false; }

    void collect(const aabb3& box, std::vector<surface_triangle>& found) const override {
        if (intersects(box, bounds_)) {
            found.push_back({.corners = {vector3{0, 0, 0}, vector3{0, 0, 1}, vector3{1, 0, 0}},
                             .normal = {0, 1, 0},
                             .beyond = {vector3{0, -1, 0}, vector3{0, -1, 0}, vector3{0, -1, 0}}});
        }
    }

private:
    aabb3 bounds_{{0, 0, 0}, {1, 0, 1}};
};

TEST(surface, is_found_in_a_store_by_its_id_and_shared) {
    shape_store store;
    const auto mesh = triangle_mesh::from(wavy_field(2)).value();
    const shape ground = store.add_mesh(mesh).value();
    EXPECT_EQ(ground.kind, shape_kind::mesh);
    EXPECT_EQ(ground.id, mesh->id());
    EXPECT_EQ(store.find_surface(ground.id), mesh.get());
    const auto same = triangle_mesh::from(wavy_field(2)).value();
    EXPECT_EQ(store.add_mesh(same).value(), ground);
    EXPECT_EQ(store.find_surface(ground.id), mesh.get());
    EXPECT_EQ(store.size(), 1u);
    EXPECT_FALSE(store.add_mesh(nullptr));
}

TEST(surface, may_be_a_program_s_own) {
    shape_store store;
    const shape ground = store.add_mesh(std::make_shared<lonely_triangle>()).value();
    const surface& found = *store.find_surface(ground.id);
    found.expect(found.bounds()); // a promise that nothing is done about
    std::vector<surface_triangle> near;
    found.collect({{0, -1, 0}, {1, 1, 1}}, near);
    ASSERT_EQ(near.size(), 1u);
    EXPECT_EQ(near[0].materials[0], vertex_material{});
}

} // namespace
} // namespace orrery::rigid::test
