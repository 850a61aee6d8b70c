#include "tests/spatial/distributions.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/static_tree_archive.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace orrery::spatial::test {
namespace {

using bytes = std::vector<std::byte>;

template <any_box Box>
bytes saved(const static_tree<Box>& tree) {
    byte_writer out;
    save_tree(out, tree);
    return out.take();
}

template <any_box Box>
static_tree<Box> tree_of(std::size_t count) {
    static_tree<Box> tree;
    tree.build(make_boxes<Box>(distribution::clustered, count, count + 1));
    return tree;
}

// The sentence with which the bytes are refused, and proof that nothing has changed.
template <any_box Box = aabb2f>
std::string refusal(const bytes& damaged) {
    static_tree<Box> tree = tree_of<Box>(20);
    const bytes before = saved(tree);
    byte_reader in(damaged);
    const status loaded = load_tree(in, tree);
    EXPECT_EQ(saved(tree), before);
    return loaded ? "taken" : loaded.reason().message;
}

template <typename T>
bytes with(bytes image, std::size_t offset, T value) {
    std::memcpy(image.data() + offset, &value, sizeof(T));
    return image;
}

template <typename Box>
class static_tree_archive_of : public testing::Test {};

using all_boxes = testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(static_tree_archive_of, all_boxes);

TYPED_TEST(static_tree_archive_of, loads_the_tree_that_was_saved) {
    for (const distribution kind : {distribution::uniform, distribution::identical, distribution::extreme}) {
        for (const std::size_t count : {0, 1, 2, 8, 9, 100, 3000}) {
            static_tree<TypeParam> tree;
            tree.build(make_boxes<TypeParam>(kind, count, count));
            const bytes image = saved(tree);
            byte_reader in(image);
            static_tree<TypeParam> copy = tree_of<TypeParam>(50);
            ASSERT_TRUE(load_tree(in, copy));
            EXPECT_TRUE(in.finish().is_ok());
            EXPECT_EQ(saved(copy), image);
            EXPECT_EQ(copy.bounds(), tree.bounds());
            const pair_list found = pairs(copy);
            const pair_list expected = pairs(tree);
            EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
            EXPECT_EQ(intersecting(copy, tree.bounds()), intersecting(tree, tree.bounds()));
        }
    }
}

TYPED_TEST(static_tree_archive_of, refuses_every_shortened_image) {
    const bytes image = saved(tree_of<TypeParam>(30));
    for (std::size_t size = 0; size < image.size(); ++size) {
        EXPECT_NE(refusal<TypeParam>(bytes(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(size))),
                  "taken")
            << size;
    }
}

TYPED_TEST(static_tree_archive_of, takes_only_sound_trees_whatever_byte_is_changed) {
    const bytes image = saved(tree_of<TypeParam>(30));
    for (std::size_t place = 0; place < image.size(); ++place) {
        for (const unsigned change : {1u, 0x80u, 0xffu}) {
            const bytes damaged = with(image, place, image[place] ^ static_cast<std::byte>(change));
            byte_reader in(damaged);
            static_tree<TypeParam> tree;
            if (load_tree(in, tree)) {
                std::size_t reached = 0;
                for_each_intersecting(tree, tree.bounds(), [&](std::uint32_t index, const TypeParam& box) {
                    EXPECT_LT(index, tree.size());
                    EXPECT_TRUE(is_valid(box));
                    ++reached;
                });
                EXPECT_EQ(reached, tree.size());
            }
        }
    }
}

TEST(static_tree_archive, leaves_what_follows_to_be_read) {
    byte_writer out;
    save_tree(out, tree_of<aabb3f>(10));
    out.write(std::uint16_t{77});
    byte_reader in(out.bytes());
    static_tree<aabb3f> tree;
    ASSERT_TRUE(load_tree(in, tree));
    EXPECT_EQ(in.read<std::uint16_t>(), 77);
    EXPECT_TRUE(in.finish().is_ok());
}

TEST(static_tree_archive, has_bytes_that_do_not_change_from_version_to_version) {
    static_tree<aabb2i> tree;
    tree.build(std::vector<aabb2i>{{{1, 2}, {3, 4}}, {{-1, 0}, {0, 0}}});
    const std::vector<unsigned> expected{
        1,   0,   0,   0,   2, 2, 2, 1, 0, 2,                   // header, counts, the root
        1,   0,   0,   0,   2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, // the first box
        255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // the second
        0,   0,   0,   0,   1, 0, 0, 0,                         // their indices
    };
    std::vector<unsigned> actual;
    for (const std::byte each : saved(tree)) {
        actual.push_back(std::to_integer<unsigned>(each));
    }
    EXPECT_EQ(actual, expected);
}

// The golden value is what this test prints when it fails: it changes only with the way trees are built.
TEST(static_tree_archive, has_the_same_bytes_from_every_compiler) {
    xoshiro256 source(1);
    std::vector<aabb3f> boxes(5000);
    for (aabb3f& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = uniform_real<float>(source, -100, 100);
            box.max[axis] = box.min[axis] + uniform_real<float>(source, 0, 5);
        }
    }
    static_tree<aabb3f> tree;
    tree.build(boxes);
    EXPECT_EQ(hash_bytes(saved(tree)), 12154923783805926017u);
}

// Two leaves of eight boxes each: header 6 bytes, counts 2, then the root with two children.
class damaged_tree : public testing::Test {
protected:
    static constexpr std::size_t root = 8;
    static constexpr std::size_t first_box = root + 2;
    static constexpr std::size_t box_size = sizeof(aabb2f);

    damaged_tree() {
        std::vector<aabb2f> boxes;
        for (int number = 0; number < 16; ++number) {
            const auto x = static_cast<float>(number < 8 ? number : 100 + number);
            boxes.push_back({{x, 0}, {x + 0.5f, 1}});
        }
        static_tree<aabb2f> tree;
        tree.build(boxes);
        EXPECT_EQ(tree.node_count(), 3u);
        EXPECT_EQ(tree.packed(0).child_count, 2);
        image = saved(tree);
        first_leaf = first_box + 2 * box_size;
        indices = image.size() - 16 * sizeof(std::uint32_t);
    }

    bytes image;
    std::size_t first_leaf = 0;
    std::size_t indices = 0;
};

TEST_F(damaged_tree, is_refused_when_it_is_of_another_kind) {
    EXPECT_EQ(refusal(with(image, 0, std::uint32_t{2})),
              "byte 6: the tree has version 2, this program reads 1 to 1");
    EXPECT_EQ(refusal(with(image, 0, std::uint32_t{0})),
              "byte 6: the tree has version 0, this program reads 1 to 1");
    EXPECT_EQ(refusal<aabb3f>(image), "byte 6: the tree has 2 dimensions, expected 3");
    EXPECT_EQ(refusal<aabb2d>(image), "byte 6: the tree's coordinates are of kind 0, expected 1");
}

TEST_F(damaged_tree, is_refused_when_its_counts_cannot_be) {
    EXPECT_NE(refusal(with(image, 6, std::uint8_t{127})).find("127 elements of at least 20 bytes"),
              std::string::npos);
    EXPECT_EQ(refusal(with(image, 7, std::uint8_t{16})),
              "byte 8: the tree has 16 nodes for 16 elements, expected 1 to 15");
    EXPECT_EQ(refusal(with(image, 7, std::uint8_t{0})),
              "byte 8: the tree has 0 nodes for 16 elements, expected 1 to 15");
    EXPECT_EQ(refusal(with(image, root, std::uint8_t{9})), "byte 10: node 0 has 9 slots, expected 2 to 8");
    EXPECT_EQ(refusal(with(image, root, std::uint8_t{1})), "byte 10: node 0 has 1 slots, expected 2 to 8");
    EXPECT_EQ(refusal(with(image, root, std::uint8_t{3})),
              "byte 10: node 0 has more children or elements than are left of all");
    EXPECT_EQ(refusal(with(with(image, first_leaf, std::uint8_t{1}), first_leaf + 1, std::uint8_t{7})),
              "byte 44: node 1 has more children or elements than are left of all");
}

TEST_F(damaged_tree, is_refused_when_a_node_hangs_nowhere) {
    // The root keeps two elements instead of two children.
    bytes damaged = with(image, root, std::uint8_t{0});
    damaged = with(damaged, root + 1, std::uint8_t{2});
    EXPECT_EQ(refusal(damaged), "byte 44: node 1 is the child of no other");
}

TEST_F(damaged_tree, is_refused_when_a_box_is_wrong) {
    EXPECT_EQ(refusal(with(image, first_box, std::numeric_limits<float>::quiet_NaN())),
              "byte 26: box 0 of node 0 is inverted or has a NaN");
    EXPECT_EQ(refusal(with(image, first_box, 1e6f)), "byte 26: box 0 of node 0 is inverted or has a NaN");
    EXPECT_EQ(refusal(with(image, first_leaf + 2, -1.0f)),
              "byte 60: box 0 of node 1 reaches out of the box of the node");
}

TEST_F(damaged_tree, is_refused_when_an_element_is_missing) {
    EXPECT_EQ(refusal(with(image, indices, std::uint32_t{16})),
              "byte " + std::to_string(indices + 4) + ": element 0 has index 16, expected less than 16");
    const auto second = static_cast<std::uint32_t>(std::to_integer<unsigned>(image[indices + 4]));
    EXPECT_EQ(refusal(with(image, indices, second)),
              "byte " + std::to_string(indices + 8) + ": index " + std::to_string(second) + " comes twice");
    // The second leaf holds one less than there are.
    const std::size_t second_leaf = first_leaf + 2 + 8 * box_size;
    bytes damaged = with(image, second_leaf + 1, std::uint8_t{7});
    EXPECT_EQ(refusal(damaged), "byte " + std::to_string(second_leaf + 2 + 7 * box_size) +
                                    ": the nodes hold 15 elements of 16");
}

} // namespace
} // namespace orrery::spatial::test
