#include "tests/rigid/mesh_samples.hpp"

#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

namespace orrery::rigid::test {
namespace {

using mesh_pointer = std::shared_ptr<const triangle_mesh>;

std::string mesh_refusal(const mesh_definition& what) {
    const auto made = triangle_mesh::from(what);
    return made ? "" : made.reason().message;
}

const mesh_definition one_triangle{.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, .triangles = {{0, 1, 2}}};

aabb3 box_of_corners(const surface_triangle& what) {
    return merge(aabb3::around(what.corners[0], what.corners[1]), what.corners[2]);
}

std::vector<surface_triangle> triangles_of(const triangle_mesh& mesh) {
    std::vector<surface_triangle> all;
    mesh.collect(mesh.bounds(), all);
    return all;
}

// The normal beyond an edge that is nearest to the triangle's own, by looking at all triangles.
vector3 nearest_beyond(const std::vector<surface_triangle>& all, const surface_triangle& what,
                       std::size_t edge) {
    vector3 nearest = -what.normal;
    for (const surface_triangle& other : all) {
        for (std::size_t theirs = 0; theirs < 3; ++theirs) {
            if (other.corners[theirs] == what.corners[(edge + 1) % 3] &&
                other.corners[(theirs + 1) % 3] == what.corners[edge] &&
                dot(what.normal, other.normal) > dot(what.normal, nearest)) {
                nearest = other.normal;
            }
        }
    }
    return nearest;
}

TEST(triangle_mesh, knows_beyond_each_edge_what_looking_at_all_triangles_finds) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const mesh_pointer mesh = triangle_mesh::from(tangle(seed, 60)).value();
        const auto all = triangles_of(*mesh);
        ASSERT_EQ(all.size(), mesh->triangle_count());
        for (const surface_triangle& each : all) {
            for (std::size_t edge = 0; edge < 3; ++edge) {
                const vector3 expected = nearest_beyond(all, each, edge); // or another that is as near
                ASSERT_EQ(dot(each.normal, each.beyond[edge]), dot(each.normal, expected)) << seed;
            }
        }
    }
}

TEST(triangle_mesh, joins_a_field_whose_triangles_have_vertices_and_materials_of_their_own) {
    const mesh_definition field = wavy_field(8);
    mesh_definition loose;
    for (const auto& corners : field.triangles) {
        const auto first = static_cast<std::uint32_t>(loose.vertices.size());
        for (const std::uint32_t corner : corners) {
            loose.vertices.push_back(field.vertices[corner]);
            loose.materials.push_back({.friction = static_cast<scalar>(first % 2)});
        }
        loose.triangles.push_back({first, first + 1, first + 2});
    }
    std::size_t open = 0;
    for (const surface_triangle& each : triangles_of(*triangle_mesh::from(loose).value())) {
        open += static_cast<std::size_t>(std::ranges::count(each.beyond, -each.normal));
    }
    EXPECT_EQ(open, 4u * 8u);
}

TEST(triangle_mesh, has_no_neighbour_where_the_next_one_is_wound_the_other_way) {
    mesh_definition bent{.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}},
                         .triangles = {{0, 1, 2}, {2, 1, 3}}};
    for (const surface_triangle& each : triangles_of(*triangle_mesh::from(bent).value())) {
        EXPECT_EQ(std::ranges::count(each.beyond, vector3{0, 1, 0}), 1);
    }
    std::swap(bent.triangles[1][0], bent.triangles[1][1]);
    for (const surface_triangle& each : triangles_of(*triangle_mesh::from(bent).value())) {
        EXPECT_EQ(std::ranges::count(each.beyond, -each.normal), 3);
    }
}

TEST(triangle_mesh, sees_each_side_of_a_wall_that_is_seen_from_both_as_flat) {
    mesh_definition wall = wavy_field(2);
    for (vector3& vertex : wall.vertices) {
        vertex.y = 0;
    }
    const auto front = wall.triangles;
    for (const auto& [a, b, c] : front) {
        wall.triangles.push_back({a, c, b});
    }
    const auto all = triangles_of(*triangle_mesh::from(wall).value());
    EXPECT_EQ(all.size(), 16u);
    for (const surface_triangle& each : all) {
        EXPECT_EQ(
            std::ranges::count(each.beyond, each.normal) + std::ranges::count(each.beyond, -each.normal), 3);
    }
    EXPECT_EQ(std::ranges::count_if(
                  all, [](const auto& each) { return std::ranges::count(each.beyond, each.normal) == 3; }),
              4); // a diagonal divides each cell, so of eight on a side two have neighbours all round
}

TEST(triangle_mesh, collects_exactly_the_triangles_whose_boxes_meet_the_box_in_ascending_order) {
    const mesh_pointer mesh = triangle_mesh::from(wavy_field(20, true)).value();
    std::mt19937_64 random(1);
    const auto number = [&] { return static_cast<scalar>(random() % 2400) / 100 - 12; };
    std::vector<surface_triangle> found;
    for (int query = 0; query < 100; ++query) {
        const aabb3 box =
            aabb3::around({number(), number() / 10, number()}, {number(), number() / 10, number()});
        std::vector<std::uint32_t> expected;
        for (std::uint32_t each = 0; each < mesh->triangle_count(); ++each) {
            if (intersects(box_of_corners(mesh->triangle(each)), box)) {
                expected.push_back(each);
            }
        }
        found.clear();
        mesh->collect(box, found);
        std::vector<std::uint32_t> numbers;
        for (const surface_triangle& each : found) {
            numbers.push_back(each.number);
            EXPECT_EQ(each.corners, mesh->triangle(each.number).corners);
        }
        ASSERT_EQ(numbers, expected);
    }
    mesh->collect({{100, 0, 0}, {101, 1, 1}}, found = {});
    EXPECT_TRUE(found.empty());
}

TEST(triangle_mesh, gives_each_corner_the_material_of_its_vertex) {
    const mesh_definition field = wavy_field(6, true);
    const mesh_pointer mesh = triangle_mesh::from(field).value();
    ASSERT_TRUE(mesh->has_materials());
    for (const surface_triangle& each : triangles_of(*mesh)) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto place = std::ranges::find(field.vertices, each.corners[corner]);
            ASSERT_NE(place, field.vertices.end());
            EXPECT_EQ(each.materials[corner],
                      field.materials[static_cast<std::size_t>(place - field.vertices.begin())]);
        }
    }
}

TEST(triangle_mesh, has_normals_of_unit_length_towards_the_side_it_is_seen_from) {
    for (const surface_triangle& each : triangles_of(*triangle_mesh::from(tangle(3, 200, 50)).value())) {
        const vector3 across = cross(each.corners[1] - each.corners[0], each.corners[2] - each.corners[0]);
        EXPECT_NEAR(length(each.normal), scalar(1), scalar(1e-6));
        EXPECT_NEAR(dot(each.normal, across), length(across), scalar(1e-5) * length(across));
    }
}

TEST(triangle_mesh, is_cleaned_and_says_what_was_left_out) {
    const mesh_definition messy{
        .vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {scalar(-0.0), 0, 0}, {0, 0, 2}, {9, 9, 9}},
        .triangles = {{0, 1, 2}, {1, 2, 3}, {0, 2, 1}, {0, 1, 4}, {0, 0, 2}, {1, 3, 1}},
    };
    triangle_mesh::cleaning removed;
    const mesh_pointer mesh = triangle_mesh::from(messy, &removed).value();
    EXPECT_EQ(removed.merged, 1u);       // -0 is 0
    EXPECT_EQ(removed.duplicates, 1u);   // the second; the third is seen from the other side
    EXPECT_EQ(removed.without_area, 3u); // on a line, and two with the same corner twice
    EXPECT_EQ(mesh->triangle_count(), 2u);
    EXPECT_EQ(mesh->vertices().size(), 3u);
}

TEST(triangle_mesh, leaves_out_what_is_no_higher_than_its_coordinates_are_exact) {
    const auto far_away = scalar(1) / std::numeric_limits<scalar>::epsilon() / 64; // exact to a 64th
    const auto made_with = [&](scalar height) {
        return mesh_refusal(
            {.vertices = {{far_away, 0, 0}, {far_away + 100, 0, 0}, {far_away + 50, 0, height}},
             .triangles = {{0, 2, 1}}});
    };
    if (far_away + 100 < largest_measure) {
        EXPECT_EQ(made_with(scalar(0.01)),
                  "A mesh has only triangles without area, expected at least one with some.");
        EXPECT_EQ(made_with(scalar(0.1)), "");
    }
}

TEST(triangle_mesh, is_the_same_however_its_triangles_are_listed) {
    mesh_definition field = wavy_field(10, true);
    const mesh_pointer first = triangle_mesh::from(field).value();
    std::mt19937_64 random(5);
    std::vector<std::uint32_t> places(field.vertices.size());
    for (std::uint32_t place = 0; place < places.size(); ++place) {
        places[place] = place;
    }
    std::ranges::shuffle(places, random);
    mesh_definition shuffled;
    shuffled.vertices.resize(places.size());
    shuffled.materials.resize(places.size());
    for (std::size_t vertex = 0; vertex < places.size(); ++vertex) {
        shuffled.vertices[places[vertex]] = field.vertices[vertex];
        shuffled.materials[places[vertex]] = field.materials[vertex];
    }
    std::ranges::shuffle(field.triangles, random);
    for (const auto& [a, b, c] : field.triangles) {
        shuffled.triangles.push_back({places[b], places[c], places[a]});
    }
    const mesh_pointer second = triangle_mesh::from(shuffled).value();
    EXPECT_EQ(first->id(), second->id());
    EXPECT_TRUE(std::ranges::equal(first->triangles(), second->triangles()));
    shuffled.vertices[7].y += 1;
    EXPECT_NE(first->id(), triangle_mesh::from(shuffled).value()->id());
}

TEST(triangle_mesh, refuses_what_is_not_a_mesh) {
    EXPECT_EQ(mesh_refusal({}), "A mesh has 0 triangles, expected 1 to 16777216.");
    mesh_definition wrong = one_triangle;
    wrong.triangles[0][1] = 3;
    EXPECT_EQ(mesh_refusal(wrong), "Triangle 0 of a mesh names vertex 3, expected less than 3.");
    wrong = one_triangle;
    wrong.vertices[1].y = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(mesh_refusal(wrong),
              "Vertex 1 of a mesh lies at (0, nan, 1), expected within 1e6 m of the origin "
              "along each axis.");
    wrong.vertices[1].y = scalar(-2e6);
    EXPECT_FALSE(mesh_refusal(wrong).empty());
    wrong = one_triangle;
    wrong.materials.resize(2);
    EXPECT_EQ(mesh_refusal(wrong), "A mesh has 2 materials for 3 vertices, expected none or one for each.");
    wrong.materials.resize(3);
    EXPECT_EQ(mesh_refusal(wrong), "");
    wrong.materials[2].friction = -1;
    EXPECT_EQ(mesh_refusal(wrong),
              "The material of vertex 2 of a mesh is refused. Its friction must be a number from 0 on.");
    wrong.materials[2] = {.friction = 1, .restitution = 2};
    EXPECT_EQ(mesh_refusal(wrong),
              "The material of vertex 2 of a mesh is refused. Its restitution must be a number from 0 to 1.");
    wrong = one_triangle;
    wrong.triangles[0] = {0, 1, 1};
    EXPECT_EQ(mesh_refusal(wrong),
              "A mesh has only triangles without area, expected at least one with some.");
}

TEST(height_grid, lies_around_the_origin_and_is_seen_from_above) {
    const std::vector<scalar> heights{0, 1, 2, 3, 4, 5};
    const auto made = mesh_of({.columns = 3, .rows = 2, .spacing = 2, .heights = heights}).value();
    EXPECT_EQ(made.vertices.front(), vector3(-2, 0, -1));
    EXPECT_EQ(made.vertices[2], vector3(2, 2, -1));
    EXPECT_EQ(made.vertices.back(), vector3(2, 5, 1));
    const auto all = triangles_of(*triangle_mesh::from(made).value());
    EXPECT_EQ(all.size(), 4u);
    for (const surface_triangle& each : all) {
        EXPECT_GT(each.normal.y, 0);
    }
}

TEST(height_grid, is_refused_with_too_few_or_too_many_numbers) {
    const auto refused = [](const height_grid& grid) {
        const auto made = mesh_of(grid);
        return made ? "" : made.reason().message;
    };
    std::vector<scalar> heights(4);
    const std::vector<vertex_material> materials(3);
    EXPECT_EQ(refused({.columns = 2, .rows = 2, .heights = heights}), "");
    EXPECT_EQ(refused({.columns = 4, .rows = 1, .heights = heights}),
              "A height grid has 4 columns and 1 rows, expected at least 2 of each.");
    EXPECT_EQ(refused({.columns = 3, .rows = 2, .heights = heights}),
              "A height grid of 3 columns and 2 rows has 4 heights, expected 6.");
    EXPECT_EQ(refused({.columns = 1u << 31, .rows = 1u << 31, .heights = heights}),
              "A height grid of 2147483648 columns and 2147483648 rows has 4 heights, expected "
              "4611686018427387904.");
    EXPECT_EQ(refused({.columns = 2, .rows = 2, .heights = heights, .materials = materials}),
              "A height grid has 3 materials, expected none or 4.");
    EXPECT_EQ(refused({.columns = 2, .rows = 2, .spacing = 0, .heights = heights}),
              "A height grid has a spacing of 0 m, expected from 1e-6 to 1e6 m.");
    heights[3] = std::numeric_limits<scalar>::infinity();
    EXPECT_EQ(refused({.columns = 2, .rows = 2, .heights = heights}),
              "The height in column 1 of row 1 is inf m, expected from -1e6 to 1e6 m.");
}

} // namespace
} // namespace orrery::rigid::test
