#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/billiards.hpp"
#include "scenes/builders/piles.hpp"
#include "scenes/builders/stirred.hpp"
#include "scenes/builders/walls.hpp"

#include <orrery/rigid/shapes/collide.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/world.hpp>

#include <gtest/gtest.h>

namespace orrery::scenes {
namespace {

rigid::shape_kind kind_of(form what) {
    switch (what) {
    case form::sphere:
        return rigid::shape_kind::sphere;
    case form::capsule:
        return rigid::shape_kind::capsule;
    case form::cylinder:
        return rigid::shape_kind::cylinder;
    case form::box:
        return rigid::shape_kind::box;
    case form::hull:
        break;
    }
    return rigid::shape_kind::hull;
}

// How deep the two of all bodies and boxes that overlap most do.
scalar largest_overlap(const scene& what) {
    std::vector<rigid::convex_hull> hulls;
    for (const auto& points : what.hulls) {
        hulls.push_back(rigid::convex_hull::from_points(points).value());
    }
    std::vector<rigid::placed_shape> placed;
    for (const body& each : what.bodies) {
        placed.push_back({.kind = kind_of(each.what),
                          .size = each.size,
                          .hull = each.what == form::hull ? &hulls[each.hull] : nullptr,
                          .position = each.position,
                          .rotation = to_matrix(each.orientation)});
    }
    const std::size_t moving = placed.size();
    for (const fixed_box& each : what.fixed_boxes) {
        placed.push_back({.kind = rigid::shape_kind::box,
                          .size = each.half_extents,
                          .hull = nullptr,
                          .position = each.center,
                          .rotation = matrix3::identity()});
    }
    scalar largest = 0;
    for (std::size_t a = 0; a < moving; ++a) {
        for (std::size_t b = a + 1; b < placed.size(); ++b) {
            rigid::collide_cache nothing_known;
            rigid::manifold found;
            rigid::collide(placed[a], placed[b], 0, nothing_known, found);
            for (std::uint32_t i = 0; i < found.count; ++i) {
                largest = max(largest, -found.points[i].separation);
            }
        }
    }
    return largest;
}

TEST(scenes, have_the_sizes_that_benchmarks_speak_of) {
    EXPECT_EQ(pile_of_spheres().bodies.size(), 4096u);
    EXPECT_EQ(pile_of_boxes().bodies.size(), 2048u);
    EXPECT_EQ(pile_of_hulls().bodies.size(), 1000u);
    EXPECT_EQ(pyramids().bodies.size(), 3720u);
    EXPECT_EQ(separate_piles().bodies.size(), 10'000u);
    EXPECT_EQ(stirred().bodies.size(), 1002u);
}

TEST(scenes, begin_without_overlap) {
    constexpr scalar rounding = scalar(1e-5);
    EXPECT_LT(largest_overlap(pile_of_spheres({3, 3})), rounding);
    EXPECT_LT(largest_overlap(pile_of_hulls({3, 3})), rounding);
    EXPECT_LT(largest_overlap(pyramids(2, 4)), rounding);
    EXPECT_LT(largest_overlap(stack(5)), rounding);
    EXPECT_LT(largest_overlap(house_of_cards(4)), rounding);
    EXPECT_LT(largest_overlap(row_of_balls(8, 1)), rounding);
    EXPECT_LT(largest_overlap(racked_balls(5, 1)), rounding);
}

TEST(scenes, cubes_of_a_pile_may_begin_with_a_corner_in_another) {
    EXPECT_LT(largest_overlap(pile_of_boxes({3, 3})), scalar(0.15));
    EXPECT_LT(largest_overlap(pile_of_everything({4, 4})), scalar(0.15));
    EXPECT_LT(largest_overlap(separate_piles(2, 2)), scalar(0.15));
}

TEST(scenes, hulls_lie_around_their_centre_of_mass) {
    for (const auto& points : pile_of_hulls({1, 1}).hulls) {
        const vector3 center = rigid::convex_hull::from_points(points).value().center_of_mass();
        EXPECT_LT(length(center), scalar(1e-6));
    }
}

TEST(scenes, what_is_stirred_does_not_rest_and_stays_in_its_box) {
    engine machine({.thread_count = 1});
    rigid::world world(machine);
    const std::vector<entity> bodies = add_to_world(stirred(), world);
    for (int frame = 0; frame < 150; ++frame) {
        world.step();
    }
    EXPECT_EQ(world.registry().count<rigid::asleep>(), 0u);
    for (const entity each : bodies) {
        const vector3 where = world.registry().get<const rigid::position>(each).value;
        ASSERT_LT(max(abs(where.x), abs(where.z)), 8);
        ASSERT_GT(where.y, 0);
    }
}

TEST(scenes, differ_by_their_seeds) {
    EXPECT_EQ(pile_of_boxes({2, 2}, 1).bodies[3].position, pile_of_boxes({2, 2}, 1).bodies[3].position);
    EXPECT_NE(pile_of_boxes({2, 2}, 1).bodies[3].position, pile_of_boxes({2, 2}, 2).bodies[3].position);
}

} // namespace
} // namespace orrery::scenes
