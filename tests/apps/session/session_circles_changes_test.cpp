// Changing the past of a world of circles.
#include "tests/apps/session/circles_fixture.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

class session_circles_changes : public circles_fixture {
protected:
    void SetUp() override {
        circles_fixture::SetUp();
        wait_for(page_, 100);
    }

    static constexpr std::string_view boulder = R"({"kind":"blueprint","name":"boulder","group":0})";
    static constexpr double pi = 3.14159265358979;
};

TEST_F(session_circles_changes, a_push_in_the_past_changes_what_is_met_and_undo_brings_it_back) {
    const std::string at_push = hash_at(page_, 20);
    const std::string before = hash_at(page_, 200);
    // The ball weighs pi: it goes to the right with 4 units a second, and the rider misses it.
    ask_well(page_, text(R"("do":"push","key":"1","frame":20,"impulse":[)", 4 * pi, ",0,0]"));
    EXPECT_EQ(hash_at(page_, 20), at_push);
    const std::string after = hash_at(page_, 200);
    EXPECT_NE(after, before);
    EXPECT_NEAR(motion(inspect("1", 21), "linearVelocity", 0), 4, 1e-4);
    EXPECT_NEAR(motion(inspect("1", 21), "angularVelocity", 2), 0, 1e-6);
    EXPECT_NEAR(motion(inspect("3", 200), "position", 1), 0.5, 0.02); // on the ground
    ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(hash_at(page_, 200), before);
    ask_well(page_, R"("do":"redo")");
    EXPECT_EQ(hash_at(page_, 200), after);
}

TEST_F(session_circles_changes, a_push_beside_the_middle_also_turns) {
    const json::value before = inspect("4", 20);
    const std::string point =
        text("[", motion(before, "position", 0) + 0.5, ",", motion(before, "position", 1), ",0]");
    ask_well(page_, text(R"("do":"push","key":"4","frame":20,"impulse":[0,)", pi, R"(,0],"point":)", point));
    const json::value after = inspect("4", 21);
    EXPECT_NEAR(motion(after, "linearVelocity", 1) - motion(before, "linearVelocity", 1), 1 - 10.0 / 60,
                1e-3);
    // Half a unit times pi, of an inertia of pi / 2.
    EXPECT_NEAR(motion(after, "angularVelocity", 2) - motion(before, "angularVelocity", 2), 1, 1e-3);
}

TEST_F(session_circles_changes, a_push_by_a_velocity_is_an_impulse_of_the_mass_times_it) {
    const json::value before = inspect("4", 20); // weighs pi
    const std::string point =
        text(R"(,"point":[)", motion(before, "position", 0) + 0.5, ",", motion(before, "position", 1), ",0]");
    ask_well(page_,
             text(R"("do":"push","key":"4","frame":20,"impulse":[)", 3 * pi, ",", 2 * pi, ",0]", point));
    const json::value by_impulse = inspect("4", 21);
    ask_well(page_, R"("do":"undo")");
    ask_well(page_, text(R"("do":"push","key":"4","frame":20,"velocity":[3,2,0])", point));
    const json::value by_velocity = inspect("4", 21);
    for (const std::size_t axis : {0U, 1U, 2U}) {
        for (const std::string_view what : {"linearVelocity", "angularVelocity"}) {
            EXPECT_NEAR(motion(by_velocity, what, axis), motion(by_impulse, what, axis), 1e-4);
        }
    }
    EXPECT_NEAR(motion(by_velocity, "linearVelocity", 0) - motion(before, "linearVelocity", 0), 3, 1e-4);
    EXPECT_NEAR(motion(by_velocity, "angularVelocity", 2) - motion(before, "angularVelocity", 2), 2, 1e-3);
    expect_refusal(R"("do":"push","key":"1","frame":20,"velocity":[0,1e12,0])", "too strong for ball");
}

TEST_F(session_circles_changes, what_is_spawned_is_like_its_blueprint_and_has_its_velocity) {
    const json::value made = ask_well(page_, spawn(boulder, "[30,4,0]", "[3,5,0]"));
    const std::string key = made.find("key")->string();
    const json::value found = inspect(key, 32);
    EXPECT_TRUE(found.find("isThere")->boolean());
    EXPECT_EQ(found.find("born")->number(), 21);
    EXPECT_EQ(found.find("mass")->number(), 50);
    EXPECT_NEAR(motion(found, "linearVelocity", 0), 3, 1e-4);
    EXPECT_NEAR(motion(found, "linearVelocity", 1), 5 - 10 * 12.0 / 60, 1e-3);
    EXPECT_NEAR(motion(found, "position", 0), 30 + 3 * 12.0 / 60, 1e-3);
    drawn_census seen;
    apply_census(census(page_, census_at(page_, 40)), seen);
    ASSERT_TRUE(seen.contains(std::stoull(key)));
    EXPECT_NE(seen[std::stoull(key)].find("radius:2"), std::string::npos);
    EXPECT_NE(seen[std::stoull(key)].find("#aa5500"), std::string::npos);
    ask_well(page_, R"("do":"undo")");
    expect_refusal(text(R"("do":"inspect","frame":40,"key":")", key, "\""), key);
}

TEST_F(session_circles_changes, what_is_deleted_is_gone_from_the_next_frame_on) {
    ask_well(page_, R"("do":"delete","key":"1","frame":30)");
    EXPECT_TRUE(inspect("1", 30).find("isThere")->boolean());
    const json::value after = inspect("1", 31);
    EXPECT_FALSE(after.find("isThere")->boolean());
    EXPECT_EQ(after.find("died")->number(), 31);
    EXPECT_NEAR(motion(inspect("3", 240), "position", 1), 0.5, 0.02); // nothing is under the rider any more
}

TEST_F(session_circles_changes, comparing_names_the_first_difference) {
    ask_well(page_, R"("do":"push","key":"4","frame":20,"impulse":[60,0,0])");
    wait_for(page_, 100);
    const json::value found = ask_well(page_, text(R"("do":"compare","branch":)", ghost()));
    EXPECT_EQ(found.find("frame")->number(), 21);
    EXPECT_EQ(found.find("key")->string(), "4");
    EXPECT_NE(found.find("what")->string().find("position.x of far ball is "), std::string::npos)
        << found.find("what")->string();
}

TEST_F(session_circles_changes, what_is_not_possible_is_refused_and_changes_nothing) {
    const std::string before = hash_at(page_, 100);
    expect_refusal(R"("do":"material","key":"1","frame":20,"friction":0.5,"restitution":0.5)", "ball has no");
    expect_refusal(R"("do":"push","key":"99","frame":20,"impulse":[0,1,0])", "99");
    expect_refusal(R"("do":"push","key":"1","frame":20,"impulse":[0,1e12,0])", "too strong for ball");
    expect_refusal(spawn(R"({"kind":"sphere","radius":1})", "[0,0,0]", "[0,0,0]"), "sphere");
    expect_refusal(spawn(R"({"kind":"blueprint","name":"whale","group":0})", "[0,0,0]", "[0,0,0]"), "whale");
    expect_refusal(spawn(R"({"kind":"blueprint","name":"marble","group":7})", "[0,0,0]", "[0,0,0]"), "group");
    expect_refusal(spawn(boulder, "[1e12,0,0]", "[0,0,0]"), "position.x");
    expect_refusal(spawn(boulder, "[0,0,0]", "[0,1e12,0]"), "velocity.y");
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_FALSE(standing(page_).find("canUndo")->boolean());
}

TEST_F(session_circles_changes, nothing_is_spawned_in_a_world_without_blueprints) {
    open_flat(R"({"title": "Bare", "world": "circles", "circles": [{"radius": 1}]})");
    wait_for(page_, 30);
    expect_refusal(spawn(R"({"kind":"sphere","radius":1})", "[0,0,0]", "[0,0,0]"), "this one has none");
    expect_refusal(spawn(boulder, "[0,0,0]", "[0,0,0]"), "this one has none");
}

} // namespace
} // namespace orrery::studio
