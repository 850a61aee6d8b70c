#include "tests/core/allocation_count.hpp"
#include "tests/spatial/conformance.hpp"
#include "tests/spatial/moving_boxes.hpp"

#include <orrery/spatial/sweep.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(sweep, broad_phase_conformance, for_boxes_of_all_types<sweep>());

template <typename Structure>
class sweep_of : public testing::Test {};

using all_sweeps = for_all_boxes<sweep>;
TYPED_TEST_SUITE(sweep_of, all_sweeps);

TYPED_TEST(sweep_of, gives_after_many_frames_what_a_fresh_one_gives) {
    using box = box_of<TypeParam>;
    for (int axis = 0; axis < box::dimension; ++axis) {
        xoshiro256 source(7);
        std::vector<box> boxes = make_boxes<box>(distribution::mixed_by_12, 500, 3);
        TypeParam kept({.axis = axis});
        // Few move, some jump, all are somewhere else: sorted by insertion, or from scratch.
        for (const std::size_t moving : {500, 0, 20, 20, 500, 20}) {
            move_boxes(std::span(boxes).first(moving), 8, 5, source);
            kept.build(boxes);
            TypeParam fresh({.axis = axis});
            fresh.build(boxes);
            EXPECT_EQ(as_vector(pairs(kept)), as_vector(pairs(fresh)));
            EXPECT_EQ(sorted(as_vector(pairs(kept))), all_pairs(std::span<const box>(boxes)));
            EXPECT_EQ(intersecting(kept, boxes[0]), intersecting(fresh, boxes[0]));
        }
    }
}

TYPED_TEST(sweep_of, gives_the_same_order_at_every_simd_width) {
    expect_the_same_order_at_every_simd_width<TypeParam>();
}

TEST(sweep, looks_at_pairs_backwards_along_the_order_of_upper_bounds) {
    const std::vector<aabb2i> boxes{{{0, 0}, {9, 1}}, {{4, 0}, {5, 1}}, {{1, 0}, {4, 1}}, {{5, 0}, {9, 1}}};
    sweep<aabb2i> structure({.axis = 0});
    structure.build(boxes);
    // By upper bound, then by index: 2, 1, 0, 3.
    EXPECT_EQ(as_vector(pairs(structure)), (std::vector<index_pair>{{1, 2}, {0, 1}, {0, 2}, {0, 3}, {1, 3}}));
}

TEST(sweep, counts_a_comparison_for_all_that_overlap_along_its_axis) {
    // A column: along the axis, everything overlaps with everything.
    std::vector<aabb2i> boxes;
    for (std::int32_t place = 0; place < 1000; ++place) {
        boxes.push_back({{0, 10 * place}, {1, 10 * place + 1}});
    }
    const auto tests_along = [&](int axis) {
        sweep<aabb2i> structure({.axis = axis});
        structure.build(boxes);
        pair_list found;
        find_pairs(structure, found);
        EXPECT_TRUE(found.empty());
        return found.tests();
    };
    EXPECT_GE(tests_along(0), 1000u * 999 / 2);
    EXPECT_LE(tests_along(1), 1000u * 16);
}

TEST(sweep, does_not_tell_minus_zero_from_zero) {
    std::vector<aabb2f> boxes(20, aabb2f{{-1, 0}, {0.0F, 1}});
    sweep<aabb2f> structure({.axis = 0});
    structure.build(boxes);
    const std::vector<index_pair> expected = as_vector(pairs(structure));
    for (std::size_t index = 1; index < boxes.size(); index += 2) {
        boxes[index].max.x = -0.0F;
    }
    structure.build(boxes);
    EXPECT_EQ(as_vector(pairs(structure)), expected);
}

TEST(sweep, sorts_along_the_axis_on_which_boxes_overlap_least) {
    for (int best = 0; best < 3; ++best) {
        std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::uniform, 300, 1);
        for (aabb3f& box : boxes) {
            for (int axis = 0; axis < 3; ++axis) {
                box.max[axis] = box.min[axis] + (axis == best ? 1.0F : 500.0F);
            }
        }
        sweep<aabb3f> structure;
        structure.build(boxes);
        EXPECT_EQ(structure.axis(), best);
    }
}

TEST(sweep, takes_the_axis_along_which_points_are_spread) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::points, 300, 1);
    for (aabb2f& box : boxes) {
        box.min.x = box.max.x = box.min.x * 0.001F;
    }
    sweep<aabb2f> structure;
    structure.build(boxes);
    EXPECT_EQ(structure.axis(), 1);
}

TEST(sweep, changes_its_axis_only_for_one_that_is_clearly_better) {
    std::vector<aabb2f> boxes = make_boxes<aabb2f>(distribution::uniform, 300, 1);
    const auto squeeze = [](std::vector<aabb2f> all, float x, float y) {
        for (aabb2f& box : all) {
            const vector2f middle = center(box);
            box = aabb2f::from_center({middle.x * x, middle.y * y}, {5, 5});
        }
        return all;
    };
    sweep<aabb2f> structure;
    structure.build(squeeze(boxes, 0.5F, 1));
    EXPECT_EQ(structure.axis(), 1);
    structure.build(squeeze(boxes, 1, 0.95F));
    EXPECT_EQ(structure.axis(), 1);
    structure.build(squeeze(boxes, 1, 0.5F));
    EXPECT_EQ(structure.axis(), 0);
    structure.build(squeeze(boxes, 0.95F, 1));
    EXPECT_EQ(structure.axis(), 0);
}

TEST(sweep, takes_no_memory_for_as_many_boxes_as_before) {
    std::vector<aabb3f> boxes = make_boxes<aabb3f>(distribution::uniform, 2000, 1);
    xoshiro256 source(2);
    sweep<aabb3f> structure;
    structure.build(boxes);
    pair_list found;
    find_pairs(structure, found);
    for (const std::uint64_t jump_every : {0, 1}) {
        move_boxes(std::span(boxes), 1, jump_every, source);
        EXPECT_EQ(orrery::test::allocations_during([&] { structure.build(boxes); }), 0u);
    }
}

} // namespace
} // namespace orrery::spatial::test

// A program that uses the names of both layers without qualification.
namespace program {
namespace {

using namespace orrery;
using namespace orrery::spatial;

TEST(sweep, has_a_name_that_math_does_not_use) {
    sweep<aabb2f> structure;
    structure.build(std::vector<aabb2f>{{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}});
    EXPECT_TRUE(pairs(structure).empty());
    EXPECT_EQ(swept_box(aabb2f{{0, 0}, {1, 1}}, {2, 0}), (aabb2f{{0, 0}, {3, 1}}));
}

} // namespace
} // namespace program
