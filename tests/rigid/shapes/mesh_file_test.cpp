#include "tests/rigid/mesh_samples.hpp"

#include <orrery/rigid/shapes/mesh_file.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>

namespace orrery::rigid::test {
namespace {

using file_bytes = std::vector<std::byte>;

file_bytes bytes_of(const triangle_mesh& mesh) {
    byte_writer out;
    save_mesh(out, mesh);
    return out.take();
}

std::string refusal_of_bytes(std::span<const std::byte> bytes) {
    byte_reader in(bytes);
    const auto loaded = load_mesh(in);
    return loaded ? "" : loaded.reason().message;
}

void expect_answers_alike(const triangle_mesh& a, const triangle_mesh& b) {
    std::mt19937_64 random(4);
    const auto number = [&] { return static_cast<scalar>(random() % 1000) / 100 - 5; };
    std::vector<surface_triangle> of_a;
    std::vector<surface_triangle> of_b;
    for (int query = 0; query < 20; ++query) {
        const aabb3 box = aabb3::around({number(), 0, number()}, {number(), 1, number()});
        of_a.clear();
        of_b.clear();
        a.collect(box, of_a);
        b.collect(box, of_b);
        ASSERT_EQ(of_a.size(), of_b.size());
        for (std::size_t place = 0; place < of_a.size(); ++place) {
            ASSERT_EQ(of_a[place].number, of_b[place].number);
            ASSERT_EQ(of_a[place].corners, of_b[place].corners);
            ASSERT_EQ(of_a[place].normal, of_b[place].normal);
            ASSERT_EQ(of_a[place].beyond, of_b[place].beyond);
            ASSERT_EQ(of_a[place].materials, of_b[place].materials);
        }
    }
}

TEST(mesh_file, gives_back_the_mesh_that_was_written) {
    for (const mesh_definition& what :
         {wavy_field(9), wavy_field(9, true), tangle(2, 300), tangle(7, 1, 9)}) {
        const auto mesh = triangle_mesh::from(what).value();
        const auto read = decode_mesh(encode_mesh(*mesh)).value();
        EXPECT_EQ(read->id(), mesh->id());
        EXPECT_EQ(read->bounds(), mesh->bounds());
        EXPECT_EQ(read->has_materials(), mesh->has_materials());
        EXPECT_EQ(bytes_of(*read), bytes_of(*mesh));
        expect_answers_alike(*read, *mesh);
    }
}

TEST(mesh_file, is_written_and_read_by_name) {
    const std::string path = (std::filesystem::temp_directory_path() / "orrery_mesh_file_test.mesh").string();
    const auto mesh = triangle_mesh::from(wavy_field(3)).value();
    ASSERT_TRUE(write_mesh(path, *mesh));
    EXPECT_EQ(read_mesh(path).value()->id(), mesh->id());
    std::filesystem::remove(path);
    const auto missing = read_mesh(path);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.reason().message.find(path), std::string::npos);
    EXPECT_FALSE(write_mesh("/nowhere/at/all.mesh", *mesh));
}

TEST(mesh_file, is_refused_with_any_bit_flipped_and_when_cut_off) {
    const file_bytes whole = encode_mesh(*triangle_mesh::from(wavy_field(3, true)).value());
    for (std::size_t place = 0; place < whole.size(); ++place) {
        file_bytes damaged = whole;
        damaged[place] ^= std::byte{1} << (place % 8);
        const auto read = decode_mesh(damaged, "hill.mesh");
        ASSERT_FALSE(read) << place;
        ASSERT_EQ(read.reason().message.rfind("hill.mesh: ", 0), 0u) << read.reason().message;
        ASSERT_FALSE(decode_mesh(std::span(whole).first(place))) << place;
    }
}

// Without the checksums of a file: whatever is still taken answers like the mesh it came from.
TEST(mesh_file, takes_no_bytes_that_make_another_mesh) {
    const auto mesh = triangle_mesh::from(wavy_field(3, true)).value();
    const file_bytes whole = bytes_of(*mesh);
    std::size_t taken = 0;
    for (std::size_t place = 0; place < whole.size(); ++place) {
        for (const unsigned flip : {1u, 0x80u}) {
            file_bytes damaged = whole;
            damaged[place] ^= static_cast<std::byte>(flip);
            byte_reader in(damaged);
            if (const auto read = load_mesh(in)) {
                ++taken;
                ASSERT_EQ((*read)->id(), mesh->id());
                expect_answers_alike(**read, *mesh);
            }
        }
        ASSERT_NE(refusal_of_bytes(std::span(whole).first(place)), "") << place;
    }
    EXPECT_LT(taken, whole.size() / 4); // boxes of the tree that have become larger
}

// One number of the bytes is replaced; the id is not looked at before everything else is.
template <typename Number>
std::string refusal_with(const triangle_mesh& mesh, std::size_t offset, Number value) {
    file_bytes bytes = bytes_of(mesh);
    std::memcpy(bytes.data() + offset, &value, sizeof(value));
    return refusal_of_bytes(bytes);
}

TEST(mesh_file, says_what_is_wrong_with_its_bytes) {
    mesh_definition pair{.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}},
                         .triangles = {{0, 1, 2}, {2, 1, 3}},
                         .materials = std::vector<vertex_material>(4)};
    const auto mesh = triangle_mesh::from(pair).value();
    const std::size_t vertices = 4 + 1 + 1 + 4 + 3;
    const std::size_t materials = vertices + 4 * 3 * sizeof(scalar);
    const std::size_t corners = materials + 4 * 2 * sizeof(scalar);
    const std::size_t neighbours = corners + 2 * 12;
    const auto says = [](const std::string& sentence, const std::string& part) {
        return sentence.find(part) != std::string::npos ? testing::AssertionSuccess()
                                                        : testing::AssertionFailure() << sentence;
    };
    const auto nan = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_TRUE(says(refusal_with(*mesh, 0, std::uint32_t{9}), "version 9, this program reads 1"));
    EXPECT_TRUE(says(refusal_with(*mesh, 4, std::uint8_t{2}), "numbers of 2 bytes"));
    EXPECT_TRUE(says(refusal_with(*mesh, 6, 0xffff'ffffu), "2 triangles from number 4294967295 on"));
    EXPECT_TRUE(says(refusal_with(*mesh, vertices - 2, std::uint8_t{0}), "0 triangles"));
    EXPECT_TRUE(says(refusal_with(*mesh, vertices, nan), "vertex 0 does not lie within 1e6 m"));
    EXPECT_TRUE(says(refusal_with(*mesh, materials, scalar(-1)), "material of vertex 0 is refused"));
    EXPECT_TRUE(says(refusal_with(*mesh, corners, 4u), "triangle 0 names vertex 4, expected less than 4"));
    std::uint32_t second = 0;
    std::memcpy(&second, bytes_of(*mesh).data() + corners + 4, sizeof(second));
    EXPECT_TRUE(says(refusal_with(*mesh, corners, second), "triangle 0 has no area"));
    EXPECT_TRUE(
        says(refusal_with(*mesh, neighbours, 2u), "triangle 0 has neighbour 2, expected less than 2"));
    EXPECT_TRUE(says(refusal_with(*mesh, neighbours, 0u), "share no edge"));
    EXPECT_TRUE(says(refusal_with(*mesh, bytes_of(*mesh).size() - 8, std::uint64_t{5}), "the id is not"));
}

TEST(mesh_file, is_refused_when_the_tree_is_of_another_mesh) {
    const file_bytes one = bytes_of(*triangle_mesh::from(wavy_field(2)).value());
    mesh_definition moved = wavy_field(2);
    for (vector3& vertex : moved.vertices) {
        vertex.x += 1;
    }
    file_bytes other = bytes_of(*triangle_mesh::from(moved).value());
    ASSERT_EQ(one.size(), other.size());
    const std::size_t tree = 4 + 1 + 1 + 4 + 3 + 9 * 3 * sizeof(scalar) + 8 * 24;
    std::copy(one.begin() + static_cast<std::ptrdiff_t>(tree), one.end(),
              other.begin() + static_cast<std::ptrdiff_t>(tree));
    EXPECT_NE(refusal_of_bytes(other).find("the tree has another triangle or box"), std::string::npos);
}

} // namespace
} // namespace orrery::rigid::test
