#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/auto_broad_phase.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TEST_SUITE_P(auto_broad_phase, broad_phase_conformance,
                         for_boxes_of_all_types<auto_broad_phase>());

using structure = auto_broad_phase<aabb2f>::structure;

structure chosen_for(const std::vector<aabb2f>& boxes) {
    auto_broad_phase<aabb2f> automatic;
    automatic.build(boxes);
    return automatic.chosen();
}

TEST(auto_broad_phase, sweeps_few_boxes_and_those_in_a_row) {
    EXPECT_EQ(chosen_for({}), structure::sweep);
    EXPECT_EQ(chosen_for(make_boxes<aabb2f>(distribution::uniform, 50, 1)), structure::sweep);
    EXPECT_EQ(chosen_for(make_boxes<aabb2f>(distribution::in_a_line, 5000, 1)), structure::sweep);
}

TEST(auto_broad_phase, puts_all_others_into_grids) {
    for (const distribution kind : {distribution::uniform, distribution::clustered, distribution::spiral,
                                    distribution::mixed_by_12, distribution::mixed_by_1000}) {
        EXPECT_EQ(chosen_for(make_boxes<aabb2f>(kind, 5000, 1)), structure::grid_hierarchy);
    }
}

} // namespace
} // namespace orrery::spatial::test
