// What pages see of a world of circles.
#include "apps/scene/circles/circles_scene.hpp"
#include "tests/apps/session/circles_fixture.hpp"

#include <orrery/core/engine.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery::studio {
namespace {

constexpr double pi = 3.14159265358979;

[[nodiscard]] std::string tray_hash_by_hand(std::uint64_t frame) {
    engine machine({.thread_count = 1});
    const auto scene = scene_format::parse_scene(std::string(tray_scene), "tray");
    auto built = scene_format::build_circles(*scene, machine);
    return hash_by_hand(*built, frame);
}

[[nodiscard]] std::string touched_by(const json::value& inspected) {
    std::string all;
    for (const json::value& each : inspected.find("touching")->items()) {
        const bool has_key = each.find("key")->kind() != json::kind::null;
        all += each.find("name")->string() + (has_key ? " with a key, " : ", ");
    }
    return all;
}

using session_circles = circles_fixture;

TEST_F(session_circles, tells_newcomers_which_walls_and_blueprints_there_are) {
    const json::value& welcome = outbox_.texts[page_][0];
    EXPECT_EQ(welcome.find("world")->string(), "circles");
    EXPECT_NEAR(welcome.find("timeStep")->number(), 1.0 / 60, 1e-6);
    EXPECT_FALSE(welcome.find("hasMaterials")->boolean());
    EXPECT_TRUE(welcome.find("tiles")->items().empty());
    EXPECT_EQ(drawn(*welcome.find("blueprints")), R"(["marble","boulder",])");
    EXPECT_EQ(drawn(*welcome.find("view")->find("target")), "[1,4,0,]");
    ASSERT_EQ(welcome.find("walls")->items().size(), 3u);
    EXPECT_EQ(drawn(welcome.find("walls")->items()[0]),
              R"({name:"tray",points:[-10,8,-10,0,10,0,10,8,],radius:0,isClosed:false,kick:0,)"
              R"(isSensor:false,color:"#445566",})");
    EXPECT_EQ(drawn(welcome.find("walls")->items()[1]),
              R"({name:"",points:[-6,2,],radius:1,isClosed:false,kick:3,isSensor:false,color:null,})");
    EXPECT_TRUE(welcome.find("walls")->items()[2].find("isClosed")->boolean());
    EXPECT_TRUE(welcome.find("walls")->items()[2].find("isSensor")->boolean());
}

TEST_F(session_circles, sends_places_in_the_plane_and_turns_about_z) {
    EXPECT_EQ(outbox_.frames[page_].back().count, 4u);
    EXPECT_EQ(position(1, 0), -6);
    EXPECT_EQ(position(1, 1), 9);
    EXPECT_EQ(position(1, 2), 0);
    EXPECT_NEAR(orientation(2, 2), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(orientation(2, 3), std::sqrt(0.5), 1e-6);
    EXPECT_EQ(orientation(1, 3), 1);
}

TEST_F(session_circles, blends_between_frames_and_turns_the_short_way) {
    // It turns by one and a half degrees a frame, and is at half a turn after 120.
    for (const double frame : {100.0, 119.5, 120.5}) {
        show(frame);
        const double angle = frame * 1.5 * pi / 180;
        const double along =
            std::abs(orientation(3, 2) * std::sin(angle / 2) + orientation(3, 3) * std::cos(angle / 2));
        EXPECT_NEAR(along, 1, 1e-5) << frame;
    }
    show(60);
    const float before = position(3, 0);
    show(61);
    const float after = position(3, 0);
    show(60.25);
    EXPECT_NEAR(position(3, 0), before + (after - before) / 4, 1e-4);
    EXPECT_GT(after, before);
}

TEST_F(session_circles, describes_circles_as_discs_and_those_alike_once) {
    const json::value told = census(page_, outbox_.frames[page_].back().census);
    ASSERT_EQ(told.find("keys")->items().size(), 4u);
    EXPECT_EQ(drawn(*told.find("shapes")), R"([{kind:"disc",radius:1,},{kind:"disc",radius:0.5,},])");
    const auto entities = told.find("entities")->items();
    EXPECT_EQ(entities[0].find("color")->string(), "#3366ff");
    EXPECT_EQ(entities[0].find("shape")->number(), 0);
    EXPECT_EQ(entities[1].find("shape")->number(), 1);
    EXPECT_EQ(entities[2].find("group")->number(), 3);
    EXPECT_EQ(entities[3].find("kind")->string(), "dynamic");
}

TEST_F(session_circles, shows_by_details_the_hash_of_the_world_stepped_by_hand) {
    EXPECT_EQ(hash_at(page_, 0), tray_hash_by_hand(0));
    EXPECT_EQ(hash_at(page_, 150), tray_hash_by_hand(150));
    EXPECT_EQ(hash_at(page_, 37), tray_hash_by_hand(37));
}

TEST_F(session_circles, details_tell_of_boxes_velocities_and_energy) {
    const json::value found = details(0);
    EXPECT_EQ(drawn(*found.find("contacts")), "[]");
    ASSERT_EQ(found.find("boxes")->items().size(), 24u);
    EXPECT_EQ(found.find("boxes")->items()[0].number(), -1);
    EXPECT_EQ(found.find("boxes")->items()[4].number(), 9);
    const json::value later = details(6);
    EXPECT_NEAR(later.find("velocities")->items()[1].number(), -1, 1e-4);
    const auto energy = [](const json::value& of, std::string_view what) {
        return of.find("energy")->find(what)->number();
    };
    // Half of an inertia of half a mass of pi, at a quarter turn a second.
    EXPECT_NEAR(energy(found, "kinetic"), 0.25 * pi * (pi / 2) * (pi / 2), 1e-3);
    EXPECT_NEAR(energy(found, "potential"), 10 * pi * (8 + 9 * 0.25 + 11 * 0.25), 0.01);
    // Nothing has been met.
    EXPECT_NEAR(energy(later, "kinetic") + energy(later, "potential"),
                energy(found, "kinetic") + energy(found, "potential"), 1);
}

TEST_F(session_circles, details_tell_where_those_at_rest_touch) {
    const json::value found = details(240);
    const auto contacts = found.find("contacts")->items();
    double from_tray = 0;
    double from_rider = 0;
    for (std::size_t place = 0; place + 7 <= contacts.size(); place += 7) {
        const double x = contacts[place].number();
        const double y = contacts[place + 1].number();
        if (std::abs(x) < 0.1 && std::abs(y) < 0.1) {
            EXPECT_NEAR(contacts[place + 4].number(), 1, 1e-3);
            from_tray += contacts[place + 6].number();
        } else if (std::abs(x) < 0.2 && std::abs(y - 2) < 0.1) {
            EXPECT_NEAR(std::abs(contacts[place + 4].number()), 1, 0.05);
            from_rider += contacts[place + 6].number();
        }
    }
    // What carries them for a frame. The rider weighs a quarter of the ball.
    EXPECT_NEAR(from_tray, 1.25 * pi * 10 / 60, 0.05);
    EXPECT_NEAR(from_rider, 0.25 * pi * 10 / 60, 0.02);
}

TEST_F(session_circles, details_leave_out_who_is_in_a_sensor) {
    ASSERT_EQ(touched_by(inspect("1", 40)), "gate, ");
    EXPECT_EQ(drawn(*details(40).find("contacts")), "[]");
}

TEST_F(session_circles, details_number_islands_in_keyframes_as_in_other_frames) {
    ask_well(page_, R"("do":"horizon","frames":320)");
    wait_for(page_, 320);
    const json::value keyframes =
        ask_well(page_, R"("do":"happenings","lane":"keyframes","from":200,"to":320,"most":1)");
    ASSERT_EQ(keyframes.find("happenings")->items().size(), 1u);
    const auto keyframe =
        static_cast<std::uint64_t>(keyframes.find("happenings")->items()[0].find("frame")->number());
    for (const std::uint64_t frame : {keyframe - 1, keyframe, keyframe + 1, keyframe}) {
        const json::value found = details(frame);
        const auto islands = found.find("islands")->items();
        ASSERT_EQ(islands.size(), 4u);
        EXPECT_EQ(islands[0].number(), 1) << frame;
        EXPECT_EQ(islands[2].number(), 1) << frame; // the rider, and the ball below it
        EXPECT_GT(islands[3].number(), 1) << frame;
    }
}

TEST_F(session_circles, tells_when_and_where_circles_hit_each_other_and_walls) {
    wait_for(page_, 250);
    const auto first_of = [&](std::string_view lane, std::string_view key) {
        const json::value found = ask_well(page_, text(R"("do":"happenings","lane":")", lane,
                                                       R"(","from":0,"to":250,"most":1,"key":")", key, "\""));
        EXPECT_FALSE(found.find("happenings")->items().empty()) << lane;
        return found.find("happenings")->items()[0];
    };
    const json::value on_bumper = first_of("collisions", "2");
    EXPECT_EQ(on_bumper.find("what")->string(), "hits a wall");
    EXPECT_EQ(on_bumper.find("b")->kind(), json::kind::null);
    EXPECT_NEAR(on_bumper.find("at")->items()[1].number(), 3, 0.02);
    EXPECT_GT(on_bumper.find("impulse")->number(), 5); // a mass of 0.79 at 10 units a second, and back
    // The ball is in the gate for a while before it meets the ground.
    const json::value in_gate = first_of("touching", "1");
    EXPECT_EQ(in_gate.find("what")->string(), "touches a wall");
    EXPECT_GT(in_gate.find("last")->number(), in_gate.find("frame")->number() + 5);
    EXPECT_LT(in_gate.find("last")->number(), first_of("collisions", "1").find("frame")->number());
    const json::value rider = first_of("collisions", "3");
    EXPECT_EQ(rider.find("what")->string(), "hits");
    EXPECT_EQ(rider.find("a")->string(), "1");
    EXPECT_EQ(rider.find("b")->string(), "3");
    const json::value lanes = ask_well(page_, R"("do":"events","from":0,"to":250,"buckets":1)");
    std::string names;
    for (const json::value& lane : lanes.find("lanes")->items()) {
        names += lane.find("name")->string() + " ";
    }
    EXPECT_EQ(names, "collisions touching destruction inputs keyframes ");
}

TEST_F(session_circles, inspects_circles_and_what_they_touch) {
    const json::value found = inspect("1", 240);
    EXPECT_EQ(found.find("name")->string(), "ball");
    EXPECT_NEAR(found.find("mass")->number(), pi, 1e-5);
    EXPECT_EQ(found.find("material")->kind(), json::kind::null);
    const std::string all = drawn(*found.find("components"));
    for (const std::string_view part : {"radius", "as much as its area", "restitution", "user data", "77",
                                        "0xffffffff", "family", "radians a second"}) {
        EXPECT_NE(all.find(part), std::string::npos) << part << " in " << all;
    }
    EXPECT_EQ(touched_by(found), "tray, rider with a key, ");
    EXPECT_EQ(touched_by(inspect("1", 40)), "gate, ");
    EXPECT_GT(found.find("touching")->items()[0].find("since")->number(), 50);
    EXPECT_NEAR(motion(inspect("4", 5), "angularVelocity", 2), pi / 2, 1e-5);
    EXPECT_NEAR(motion(inspect("4", 20), "linearVelocity", 0), 2, 1e-5);
}

TEST_F(session_circles, foretells_which_walls_a_circle_will_hit) {
    wait_for(page_, 250);
    const json::value found = ask_well(page_, R"("do":"path","key":"2","from":0,"to":250,"points":251)");
    ASSERT_FALSE(found.find("collisions")->items().empty());
    const json::value& first = found.find("collisions")->items()[0];
    EXPECT_EQ(first.find("key")->kind(), json::kind::null);
    EXPECT_EQ(first.find("name")->string(), "wall 1") << "as the command calls it";
    EXPECT_NEAR(first.find("at")->items()[0].number(), -6, 0.02);
    EXPECT_FALSE(found.find("approaches")->items().empty());
}

TEST_F(session_circles, plots_height_speed_energy_and_impulse) {
    wait_for(page_, 250);
    const json::value found =
        ask_well(page_, R"("do":"series","key":"1","quantities":["height","speed","energy","impulse"],)"
                        R"("from":0,"to":240,"points":241)");
    const auto value = [&](std::size_t row, std::size_t point) {
        return found.find("series")->items()[row].find("values")->items()[point].number();
    };
    EXPECT_EQ(value(0, 0), 8);
    EXPECT_NEAR(value(0, 240), 1, 0.02);
    EXPECT_NEAR(value(1, 30), 5, 1e-3);
    EXPECT_NEAR(value(1, 240), 0, 0.05);
    EXPECT_NEAR(value(2, 0), pi * 10 * 8, 0.01);
    EXPECT_EQ(value(3, 30), 0);
    double strongest = 0;
    for (std::size_t point = 0; point <= 240; ++point) {
        strongest = std::max(strongest, value(3, point));
    }
    EXPECT_NEAR(strongest, pi * std::sqrt(2 * 10 * 7), 2); // it stops where it falls
    const json::value all =
        ask_well(page_, R"("do":"series","key":null,"quantities":["height"],"from":0,"to":0,"points":1)");
    EXPECT_NEAR(all.find("series")->items()[0].find("values")->items()[0].number(),
                (8 + 9 * 0.25 + 11 * 0.25) / 2.5, 1e-4);
}

TEST_F(session_circles, can_be_recorded_and_opened_again) {
    const std::string before = hash_at(page_, 120);
    auto bytes = session_.recording(compression::none);
    ASSERT_TRUE(bytes);
    const status opened = session_.open_recording(std::move(*bytes), "tray");
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(hash_at(page_, 120), before);
    EXPECT_EQ(inspect("1", 120).find("name")->string(), "ball");
}

} // namespace
} // namespace orrery::studio
