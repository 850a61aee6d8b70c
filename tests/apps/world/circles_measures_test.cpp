// What is measured of circles, and what their walls are called.
#include "apps/world/circles/circles_measures.hpp"

#include <gtest/gtest.h>

namespace orrery::apps {
namespace {

TEST(circles_measures, a_wall_without_a_name_is_called_by_its_place_in_the_list) {
    circles::rules rules;
    rules.walls.resize(3);
    rules.walls[1].name = "flipper";
    EXPECT_EQ(name_of_wall(0, rules), "wall 0");
    EXPECT_EQ(name_of_wall(1, rules), "flipper");
    EXPECT_EQ(name_of_wall(2, rules), "wall 2");
    EXPECT_EQ(name_of_wall(9, rules), "wall 9");
}

TEST(circles_measures, energy_is_that_of_motion_rotation_and_height) {
    circles::rules rules;
    rules.gravity = {0, -10};
    circles::form what;
    what.radius = 2;
    const double mass = circles::mass_of(what);
    circles::motion how;
    how.position = {3, 4};
    EXPECT_NEAR(potential_energy(what, how, rules), mass * 40, 1e-4);
    EXPECT_EQ(kinetic_energy(what, how), 0);
    how.velocity = {3, 4};
    EXPECT_EQ(speed_of(how), 5);
    EXPECT_NEAR(kinetic_energy(what, how), mass * 12.5, 1e-4);
    how.spin = 2;
    EXPECT_NEAR(kinetic_energy(what, how), mass * 12.5 + circles::inertia_of(what) * 2, 1e-3);
}

TEST(circles_measures, an_empty_frame_has_no_energy_no_speed_and_no_centre_of_mass) {
    const circles_view nothing;
    EXPECT_EQ(energy_of_all(nothing, {}), 0);
    EXPECT_EQ(highest_speed(nothing), 0);
    EXPECT_EQ(height_of_all(nothing), std::nullopt);
}

} // namespace
} // namespace orrery::apps
