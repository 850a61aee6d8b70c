// Names of the layers must not collide for a program that uses several of them without qualification.
#include <orrery/math/aabb.hpp>
#include <orrery/spatial/auto_broad_phase.hpp>
#include <orrery/spatial/kd_tree.hpp>
#include <orrery/spatial/pairs.hpp>
#include <orrery/spatial/sweep.hpp>

#include <gtest/gtest.h>

#include <vector>

using namespace orrery;
using namespace orrery::spatial;

TEST(names, of_math_and_spatial_do_not_collide) {
    sweep<aabb2f> phase;
    phase.build(std::vector<aabb2f>{{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}});
    EXPECT_EQ(pairs(phase).size(), 0u);
    EXPECT_EQ(swept_box(aabb2f{{0, 0}, {1, 1}}, {2, 0}), (aabb2f{{0, 0}, {3, 1}}));
}
