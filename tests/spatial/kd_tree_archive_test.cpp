#include "tests/spatial/brute_force.hpp"
#include "tests/spatial/distributions.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/spatial/box_query.hpp>
#include <orrery/spatial/kd_tree_archive.hpp>
#include <orrery/spatial/nearest.hpp>
#include <orrery/spatial/pairs.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace orrery::spatial::test {
namespace {

using bytes = std::vector<std::byte>;

template <any_box Box>
bytes saved(const kd_tree<Box>& tree) {
    byte_writer out;
    save_tree(out, tree);
    return out.take();
}

template <any_box Box>
kd_tree<Box> tree_of(std::size_t count) {
    kd_tree<Box> tree;
    tree.build(make_boxes<Box>(distribution::clustered, count, count + 1));
    return tree;
}

// The sentence with which the bytes are refused, and proof that nothing has changed.
template <any_box Box = aabb2i>
std::string refusal(const bytes& damaged) {
    kd_tree<Box> tree = tree_of<Box>(20);
    const bytes before = saved(tree);
    byte_reader in(damaged);
    const status loaded = load_tree(in, tree);
    EXPECT_TRUE(loaded || saved(tree) == before);
    return loaded ? "taken" : loaded.reason().message;
}

template <typename T>
bytes with(bytes image, std::size_t offset, T value) {
    std::memcpy(image.data() + offset, &value, sizeof(T));
    return image;
}

template <typename Box>
class kd_tree_archive_of : public testing::Test {};

using all_boxes = testing::Types<aabb2f, aabb2d, aabb2i, aabb3f, aabb3d, aabb3i>;
TYPED_TEST_SUITE(kd_tree_archive_of, all_boxes);

TYPED_TEST(kd_tree_archive_of, loads_the_tree_that_was_saved) {
    for (const distribution kind : {distribution::uniform, distribution::identical, distribution::extreme,
                                    distribution::mixed_by_12, distribution::in_a_line}) {
        for (const std::size_t count : {0, 1, 2, 33, 100, 3000}) {
            const std::vector<TypeParam> boxes = make_boxes<TypeParam>(kind, count, count);
            kd_tree<TypeParam> tree;
            tree.build(boxes);
            const bytes image = saved(tree);
            byte_reader in(image);
            kd_tree<TypeParam> copy = tree_of<TypeParam>(50);
            const status loaded = load_tree(in, copy);
            ASSERT_TRUE(loaded) << loaded.reason().message;
            EXPECT_TRUE(in.finish().is_ok());
            EXPECT_EQ(saved(copy), image);
            EXPECT_TRUE(std::ranges::equal(copy.boxes(), tree.boxes()));
            EXPECT_TRUE(std::ranges::equal(copy.order(), tree.order()));
            EXPECT_EQ(as_vector(pairs(copy)), as_vector(pairs(tree)));
            EXPECT_EQ(copy.pair_tasks(), tree.pair_tasks());
            for (std::size_t number = 0; number < boxes.size(); number += 97) {
                EXPECT_EQ(intersecting(copy, boxes[number]), intersecting(tree, boxes[number]));
            }
        }
    }
}

TYPED_TEST(kd_tree_archive_of, refuses_every_shortened_image) {
    const bytes image = saved(tree_of<TypeParam>(70));
    for (std::size_t size = 0; size < image.size(); ++size) {
        EXPECT_NE(refusal<TypeParam>(bytes(image.begin(), image.begin() + static_cast<std::ptrdiff_t>(size))),
                  "taken")
            << size;
    }
}

TYPED_TEST(kd_tree_archive_of, takes_only_sound_trees_whatever_byte_is_changed) {
    const bytes image = saved(tree_of<TypeParam>(70));
    for (std::size_t place = 0; place < image.size(); ++place) {
        for (const unsigned change : {1u, 0x80u, 0xffu}) {
            const bytes damaged = with(image, place, image[place] ^ static_cast<std::byte>(change));
            byte_reader in(damaged);
            kd_tree<TypeParam> tree;
            if (!load_tree(in, tree)) {
                continue;
            }
            std::vector<TypeParam> boxes(tree.size());
            for (std::size_t at = 0; at < tree.size(); ++at) {
                ASSERT_TRUE(is_valid(tree.boxes()[at]));
                boxes[tree.order()[at]] = tree.boxes()[at];
            }
            ASSERT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const TypeParam>(boxes))) << place;
        }
    }
}

TEST(kd_tree_archive, gives_a_borrowed_array_back_and_owns_what_it_loads) {
    const std::vector<aabb3f> original = make_boxes<aabb3f>(distribution::uniform, 500, 1);
    std::vector<aabb3f> borrowed = original;
    kd_tree<aabb3f> tree;
    tree.build_in_place(borrowed);
    const bytes image = saved(tree);
    byte_reader in(image);
    ASSERT_TRUE(load_tree(in, tree));
    EXPECT_EQ(borrowed, original);
    borrowed.clear();
    EXPECT_EQ(sorted(as_vector(pairs(tree))), all_pairs(std::span<const aabb3f>(original)));
    const kd_tree<aabb3f> moved = std::move(tree);
    EXPECT_EQ(saved(moved), image);
}

TEST(kd_tree_archive, saves_a_tree_that_was_released_as_an_empty_one) {
    kd_tree<aabb2f> tree = tree_of<aabb2f>(300);
    tree.release();
    EXPECT_EQ(saved(tree), saved(kd_tree<aabb2f>()));
    const bytes image = saved(tree);
    byte_reader in(image);
    kd_tree<aabb2f> copy = tree_of<aabb2f>(9);
    ASSERT_TRUE(load_tree(in, copy));
    EXPECT_EQ(copy.size(), 0u);
    EXPECT_TRUE(pairs(copy).empty());
    EXPECT_TRUE(nearest(copy, {}, 3).empty());
}

TEST(kd_tree_archive, leaves_what_follows_to_be_read) {
    byte_writer out;
    save_tree(out, tree_of<aabb3f>(10));
    out.write(std::uint16_t{77});
    byte_reader in(out.bytes());
    kd_tree<aabb3f> tree;
    ASSERT_TRUE(load_tree(in, tree));
    EXPECT_EQ(in.read<std::uint16_t>(), 77);
    EXPECT_TRUE(in.finish().is_ok());
}

// The golden value is what this test prints when it fails: it changes only with the way trees are built.
TEST(kd_tree_archive, has_the_same_bytes_from_every_compiler) {
    xoshiro256 source(1);
    std::vector<aabb3f> boxes(5000);
    for (aabb3f& box : boxes) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = uniform_real<float>(source, -100, 100);
            box.max[axis] = box.min[axis] + uniform_real<float>(source, 0, 5);
        }
    }
    kd_tree<aabb3f> tree;
    tree.build(boxes);
    EXPECT_EQ(hash_bytes(saved(tree)), 5401816122500205022u);
}

// Two boxes in a leaf: header 6 bytes, count 1, splits 1, the leaf's count 1, then boxes of 16 and the order.
class damaged_kd_tree : public testing::Test {
protected:
    static constexpr std::size_t count = 6;
    static constexpr std::size_t splits = 7;
    static constexpr std::size_t first_node = 8;
    static constexpr std::size_t first_box = 9;
    static constexpr std::size_t first_index = first_box + 2 * sizeof(aabb2i);

    damaged_kd_tree() {
        kd_tree<aabb2i> tree;
        tree.build(std::vector<aabb2i>{{{1, 2}, {3, 4}}, {{-1, 0}, {0, 0}}});
        image = saved(tree);
    }

    // A root with one split along x: an element in each child and two of its own.
    static bytes divided(std::vector<aabb2i> boxes) {
        byte_writer out;
        out.write_bytes(bytes{std::byte{1}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{2},
                              std::byte{2}, std::byte{4}, std::byte{1}, std::byte{1}, std::byte{2},
                              std::byte{1}});
        for (const aabb2i& box : boxes) {
            out.values(box.min.x, box.min.y, box.max.x, box.max.y);
        }
        out.values(3u, 1u, 0u, 2u);
        return out.take();
    }

    bytes image;
};

TEST_F(damaged_kd_tree, has_bytes_that_do_not_change_from_version_to_version) {
    const std::vector<unsigned> expected{
        1,   0,   0,   0,   2, 2, 2, 0, 2,                      // header, counts, the only leaf
        1,   0,   0,   0,   2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, // the first box
        255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // the second
        0,   0,   0,   0,   1, 0, 0, 0,                         // their indices
    };
    std::vector<unsigned> actual;
    for (const std::byte each : image) {
        actual.push_back(std::to_integer<unsigned>(each));
    }
    EXPECT_EQ(actual, expected);
}

TEST_F(damaged_kd_tree, is_refused_when_it_is_of_another_kind) {
    EXPECT_EQ(refusal(with(image, 0, std::uint32_t{2})),
              "byte 6: the tree has version 2, this program reads 1 to 1");
    EXPECT_EQ(refusal<aabb3i>(image), "byte 6: the tree has 2 dimensions, expected 3");
    EXPECT_EQ(refusal<aabb2f>(image), "byte 6: the tree's coordinates are of kind 2, expected 0");
}

TEST_F(damaged_kd_tree, is_refused_when_its_counts_cannot_be) {
    EXPECT_NE(refusal(with(image, count, std::uint8_t{127})).find("127 elements of at least 20 bytes"),
              std::string::npos);
    EXPECT_EQ(refusal(with(image, splits, std::uint8_t{31})),
              "byte 8: the tree has 31 splits, expected 0 to 30");
    EXPECT_EQ(refusal(with(image, splits, std::uint8_t{30})),
              "byte 8: a tree with 30 splits has 2147483647 nodes, which do not fit into 41 bytes");
    EXPECT_EQ(refusal(with(image, first_node, std::uint8_t{3})),
              "byte 9: node 0 has 3 elements, of which 2 are left");
    EXPECT_EQ(refusal(with(image, first_node, std::uint8_t{1})), "byte 9: the nodes hold 1 elements of 2");
    const bytes empty = with(saved(kd_tree<aabb2i>()), splits, std::uint8_t{1});
    EXPECT_EQ(refusal(empty), "byte 8: the tree has 1 splits, expected 0 to 0");
}

TEST_F(damaged_kd_tree, is_refused_when_a_box_or_an_index_is_wrong) {
    EXPECT_EQ(refusal(with(image, first_box, std::int32_t{4})), "byte 25: box 0 is inverted or has a NaN");
    kd_tree<aabb2f> real;
    real.build(std::vector<aabb2f>{{{1, 2}, {3, 4}}});
    EXPECT_EQ(refusal<aabb2f>(with(saved(real), first_box, std::numeric_limits<float>::quiet_NaN())),
              "byte 25: box 0 is inverted or has a NaN");
    EXPECT_EQ(refusal(with(image, first_index, std::uint32_t{2})),
              "byte 45: element 0 has index 2, expected less than 2");
    EXPECT_EQ(refusal(with(image, first_index, std::uint32_t{1})), "byte 49: index 1 comes twice");
}

TEST_F(damaged_kd_tree, is_refused_when_its_division_would_hide_pairs) {
    const aabb2i left{{0, 0}, {1, 1}};
    const aabb2i low{{1, 0}, {3, 1}};
    const aabb2i high{{1, 5}, {3, 6}};
    const aabb2i right{{3, 0}, {4, 1}};
    EXPECT_EQ(refusal(divided({left, low, high, right})), "taken");
    EXPECT_EQ(refusal(divided({left, high, low, right})),
              "byte 91: box 2 of node 1 is not in order along axis 1");
    EXPECT_EQ(refusal(divided({{{0, 0}, {3, 1}}, low, high, right})),
              "byte 91: the children of node 1 meet along axis 0");
}

} // namespace
} // namespace orrery::spatial::test
