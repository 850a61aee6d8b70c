// The plane of a hex world as people count it.
#include "apps/world/hex/hex_screen.hpp"

#include <gtest/gtest.h>

namespace orrery::apps::hex_screen {
namespace {

TEST(hex_screen, neighbours_are_a_cell_apart) {
    for (const hex_vector step : {hex_vector{hex::cell_pitch, 0}, hex_vector{0, hex::cell_pitch},
                                  hex_vector{hex::cell_pitch, hex::cell_pitch}}) {
        const point cells = to_cells(step);
        EXPECT_NEAR(cells.x * cells.x + cells.y * cells.y, 1, 1e-12);
    }
}

TEST(hex_screen, cells_count_downwards_and_views_upwards) {
    const hex_vector along_b{0, 2 * hex::cell_pitch};
    EXPECT_NEAR(to_cells(along_b).y, 2 * half_root_three, 1e-12);
    EXPECT_NEAR(to_view(along_b).y, -2 * half_root_three, 1e-12);
    EXPECT_EQ(to_cells(along_b).x, to_view(along_b).x);
}

TEST(hex_screen, a_view_leads_back_to_the_same_units) {
    for (const hex_vector units : {hex_vector{12345, -6789}, hex_vector{-1, 1}, hex_vector{0, 700000}}) {
        EXPECT_EQ(from_view(to_view(units)), units);
    }
}

TEST(hex_screen, velocities_are_cells_a_second_and_spins_radians_a_second) {
    hex::rules rules;
    rules.ticks_per_second = 50;
    hex::recorded_motion motion;
    motion.a.velocity = 400; // quarters of a unit a tick
    motion.turn.velocity = 4;
    EXPECT_NEAR(velocity_in_cells(motion, rules).x, 100.0 * 50 / hex::cell_pitch, 1e-9);
    EXPECT_EQ(velocity_of(motion, rules).x, velocity_in_cells(motion, rules).x);
    EXPECT_NEAR(spin_of(motion, rules), -50 * radians_per_step, 1e-12)
        << "clockwise is negative where y points up";
}

} // namespace
} // namespace orrery::apps::hex_screen
