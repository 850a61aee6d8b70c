// Questions about one body, numbers over time, and what happened when.
#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::studio {
namespace {

class session_questions : public session_fixture {
protected:
    void SetUp() override {
        open();
        page_ = session_.join();
        wait_for(page_, 120);
    }

    client_id page_ = client_id::none;
};

[[nodiscard]] double sum(const json::value& numbers) {
    double total = 0;
    for (const json::value& each : numbers.items()) {
        total += each.number();
    }
    return total;
}

TEST_F(session_questions, inspecting_tells_name_motion_mass_components_and_whom_it_touches) {
    const json::value falling = ask_well(page_, R"("do":"inspect","key":"2","frame":10)");
    EXPECT_EQ(falling.find("name")->string(), "ball");
    EXPECT_TRUE(falling.find("isThere")->boolean());
    EXPECT_LT(falling.find("motion")->find("linearVelocity")->items()[1].number(), -1);
    EXPECT_NEAR(falling.find("mass")->number(), 1000 * 4.0 / 3 * 3.14159265 * 0.125, 0.1);
    EXPECT_TRUE(falling.find("touching")->items().empty());
    bool has_shape = false;
    for (const json::value& each : falling.find("components")->items()) {
        if (each.find("name")->string() == "shape") {
            has_shape = true;
            EXPECT_EQ(each.find("fields")->items()[1].find("name")->string(), "size.x");
            EXPECT_EQ(each.find("fields")->items()[1].find("value")->string(), "0.5");
            EXPECT_EQ(each.find("fields")->items()[1].find("about")->string(), "m");
        }
    }
    EXPECT_TRUE(has_shape);
    const json::value lying = ask_well(page_, R"("do":"inspect","key":"2","frame":100)");
    ASSERT_EQ(lying.find("touching")->items().size(), 1u);
    EXPECT_EQ(lying.find("touching")->items()[0].find("name")->string(), "floor");
}

TEST_F(session_questions, a_body_that_rests_is_said_to_sleep_in_frames_and_when_inspected) {
    const json::value lying = ask_well(page_, R"("do":"inspect","key":"2","frame":119)");
    EXPECT_TRUE(lying.find("isAsleep")->boolean());
    session_.receive(page_, R"({"do":"seen"})");
    ask_well(page_, R"("do":"show","frame":119)");
    const sent_frame& frame = outbox_.frames[page_].back();
    EXPECT_EQ(frame.bytes[40 + 4 * 28 + 1], std::byte{1});
    EXPECT_EQ(frame.bytes[40 + 4 * 28 + 0], std::byte{0});
}

TEST_F(session_questions, series_have_no_more_points_than_asked_for_and_tell_what_is_known) {
    const json::value found = ask_well(
        page_,
        R"("do":"series","key":"2","quantities":["height","speed","energy","impulse"],"from":0,"to":100,"points":11)");
    EXPECT_EQ(found.find("step")->number(), 10);
    const auto series = found.find("series")->items();
    ASSERT_EQ(series.size(), 4u);
    for (const json::value& each : series) {
        EXPECT_EQ(each.find("values")->items().size(), 11u);
    }
    EXPECT_EQ(series[0].find("values")->items()[0].number(), 2);
    EXPECT_NEAR(series[0].find("values")->items()[10].number(), 0.5, 0.01);
    EXPECT_NEAR(series[1].find("values")->items()[1].number(), 9.81 / 6, 0.05);
    // The energy of the fall stays the same until the floor takes it.
    EXPECT_NEAR(series[2].find("values")->items()[2].number(), series[2].find("values")->items()[0].number(),
                100);
    EXPECT_GT(sum(*series[3].find("values")), 500);
}

TEST_F(session_questions, series_beyond_the_head_end_there_and_of_what_is_not_there_are_null) {
    const double head = standing(page_).find("head")->number();
    const json::value beyond =
        ask_well(page_, text(R"("do":"series","key":"2","quantities":["height"],"from":0,"points":9,"to":)",
                             head + 40));
    const auto& values = *beyond.find("series")->items()[0].find("values");
    EXPECT_EQ(static_cast<double>(values.items().size()),
              std::floor(head / beyond.find("step")->number()) + 1);
    const json::value nobody =
        ask_well(page_, R"("do":"series","key":"777","quantities":["height"],"from":0,"to":8,"points":9)");
    for (const json::value& each : nobody.find("series")->items()[0].find("values")->items()) {
        EXPECT_TRUE(each.is(json::kind::null));
    }
}

TEST_F(session_questions, the_whole_world_has_series_too) {
    const json::value found =
        ask_well(page_, R"("do":"series","key":null,"quantities":["energy"],"from":0,"to":100,"points":5)");
    const auto values = found.find("series")->items()[0].find("values")->items();
    ASSERT_EQ(values.size(), 5u);
    EXPECT_GT(values[0].number(), values[4].number());
}

TEST_F(session_questions, contacts_can_be_counted_though_pages_do_not_plot_them_unasked) {
    const json::value found =
        ask_well(page_, R"("do":"series","key":"2","quantities":["contacts"],"from":0,"to":100,"points":11)");
    const auto values = found.find("series")->items()[0].find("values")->items();
    EXPECT_EQ(values[0].number(), 0) << "it falls";
    EXPECT_EQ(values[10].number(), 1) << "it lies on the floor";
    const json::value& welcome = outbox_.texts[page_].front();
    ASSERT_EQ(welcome.find("tell")->string(), "welcome");
    for (const json::value& each : welcome.find("quantities")->items()) {
        EXPECT_NE(each.find("name")->string(), "contacts");
    }
}

TEST_F(session_questions, a_path_has_points_collisions_and_whom_it_passes) {
    const json::value found = ask_well(page_, R"("do":"path","key":"3","from":0,"to":120,"points":61)");
    EXPECT_EQ(found.find("step")->number(), 2);
    EXPECT_EQ(found.find("points")->items().size(), 3 * 61u);
    ASSERT_FALSE(found.find("collisions")->items().empty());
    const json::value& hit = found.find("collisions")->items()[0];
    EXPECT_EQ(hit.find("name")->string(), "floor");
    EXPECT_NEAR(hit.find("at")->items()[1].number(), 0, 0.05);
    ASSERT_FALSE(found.find("approaches")->items().empty());
    EXPECT_EQ(found.find("approaches")->items()[0].find("name")->string(), "ball");
    EXPECT_LT(found.find("approaches")->items()[0].find("distance")->number(), 3);
}

TEST_F(session_questions, events_are_counted_by_lane) {
    const json::value found = ask_well(page_, R"("do":"events","from":0,"to":119,"buckets":12)");
    EXPECT_EQ(found.find("step")->number(), 10);
    double collisions = 0;
    double inputs = 0;
    double keyframes = 0;
    for (const json::value& each : found.find("lanes")->items()) {
        EXPECT_EQ(each.find("counts")->items().size(), 12u);
        const std::string& name = each.find("name")->string();
        collisions = name == "collisions" ? sum(*each.find("counts")) : collisions;
        inputs = name == "inputs" ? sum(*each.find("counts")) : inputs;
        keyframes = name == "keyframes" ? sum(*each.find("counts")) : keyframes;
    }
    EXPECT_GE(collisions, 3);
    EXPECT_EQ(inputs, 1);
    EXPECT_EQ(keyframes, 2);
}

TEST_F(session_questions, happenings_tell_what_begins_in_a_lane) {
    const json::value all =
        ask_well(page_, R"("do":"happenings","lane":"collisions","from":0,"to":119,"most":50)");
    EXPECT_TRUE(all.find("isAll")->boolean());
    EXPECT_EQ(all.find("happenings")->items()[0].find("what")->string(), "touches");
    const json::value one =
        ask_well(page_, R"("do":"happenings","lane":"collisions","from":0,"to":119,"most":1)");
    EXPECT_FALSE(one.find("isAll")->boolean());
    EXPECT_EQ(one.find("happenings")->items().size(), 1u);
    const json::value of_ball =
        ask_well(page_, R"("do":"happenings","lane":"collisions","from":0,"to":119,"most":50,"key":"2")");
    for (const json::value& each : of_ball.find("happenings")->items()) {
        EXPECT_TRUE(each.find("a")->string() == ball_key || each.find("b")->string() == ball_key);
    }
    const json::value inputs =
        ask_well(page_, R"("do":"happenings","lane":"inputs","from":0,"to":119,"most":50)");
    ASSERT_EQ(inputs.find("happenings")->items().size(), 1u);
    EXPECT_EQ(inputs.find("happenings")->items()[0].find("frame")->number(), 10);
    EXPECT_EQ(inputs.find("happenings")->items()[0].find("what")->string(), "set velocity");
    EXPECT_EQ(inputs.find("happenings")->items()[0].find("a")->string(), crate_key);
}

TEST_F(session_questions, details_tell_contacts_islands_boxes_and_energy) {
    ask_well(page_, R"("do":"show","frame":119)");
    const json::value found = ask_well(page_, R"("do":"details")");
    EXPECT_GT(found.find("contacts")->items().size(), 0u);
    EXPECT_EQ(found.find("contacts")->items().size() % 7, 0u);
    ASSERT_EQ(found.find("islands")->items().size(), 4u);
    EXPECT_EQ(found.find("islands")->items()[0].number(), 0);
    EXPECT_NE(found.find("islands")->items()[1].number(), found.find("islands")->items()[2].number());
    ASSERT_EQ(found.find("boxes")->items().size(), 24u);
    EXPECT_NEAR(found.find("boxes")->items()[6 + 4].number(), 1, 0.01); // the top of the ball
    EXPECT_EQ(found.find("velocities")->items().size(), 12u);
    EXPECT_GT(found.find("energy")->find("potential")->number(), 0);
}

using session_machines = session_fixture;

// A motor turns a wheel above a hill of two triangles.
TEST_F(session_machines, joints_have_values_and_surfaces_are_in_the_census) {
    open(R"({"title": "A wheel", "about": "It turns.", "world": "rigid", "bodies": [
      {"name": "hill", "kind": "fixed", "shape": {"kind": "heights", "heights": [[0, 1], [0, 1]],
       "layers": [{"height": 0, "friction": 0.25}]}},
      {"name": "wheel", "position": [0, 5, 0], "shape": {"kind": "sphere", "radius": 0.5}}],
      "constraints": [{"kind": "hinge", "a": "hill", "b": "wheel", "at": [0, 5, 0], "axis": [0, 0, 1],
       "turn": {"lowest": 0, "highest": 3, "motor_speed": 1.5, "motor_force": 100000}}]})");
    const client_id page = session_.join();
    ask_well(page, R"("do":"horizon","frames":60)");
    wait_for(page, 60);
    ask_well(page, R"("do":"show","frame":60)");
    const json::value found = ask_well(page, R"("do":"details")");
    EXPECT_EQ(found.find("jointMarks")->items().size() % 6, 0u);
    EXPECT_GT(found.find("jointMarks")->items().size(), 6u) << "an axis and an arc";
    ASSERT_EQ(found.find("jointValues")->items().size(), 1u);
    const json::value& hinge = found.find("jointValues")->items()[0];
    EXPECT_EQ(hinge.find("kind")->string(), "hinge");
    EXPECT_EQ(hinge.find("b")->string(), "2");
    const json::value& angle = hinge.find("values")->items()[0];
    EXPECT_EQ(angle.find("name")->string(), "angle");
    EXPECT_NEAR(angle.find("value")->number(), 1.5, 0.05) << "after a second";
    const json::value census =
        ask_well(page, text(R"("do":"census","census":)", outbox_.frames[page].back().census));
    const json::value& hill = census.find("shapes")->items()[0];
    EXPECT_EQ(hill.find("kind")->string(), "mesh");
    EXPECT_EQ(hill.find("id")->string().size(), 16u);
    EXPECT_EQ(hill.find("vertices")->items().size(), 12u);
    EXPECT_EQ(hill.find("triangles")->items().size(), 6u);
    EXPECT_EQ(hill.find("materials")->items().size(), 8u);
}

using session_approaches = session_fixture;

// A hammer of two parts that flies past a post on which another pendulum hangs.
TEST_F(session_approaches, what_is_joined_to_a_body_is_not_told_to_come_near_it) {
    open(R"({"title": "Hammer", "about": "It flies past.", "world": "rigid",
             "settings": {"gravity": [0, 0, 0], "may_sleep": false}, "bodies": [
      {"name": "head", "position": [0, 0, 0], "velocity": [2, 0, 0], "shape": {"kind": "sphere", "radius": 0.2}},
      {"name": "handle", "position": [0, 1, 0], "velocity": [2, 0, 0], "shape": {"kind": "sphere", "radius": 0.2}},
      {"name": "end", "position": [0, 2, 0], "velocity": [2, 0, 0], "shape": {"kind": "sphere", "radius": 0.2}},
      {"name": "stone", "position": [4, -1, 0], "shape": {"kind": "sphere", "radius": 0.2}}],
      "constraints": [{"kind": "fixed", "a": "head", "b": "handle"}, {"kind": "fixed", "a": "handle", "b": "end"}]})");
    const client_id page = session_.join();
    ask_well(page, R"("do":"horizon","frames":200)");
    wait_for(page, 200);
    const json::value found = ask_well(page, R"("do":"path","key":"1","from":0,"to":200,"points":50)");
    std::string names;
    for (const json::value& each : found.find("approaches")->items()) {
        names += each.find("name")->string() + ", ";
    }
    EXPECT_EQ(names, "stone, ");
}

using session_energy = session_fixture;

// On a long ellipse, so that the energy of motion alone changes by a factor.
TEST_F(session_energy, the_energy_of_two_stars_that_circle_each_other_stays) {
    open(R"({"title": "Two stars", "about": "They circle each other.", "world": "rigid",
             "settings": {"gravity": [0, 0, 0], "may_sleep": false}, "bodies": [
      {"name": "one", "position": [10, 0, 0], "velocity": [0, 0, 2.5], "feels_fields": true,
       "shape": {"kind": "sphere", "radius": 0.5}, "mass": 1000, "attractor": 400},
      {"name": "other", "position": [-10, 0, 0], "velocity": [0, 0, -2.5], "feels_fields": true,
       "shape": {"kind": "sphere", "radius": 0.5}, "mass": 1000, "attractor": 400}]})");
    const client_id page = session_.join();
    ask_well(page, R"("do":"horizon","frames":400)");
    wait_for(page, 400);
    const auto values_of = [&](std::string_view key, std::string_view quantity) {
        const json::value found = ask_well(page, text(R"("do":"series","key":)", key, R"(,"quantities":[")",
                                                      quantity, R"("],"from":0,"to":400,"points":41)"));
        std::vector<double> values;
        for (const json::value& each : found.find("series")->items()[0].find("values")->items()) {
            values.push_back(each.number());
        }
        return values;
    };
    const std::vector<double> speeds = values_of("\"1\"", "speed");
    EXPECT_GT(*std::ranges::max_element(speeds), 1.2 * speeds[0]);
    const std::vector<double> energies = values_of("null", "energy");
    ASSERT_EQ(energies.size(), 41u);
    EXPECT_LT(energies[0], 0);
    for (const double each : energies) {
        EXPECT_NEAR(each, energies[0], -0.02 * energies[0]);
    }
}

} // namespace
} // namespace orrery::studio
