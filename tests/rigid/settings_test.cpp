#include <orrery/rigid/settings.hpp>

#include <gtest/gtest.h>

#include <limits>

using namespace orrery;
using namespace orrery::rigid;

TEST(world_settings, are_right_as_they_come) {
    EXPECT_TRUE(world_settings{}.check().is_ok());
}

TEST(world_settings, that_are_not_possible_are_refused_with_their_name_and_value) {
    const auto message = [](const world_settings& wrong) {
        const status answer = wrong.check();
        return answer.is_ok() ? std::string() : answer.reason().message;
    };
    EXPECT_EQ(message({.time_step = 0}), "the setting 'time_step' is 0, but it must be finite and above 0");
    EXPECT_EQ(message({.substeps = 0}), "the setting 'substeps' is 0, but it must be 1 to 64");
    EXPECT_EQ(message({.push_speed = -1}),
              "the setting 'push_speed' is -1, but it must be finite and not negative");
    EXPECT_EQ(message({.gravity = {0, std::numeric_limits<scalar>::infinity(), 0}}),
              "the setting 'gravity' must be finite");
    EXPECT_EQ(message({.field_softening = 0}),
              "the setting 'field_softening' is 0, but it must be finite and at least 0.001");
    EXPECT_EQ(message({.field_opening = 2}), "the setting 'field_opening' is 2, but it must be 0 to 1");
    EXPECT_NE(message({.contact_frequency = std::numeric_limits<scalar>::quiet_NaN()}), "");
}
