// Surfaces, characters and ragdolls from documents.
#include "apps/scene/rigid/mesh_reader.hpp"
#include "apps/scene/rigid/ragdoll_reader.hpp"
#include "apps/scene/rigid/terrain.hpp"
#include "tests/apps/scene/built_scene.hpp"

#include <orrery/core/archive/file_io.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace orrery::scene_format {
namespace {

[[nodiscard]] std::string ground_of(const std::string& shape) {
    return "\"bodies\": [{\"kind\": \"fixed\",\n\"shape\": " + shape + "}]";
}

[[nodiscard]] const rigid::surface& ground_in(built& scene) {
    return *scene.made.world.shapes().find_surface(scene.get<rigid::shape>(1).id);
}

TEST(mesh_reader, makes_what_is_written_out) {
    built scene(ground_of(R"({"kind": "mesh", "vertices": [[0, 0, 0], [0, 0, 2], [2, 1, 0], [2, 1, 2]],
        "triangles": [[0, 1, 2], [2, 1, 3]], "materials": [{"friction": 0.25}, {}, {}, {"restitution": 1}]})"));
    const rigid::surface& ground = ground_in(scene);
    EXPECT_EQ(ground.triangle_count(), 2U);
    EXPECT_TRUE(ground.has_materials());
    EXPECT_EQ(ground.bounds().max, (vector3{2, 1, 2}));
}

TEST(mesh_reader, gives_heights_their_materials_by_height) {
    built scene(ground_of(R"({"kind": "heights", "spacing": 2, "heights": [[0, 0, 1], [0, 0, 4]],
        "layers": [{"height": 0, "friction": 0.25}, {"height": 2, "friction": 0.75}]})"));
    const rigid::surface& ground = ground_in(scene);
    EXPECT_EQ(ground.triangle_count(), 4U);
    std::vector<rigid::surface_triangle> all;
    ground.collect(ground.bounds(), all);
    for (const rigid::surface_triangle& each : all) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const scalar expected = std::min(scalar(0.75), scalar(0.25) + each.corners[corner].y / 4);
            EXPECT_EQ(each.materials[corner].friction, expected);
        }
    }
}

TEST(mesh_reader, makes_the_same_land_in_pages_and_in_one_piece) {
    const std::string land =
        R"({"kind": "terrain", "cells": [24, 16], "height": 3, "wavelength": 8, "roughness": 0.5)";
    built whole(ground_of(land + "}"));
    built paged(ground_of(land + R"(, "pages": {"triangles": 64}})"));
    EXPECT_EQ(ground_in(whole).triangle_count(), 2U * 24 * 16);
    EXPECT_EQ(ground_in(paged).triangle_count(), 2U * 24 * 16);
    EXPECT_EQ(ground_in(paged).bounds(), ground_in(whole).bounds());
    EXPECT_GT(ground_in(whole).bounds().max.y, ground_in(whole).bounds().min.y + 1);
}

TEST(terrain, is_level_in_its_clearing_and_stays_between_its_heights) {
    const terrain_rules rules{.columns = 65,
                              .rows = 65,
                              .height = 5,
                              .wavelength = 16,
                              .roughness = scalar(0.5),
                              .clearing = 6,
                              .seed = 3};
    const std::vector<scalar> heights = terrain_heights(rules);
    const scalar level = heights[32 * 65 + 32];
    EXPECT_EQ(heights[32 * 65 + 37], level);
    EXPECT_EQ(heights[27 * 65 + 32], level);
    const auto [low, high] = std::ranges::minmax(heights);
    EXPECT_GE(low, 0);
    EXPECT_LE(high, 5);
    EXPECT_GT(high - low, 2);
    EXPECT_EQ(heights, terrain_heights(rules));
}

TEST(mesh_reader, refuses_what_no_schema_can_see) {
    EXPECT_EQ(refusal_of(ground_of(R"({"kind": "mesh", "vertices": [[0, 0, 0], [0, 0, 1], [1, 0, 0]],
        "triangles": [[0, 1, 3]]})")),
              "x.json:4: bodies[0].shape.triangles[0][2] is 3, expected the number of a vertex, below 3");
    EXPECT_EQ(refusal_of(ground_of(R"({"kind": "heights", "heights": [[0, 0], [0, 0, 0]]})")),
              "x.json:3: bodies[0].shape.heights[1] is an array of 3, expected as many heights as in the "
              "first row, 2");
    EXPECT_EQ(
        refusal_of(ground_of(R"({"kind": "terrain", "cells": [4096, 4096]})")),
        "x.json:3: bodies[0].shape.cells: 4096 times 4096 cells are 16777216, expected at most 262144, or at "
        "most 4194304 with \"pages\"");
    EXPECT_EQ(
        refusal_of(ground_of(R"({"kind": "mesh_file", "file": "../x.mesh"})")),
        "x.json:3: bodies[0].shape.file is \"../x.mesh\", expected the name of a file beside the scene, "
        "without a folder");
    EXPECT_EQ(
        refusal_of(ground_of(R"({"kind": "mesh_file", "file": "x.mesh"})")),
        "x.json:3: bodies[0].shape.file is \"x.mesh\", expected none, because the scene does not come from a "
        "folder");
    const std::string falling = refusal_of(R"("bodies": [{"mass": 1,
        "shape": {"kind": "terrain", "cells": [2, 2], "wavelength": 2}}])");
    EXPECT_TRUE(falling.starts_with("x.json:2: bodies[0]: ")) << falling;
}

TEST(mesh_reader, finds_files_beside_the_scene) {
    const std::string folder = testing::TempDir() + "mesh_reader_test/";
    std::filesystem::create_directories(folder);
    const rigid::mesh_definition floor{.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}},
                                       .triangles = {{0, 1, 2}}};
    ASSERT_TRUE(rigid::write_mesh(folder + "floor.mesh", *rigid::triangle_mesh::from(floor).value()));
    const std::string text =
        R"({"title": "t", "world": "rigid", "bodies": [{"kind": "fixed", "shape": {"kind": "mesh_file", "file": "floor.mesh"}}]})";
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    ASSERT_TRUE(write_file(folder + "floor.json", {bytes, text.size()}));
    engine machine(engine_settings{.thread_count = 1});
    const auto scene = build_rigid(load_scene(folder + "floor.json").value(), machine);
    ASSERT_TRUE(scene) << scene.reason().message;
    EXPECT_EQ(scene->world.shapes().surfaces().size(), 1U);
}

TEST(walkers, are_capsules_that_can_be_driven) {
    const std::string walker = R"("bodies": [{"name": "w", "character": {"step_height": 0.5}, "shape": )";
    built scene(walker + R"({"kind": "capsule", "radius": 0.3, "half_height": 0.6}}],
        "inputs": [{"kind": "drive", "frame": 0, "body": "w", "value": [1, 0, 2], "jump": 3}])");
    EXPECT_EQ(scene.get<rigid::character>(1).step_height, scalar(0.5));
    EXPECT_EQ(scene.count<rigid::walk_state>(), 1U);
    EXPECT_EQ(scene.made.inputs.front().input, rigid::walk(entity_key{1}, {1, 0, 2}, 3));
    EXPECT_EQ(refusal_of(walker + R"({"kind": "box", "half_extents": [1, 1, 1]}}])"),
              "x.json:2: bodies[0].character: only a dynamic capsule or sphere can walk");
}

TEST(ragdolls, have_limbs_with_names_and_colours) {
    built scene(
        R"("ragdolls": [{"name": "Ann", "color": "#010203", "mass": 60}, {"position": [3, 0, 0], "height": 1.5}])");
    EXPECT_EQ(scene.count<rigid::mass>(), 2 * rigid::limb_count);
    scalar mass = 0;
    for (std::uint64_t limb = 0; limb < rigid::limb_count; ++limb) {
        mass += scene.get<rigid::mass>(first_ragdoll_key + limb).value;
    }
    EXPECT_NEAR(mass, 60, 1e-3);
    ASSERT_EQ(scene.made.looks.size(), rigid::limb_count);
    EXPECT_EQ(scene.made.looks[2].name, "Ann head");
    EXPECT_EQ(scene.made.looks[2].key, entity_key{first_ragdoll_key + 2});
    EXPECT_EQ(scene.made.looks[2].color, 0x010203U);
}

} // namespace
} // namespace orrery::scene_format
