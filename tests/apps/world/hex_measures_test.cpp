// What is measured of objects of a hex world.
#include "apps/world/hex/hex_measures.hpp"

#include <orrery/hex/cell.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery::apps {
namespace {

TEST(hex_measures, speed_and_energy_are_in_cells_and_seconds_whatever_the_direction) {
    hex::rules rules;
    rules.ticks_per_second = 50;
    rules.object_types.resize(1);
    rules.object_types[0].mass = 6;
    const hex::object_form stone{};
    const auto quarters =
        static_cast<std::int16_t>(hex::cell_pitch / 10); // 1.25 cells a second, or a little less
    const double expected = quarters * 50 / (4.0 * hex::cell_pitch);
    // Along A, along B, and along both, which is the third axis of the hexagon.
    for (const auto& [a, b] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(-1, -1)}) {
        hex::recorded_motion how{};
        how.a.velocity = static_cast<std::int16_t>(a * quarters);
        how.b.velocity = static_cast<std::int16_t>(b * quarters);
        EXPECT_NEAR(speed_of(how, rules), expected, 1e-12) << a << ", " << b;
        EXPECT_NEAR(kinetic_energy(stone, how, rules), 3 * expected * expected, 1e-12);
    }
}

TEST(hex_measures, height_is_up) {
    hex::recorded_motion where{};
    where.position = {0, 10 * hex::cell_pitch};
    EXPECT_NEAR(height_of(where), -10 * std::sqrt(0.75), 1e-9);
}

TEST(hex_measures, an_empty_frame_has_no_energy_no_speed_and_no_centre_of_mass) {
    const hex_view nothing;
    EXPECT_EQ(energy_of_all(nothing, {}), 0);
    EXPECT_EQ(highest_speed(nothing, {}), 0);
    EXPECT_EQ(height_of_all(nothing, {}), std::nullopt);
}

} // namespace
} // namespace orrery::apps
