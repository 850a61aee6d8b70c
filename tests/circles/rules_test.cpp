#include "tests/circles/small_world.hpp"

#include <orrery/circles/rules.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

namespace {

std::string problem(const rules& what) {
    const status answer = what.check();
    return answer.is_ok() ? std::string() : answer.reason().message;
}

template <typename Change>
std::string problem_with(Change change) {
    rules made = crowd_rules();
    change(made);
    return problem(made);
}

} // namespace

TEST(circles_rules, are_sound_as_they_come) {
    EXPECT_EQ(problem({}), "");
    EXPECT_EQ(problem(crowd_rules()), "");
}

TEST(circles_rules, are_checked_with_one_sentence_that_names_the_place) {
    constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
    EXPECT_EQ(problem_with([](rules& all) { all.time_step = 2; }),
              "rules.time_step is 2, expected 1e-06 to 1");
    EXPECT_EQ(problem_with([](rules& all) { all.max_impacts = 0; }),
              "rules.max_impacts is 0, expected 1 to 1e+06");
    EXPECT_NE(problem_with([](rules& all) { all.time_step = no_number; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.gravity.y = no_number; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.damping = -1; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.spin_damping = -1; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.max_speed = no_number; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.skin = 0; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.rest_speed = -1; }), "");
    EXPECT_NE(problem_with([](rules& all) { all.contact_rounds = 1001; }), "");
    EXPECT_EQ(problem_with([](rules& all) { all.walls[1].surface.restitution = 3; }),
              "rules.walls[1].surface.restitution is 3, expected 0 to 1");
    EXPECT_EQ(problem_with([](rules& all) { all.blueprints[1].form.is_sensor = 3; }),
              "rules.blueprints[1].form.is_sensor is 3, expected 0 or 1");
}
