#include <orrery/build_settings.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/rigid/shapes/obj_file.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace orrery::rigid::test {
namespace {

#if ORRERY_OBJ

std::string obj_refusal(std::string_view characters, const obj_options& options = {}) {
    const auto made = parse_obj(characters, "hill.obj", options);
    return made ? "" : made.reason().message;
}

constexpr std::string_view three_vertices = "v 0 0 0\nv 0 0 1\nv 1 0 0\n";

std::string with_vertices(std::string_view lines) {
    return std::string(three_vertices) + std::string(lines);
}

TEST(obj_file, gives_vertices_and_triangles_in_the_order_of_the_file) {
    const auto made = parse_obj("# a comment\r\n"
                                "mtllib none.mtl\n"
                                "o hill\n"
                                "v 0 0 0 # the first\r\n"
                                "  v\t-1.5 2.5e-1 +3\n"
                                "v 1 0 0 1\n" // with a weight
                                "vn 0 1 0\nvt 0 0\n"
                                "usemtl grass\ns off\n"
                                "f 1/1/1 2/1/1 3/1/1\n"
                                "g more\n"
                                "v 1 1 1\n"
                                "f 4 -2//1 -3/1\n"
                                "l 1 2 3\np 1")
                          .value();
    EXPECT_EQ(made.vertices,
              (std::vector<vector3>{{0, 0, 0}, {scalar(-1.5), scalar(0.25), 3}, {1, 0, 0}, {1, 1, 1}}));
    EXPECT_EQ(made.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {3, 2, 1}}));
    EXPECT_TRUE(made.materials.empty());
    EXPECT_EQ(parse_obj(with_vertices("f 1 2 3"), "", {.scale = 2}).value().vertices[1], vector3(0, 0, 2));
}

// The areas of the triangles are what remains of the polygon, which is not convex.
TEST(obj_file, cuts_polygons_into_triangles_that_cover_them) {
    const auto made = parse_obj("v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 3\nv 1 0 3\nv 1 0 0\nf 1 2 3 4 5 6\n"
                                "v 9 0 0\nv 9 0 1\nv 10 0 1\nv 10 0 0\nf -4 -3 -2 -1\n")
                          .value();
    EXPECT_EQ(made.triangles.size(), 4u + 2u);
    const auto mesh = triangle_mesh::from(made).value();
    scalar area = 0;
    for (std::uint32_t number = 0; number < mesh->triangle_count(); ++number) {
        const auto each = mesh->triangle(number);
        EXPECT_EQ(each.normal, vector3(0, 1, 0));
        area += length(cross(each.corners[1] - each.corners[0], each.corners[2] - each.corners[0])) / 2;
    }
    EXPECT_NEAR(area, scalar(7 + 1), scalar(1e-5));
}

TEST(obj_file, cuts_a_quadrilateral_inside_even_where_the_shorter_diagonal_lies_outside) {
    for (const std::string_view face : {"f 1 2 3 4", "f 2 3 4 1", "f 3 4 1 2", "f 4 1 2 3"}) {
        const std::string arrow = "v 0 0 4\nv 1 0 0\nv 0 0 1\nv -1 0 0\n" + std::string(face);
        const auto mesh = triangle_mesh::from(parse_obj(arrow).value()).value();
        ASSERT_EQ(mesh->triangle_count(), 2u);
        EXPECT_EQ(mesh->triangle(0).normal, vector3(0, 1, 0));
        EXPECT_EQ(mesh->triangle(1).normal, vector3(0, 1, 0));
    }
}

TEST(obj_file, makes_materials_of_colours) {
    constexpr std::string_view coloured = "v 0 0 0 0.25 0.5 0\nv 0 0 1 1 1 1\nv 1 0 0\nf 1 2 3\n";
    const auto made =
        parse_obj(coloured, "", {.friction_scale = 2, .restitution_scale = scalar(0.5)}).value();
    ASSERT_EQ(made.materials.size(), 3u);
    EXPECT_EQ(made.materials[0], (vertex_material{scalar(0.5), scalar(0.25)}));
    EXPECT_EQ(made.materials[1], (vertex_material{2, scalar(0.5)}));
    EXPECT_EQ(made.materials[2], vertex_material{}); // has no colour
    EXPECT_TRUE(parse_obj(coloured, "", {.reads_materials = false}).value().materials.empty());
}

TEST(obj_file, is_refused_with_the_line_and_the_reason) {
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 3")), "");
    EXPECT_EQ(obj_refusal(""), "hill.obj: there are no faces, expected at least one.");
    EXPECT_EQ(obj_refusal("v 0 0\n"), "hill.obj, line 1: a vertex has 2 numbers, expected 3, 4 or 6.");
    EXPECT_EQ(obj_refusal("\nv 0 zero 0\n"), "hill.obj, line 2: 'zero' is not a number.");
    EXPECT_EQ(obj_refusal("v 0 1e 0\n"), "hill.obj, line 1: '1e' is not a number.");
    EXPECT_EQ(obj_refusal("v 0 1e999 0\n"), "hill.obj, line 1: '1e999' is not a number.");
    EXPECT_EQ(obj_refusal("v 0 nan 0\n"),
              "hill.obj, line 1: a vertex does not lie within 1e6 m of the origin along each axis.");
    EXPECT_EQ(obj_refusal("v 0 2e3 0\n", {.scale = 1000}),
              "hill.obj, line 1: a vertex does not lie within 1e6 m of the origin along each axis.");
    EXPECT_EQ(obj_refusal("v 0 0 0 2 0 0\n"),
              "hill.obj, line 1: a vertex has the colour 2 0, expected numbers from 0 to 1.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2\n")),
              "hill.obj, line 4: a face has 2 corners, expected 3 to 256.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 4\nf 1 2 3\n")),
              "hill.obj, line 4: a face names vertex 4, expected 1 to 3.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 0\n")),
              "hill.obj, line 4: a face names vertex 0, expected -3 to -1, or from 1 on.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 -4\n")),
              "hill.obj, line 4: a face names vertex -4, expected -3 to -1, or from 1 on.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 3x\n")),
              "hill.obj, line 4: '3x' is not the corner of a face.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 99999999999999999999\n")),
              "hill.obj, line 4: '99999999999999999999' is not the corner of a face.");
    EXPECT_EQ(obj_refusal(with_vertices("f 1 2 \\\n3\n")),
              "hill.obj, line 4: it goes on in the next line, which is not read.");
    std::string long_face = "f";
    for (int corner = 0; corner < 257; ++corner) {
        long_face += " 1";
    }
    EXPECT_EQ(obj_refusal(with_vertices(long_face)),
              "hill.obj, line 4: a face has 257 corners, expected 3 to 256.");
    EXPECT_EQ(obj_refusal("v \x01 0 0\n"), "hill.obj, line 1: '?' is not a number.");
}

TEST(obj_file, is_refused_with_options_that_make_no_sense) {
    EXPECT_EQ(obj_refusal("", {.scale = 0}), "The scale of an .obj file is 0, expected above 0 to 1e6.");
    EXPECT_EQ(obj_refusal("", {.friction_scale = -1}), "The friction of full red is -1, expected 0 to 1e6.");
    EXPECT_EQ(obj_refusal("", {.restitution_scale = 2}),
              "The restitution of full green is 2, expected 0 to 1.");
}

TEST(obj_file, is_read_by_name) {
    const std::string path = (std::filesystem::temp_directory_path() / "orrery_obj_file_test.obj").string();
    const std::string characters = with_vertices("f 1 2 3\n");
    ASSERT_TRUE(write_file(path, std::as_bytes(std::span(characters))));
    EXPECT_EQ(load_obj(path).value().triangles.size(), 1u);
    std::filesystem::remove(path);
    const auto missing = load_obj(path);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.reason().message.find(path), std::string::npos);
}

#else

TEST(obj_file, is_refused_by_a_build_that_does_not_read_it) {
    EXPECT_FALSE(parse_obj("v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n"));
}

#endif

} // namespace
} // namespace orrery::rigid::test
