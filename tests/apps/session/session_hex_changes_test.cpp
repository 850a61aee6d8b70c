// Changing the past of a hex world.
#include "tests/apps/session/hex_fixture.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

class session_hex_changes : public hex_fixture {
protected:
    void SetUp() override {
        hex_fixture::SetUp();
        wait_for(page_, 100);
    }

    static constexpr std::string_view plank = R"({"kind":"blueprint","name":"plank","group":7})";
};

TEST_F(session_hex_changes, a_push_in_the_past_changes_the_battle_and_undo_brings_it_back) {
    const std::string at_push = hash_at(page_, 20);
    const std::string before = hash_at(page_, 150);
    // The turret weighs 5: it goes up with 4 cells a second, and misses.
    ask_well(page_, R"("do":"push","key":"1","frame":20,"impulse":[0,20,0])");
    EXPECT_EQ(hash_at(page_, 20), at_push);
    const std::string after = hash_at(page_, 150);
    EXPECT_NE(after, before);
    EXPECT_NEAR(motion(inspect("1", 21), "linearVelocity", 1), 4, 0.05);
    ask_well(page_, R"("do":"undo")");
    EXPECT_EQ(hash_at(page_, 150), before);
    ask_well(page_, R"("do":"redo")");
    EXPECT_EQ(hash_at(page_, 150), after);
}

TEST_F(session_hex_changes, a_push_beside_the_centre_also_turns) {
    // The plank on end weighs 6; upwards, a cell to the right of it: against the clock.
    const json::value before = inspect("3", 20);
    const std::string point =
        text("[", motion(before, "position", 0) + 1, ",", motion(before, "position", 1), ",0]");
    ask_well(page_, text(R"("do":"push","key":"3","frame":20,"impulse":[0,12,0],"point":)", point));
    const json::value after = inspect("3", 21);
    EXPECT_NEAR(motion(after, "linearVelocity", 1) - motion(before, "linearVelocity", 1), 2, 0.02);
    // Two tiles of mass 2 at a distance of 1, and three discs.
    double inertia = 0;
    for (const json::value& table : after.find("components")->items()) {
        for (const json::value& field : table.find("fields")->items()) {
            if (field.find("name")->string() == "inertia") {
                inertia = std::stod(field.find("value")->string());
            }
        }
    }
    EXPECT_NEAR(inertia, 4.8, 0.4);
    EXPECT_NEAR(motion(after, "angularVelocity", 2), 12 / inertia, 0.01);
}

TEST_F(session_hex_changes, a_push_by_a_velocity_is_an_impulse_of_the_mass_times_it) {
    const json::value plank_on_end = inspect("3", 20); // weighs 6
    const std::string point = text(R"(,"point":[)", motion(plank_on_end, "position", 0) + 1, ",",
                                   motion(plank_on_end, "position", 1), ",0]");
    for (const std::string& where : {std::string(), point}) {
        const std::string before = hash_at(page_, 100);
        ask_well(page_, text(R"("do":"push","key":"3","frame":20,"impulse":[-18,12,0])", where));
        const std::string by_impulse = hash_at(page_, 100);
        EXPECT_NE(by_impulse, before);
        ask_well(page_, R"("do":"undo")");
        ask_well(page_, text(R"("do":"push","key":"3","frame":20,"velocity":[-3,2,0])", where));
        EXPECT_EQ(hash_at(page_, 100), by_impulse);
        ask_well(page_, R"("do":"undo")");
    }
    expect_refusal(R"("do":"push","key":"1","frame":20,"velocity":[0,0.00001,0])", "too weak");
}

TEST_F(session_hex_changes, what_is_spawned_has_its_blueprint_group_and_velocity) {
    const json::value made = ask_well(page_, spawn(plank, "[-8,4,0]", "[0,5,0]"));
    const std::string key = made.find("key")->string();
    const json::value found = inspect(key, 40);
    EXPECT_TRUE(found.find("isThere")->boolean());
    EXPECT_EQ(found.find("born")->number(), 21);
    EXPECT_EQ(found.find("mass")->number(), 6);
    EXPECT_NEAR(motion(found, "linearVelocity", 1), 5, 0.02);
    EXPECT_NEAR(motion(found, "position", 1), 4 + 5 * 0.2, 0.06);
    EXPECT_NEAR(motion(found, "orientation", 2), 0.7071, 1e-3); // it looks up
    drawn_census seen;
    apply_census(census(page_, census_at(page_, 40)), seen);
    ASSERT_TRUE(seen.contains(std::stoull(key)));
    EXPECT_NE(seen[std::stoull(key)].find("group:7"), std::string::npos);
    ask_well(page_, R"("do":"undo")");
    EXPECT_NE(ask_badly(page_, text(R"("do":"inspect","frame":40,"key":")", key, "\"")).find(key),
              std::string::npos);
}

TEST_F(session_hex_changes, what_is_deleted_is_gone_from_the_next_frame_on) {
    ask_well(page_, R"("do":"delete","key":"1","frame":30)");
    EXPECT_TRUE(inspect("1", 30).find("isThere")->boolean());
    const json::value after = inspect("1", 31);
    EXPECT_FALSE(after.find("isThere")->boolean());
    EXPECT_EQ(after.find("died")->number(), 31);
}

TEST_F(session_hex_changes, comparing_names_the_first_difference) {
    ask_well(page_, R"("do":"push","key":"3","frame":20,"impulse":[60,0,0])");
    wait_for(page_, 100);
    const json::value found = ask_well(page_, text(R"("do":"compare","branch":)", ghost()));
    EXPECT_EQ(found.find("frame")->number(), 21);
    EXPECT_EQ(found.find("key")->string(), "3");
    EXPECT_NE(found.find("what")->string().find("position.a of askew is "), std::string::npos)
        << found.find("what")->string();
}

TEST_F(session_hex_changes, what_is_not_possible_is_refused_and_changes_nothing) {
    const std::string before = hash_at(page_, 100);
    expect_refusal(R"("do":"material","key":"1","frame":20,"friction":0.5,"restitution":0.5)", "turret");
    expect_refusal(R"("do":"push","key":"99","frame":20,"impulse":[0,1,0])", "99");
    expect_refusal(R"("do":"push","key":"1","frame":20,"impulse":[0,0.00001,0])", "too weak");
    expect_refusal(spawn(R"({"kind":"sphere","radius":1})", "[0,0,0]", "[0,0,0]"), "sphere");
    expect_refusal(spawn(R"({"kind":"blueprint","name":"whale","group":0})", "[0,0,0]", "[0,0,0]"), "whale");
    expect_refusal(spawn(plank, "[1e9,0,0]", "[0,0,0]"), "outside");
    expect_refusal(spawn(plank, "[0,-1e12,0]", "[0,0,0]"), "outside");
    expect_refusal(spawn(plank, "[0,0,0]", "[0,1e5,0]"), "too fast");
    EXPECT_EQ(hash_at(page_, 100), before);
    EXPECT_FALSE(standing(page_).find("canUndo")->boolean());
}

} // namespace
} // namespace orrery::studio
