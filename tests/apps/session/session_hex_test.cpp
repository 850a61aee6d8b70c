// What pages see of a hex world.
#include "apps/scene/hex/hex_scene.hpp"
#include "apps/world/hexadecimal.hpp"
#include "tests/apps/session/hex_fixture.hpp"

#include <orrery/core/engine.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace orrery::studio {
namespace {

// A cell has 1024 units, and places are rounded to them.
constexpr double unit = 1.0 / 1024;

[[nodiscard]] std::string battle_hash_by_hand(std::uint64_t frame) {
    engine machine({.thread_count = 1});
    const auto scene = scene_format::parse_scene(std::string(battle_scene), "battle");
    auto built = scene_format::build_hex(*scene, machine);
    return hash_by_hand(*built, frame);
}

using session_hex = hex_fixture;

TEST_F(session_hex, tells_newcomers_which_tiles_and_blueprints_there_are) {
    const json::value& welcome = outbox_.texts[page_][0];
    EXPECT_EQ(welcome.find("world")->string(), "hex");
    EXPECT_DOUBLE_EQ(welcome.find("timeStep")->number(), 0.01);
    EXPECT_FALSE(welcome.find("hasMaterials")->boolean());
    ASSERT_EQ(welcome.find("tiles")->items().size(), 2u);
    EXPECT_EQ(welcome.find("tiles")->items()[0].find("name")->string(), "stone");
    EXPECT_EQ(welcome.find("tiles")->items()[0].find("color")->string(), "#887766");
    EXPECT_EQ(welcome.find("tiles")->items()[1].find("color")->kind(), json::kind::null);
    ASSERT_EQ(welcome.find("blueprints")->items().size(), 3u);
    EXPECT_EQ(welcome.find("blueprints")->items()[1].string(), "plank");
    EXPECT_EQ(welcome.find("view")->find("target")->items()[1].number(), -2);
}

TEST_F(session_hex, sends_places_in_cells_with_y_pointing_up_and_turns_against_the_clock) {
    EXPECT_EQ(outbox_.frames[page_].back().count, 4u);
    EXPECT_NEAR(position(2, 0), 5, 2 * unit);
    EXPECT_NEAR(position(2, 1), -12, 2 * unit);
    EXPECT_EQ(position(2, 2), 0);
    EXPECT_NEAR(orientation(2, 2), -std::sqrt(0.5), 1e-4); // a quarter turn clockwise
    EXPECT_NEAR(orientation(2, 3), std::sqrt(0.5), 1e-4);
    EXPECT_NEAR(orientation(0, 3), 1, 1e-6);
}

TEST_F(session_hex, blends_between_frames_and_turns_the_short_way) {
    // It turns by nine tenths of a degree a frame, and is at half a turn after 200.
    for (const double frame : {100.0, 199.5, 200.5}) {
        show(frame);
        const double angle = frame * 0.9 * std::acos(-1) / 180;
        const double along =
            std::abs(orientation(3, 2) * -std::sin(angle / 2) + orientation(3, 3) * std::cos(angle / 2));
        EXPECT_NEAR(along, 1, 1e-4) << frame;
    }
}

TEST_F(session_hex, describes_composites_by_tiles_about_their_centre_of_mass) {
    const json::value told = census(page_, outbox_.frames[page_].back().census);
    ASSERT_EQ(told.find("keys")->items().size(), 4u);
    EXPECT_EQ(told.find("shapes")->items().size(), 3u); // the two planks are alike
    const json::value& turret = told.find("entities")->items()[0];
    EXPECT_EQ(turret.find("group")->number(), 1);
    EXPECT_EQ(turret.find("color")->string(), "#3366ff");
    const json::value& shape =
        told.find("shapes")->items()[static_cast<std::size_t>(turret.find("shape")->number())];
    EXPECT_EQ(shape.find("kind")->string(), "tiles");
    EXPECT_EQ(drawn(*shape.find("cells")), "[0,0,1,0,]");
    EXPECT_EQ(drawn(*shape.find("types")), "[0,1,]");
    EXPECT_EQ(drawn(*shape.find("health")), "[1,1,]");
    // Stone weighs 2 and the gun, a cell to the right, 3.
    EXPECT_NEAR(shape.find("origin")->items()[0].number(), -3.0 / 5, unit);
    EXPECT_NEAR(shape.find("origin")->items()[1].number(), 0, unit);
    const json::value& boulder = told.find("shapes")->items()[1];
    double x = 0;
    double y = 0;
    for (std::size_t place = 0; place < 7; ++place) {
        const double i = boulder.find("cells")->items()[2 * place].number();
        const double j = boulder.find("cells")->items()[2 * place + 1].number();
        x += boulder.find("origin")->items()[0].number() + i - j / 2;
        y += boulder.find("origin")->items()[1].number() - j * std::sqrt(0.75);
    }
    EXPECT_NEAR(x / 7, 0, 2 * unit);
    EXPECT_NEAR(y / 7, 0, 2 * unit);
}

TEST_F(session_hex, tells_a_battle_by_differences_that_add_up_to_the_whole) {
    wait_for(page_, 150);
    drawn_census seen;
    std::optional<std::uint32_t> have;
    std::size_t different = 0;
    std::size_t short_ones = 0;
    for (std::uint64_t frame = 0; frame < 150; ++frame) {
        const std::uint32_t number = census_at(page_, frame);
        if (number == have) {
            continue;
        }
        ++different;
        const json::value told = census(page_, number, have);
        short_ones += told.find("base")->kind() != json::kind::null ? 1 : 0;
        apply_census(told, seen);
        drawn_census whole;
        apply_census(census(page_, number), whole);
        ASSERT_EQ(seen, whole) << frame;
        have = number;
    }
    EXPECT_GT(different, 15u);
    EXPECT_GE(short_ones + 2, different);
}

TEST_F(session_hex, shows_what_is_left_of_tiles_that_were_hit) {
    const json::value told = census(page_, census_at(page_, 45));
    bool is_damaged = false;
    for (const json::value& shape : told.find("shapes")->items()) {
        if (shape.find("kind")->string() == "tiles") {
            for (const json::value& each : shape.find("health")->items()) {
                is_damaged = is_damaged || each.number() == 0.5; // 2 of 4
            }
        }
    }
    EXPECT_TRUE(is_damaged);
    const json::value& shot = told.find("entities")->items().back();
    EXPECT_EQ(shot.find("color")->string(), "#ffee88");
}

TEST_F(session_hex, shows_by_details_the_hash_of_the_world_stepped_by_hand) {
    EXPECT_EQ(hash_at(page_, 0), battle_hash_by_hand(0));
    EXPECT_EQ(hash_at(page_, 100), battle_hash_by_hand(100));
    EXPECT_EQ(hash_at(page_, 37), battle_hash_by_hand(37));
}

TEST_F(session_hex, details_tell_of_boxes_velocities_and_energy) {
    const json::value found = details(0);
    ASSERT_EQ(found.find("boxes")->items().size(), 24u);
    const auto box = [&](std::size_t place, std::size_t number) {
        return found.find("boxes")->items()[6 * place + number].number();
    };
    // A plank of three on end: about three cells high and one wide.
    EXPECT_NEAR(box(2, 4) - box(2, 1), 2 + 2 / std::sqrt(3.0), 0.02);
    EXPECT_NEAR(box(2, 3) - box(2, 0), 2 / std::sqrt(3.0), 0.02);
    EXPECT_NEAR((box(2, 0) + box(2, 3)) / 2, 5, 0.01);
    EXPECT_NEAR(found.find("velocities")->items()[7].number(), -3, 0.02); // downwards
    // Six that fly at 3, and a plank of three that turns: mass 2 each, 1 apart, and discs themselves.
    EXPECT_GT(found.find("energy")->find("kinetic")->number(), 0.5 * 6 * 9);
    EXPECT_LT(found.find("energy")->find("kinetic")->number(), 0.5 * 6 * 9 + 10);
}

TEST_F(session_hex, tells_when_and_where_objects_hit_each_other) {
    wait_for(page_, 100);
    const json::value found =
        ask_well(page_, R"("do":"happenings","lane":"collisions","from":0,"to":100,"most":5,"key":"2")");
    ASSERT_FALSE(found.find("happenings")->items().empty());
    const json::value& first = found.find("happenings")->items()[0];
    EXPECT_EQ(first.find("what")->string(), "hits");
    EXPECT_NEAR(first.find("at")->items()[0].number(), 19, 1);
    EXPECT_GT(first.find("impulse")->number(), 5); // a mass of 1 at 50 cells a second, against 14
    const auto frame = static_cast<std::uint64_t>(first.find("frame")->number());
    const json::value then = details(frame);
    ASSERT_EQ(then.find("contacts")->items().size(), 7u);
    EXPECT_NEAR(then.find("contacts")->items()[0].number(), 19, 1);
    EXPECT_NEAR(std::abs(then.find("contacts")->items()[3].number()), 1, 0.1);
    EXPECT_EQ(inspect("2", frame).find("touching")->items().size(), 1u);
    const json::value lost =
        ask_well(page_, R"("do":"happenings","lane":"destruction","from":0,"to":100,"most":1,"key":"2")");
    ASSERT_FALSE(lost.find("happenings")->items().empty());
    EXPECT_EQ(lost.find("happenings")->items()[0].find("what")->string(), "loses a tile to");
    EXPECT_NEAR(lost.find("happenings")->items()[0].find("at")->items()[0].number(), 20, 2);
    const json::value lanes = ask_well(page_, R"("do":"events","from":0,"to":99,"buckets":1)");
    std::string names;
    for (const json::value& lane : lanes.find("lanes")->items()) {
        names += lane.find("name")->string() + " ";
        EXPECT_GT(lane.find("counts")->items()[0].number(), 0) << lane.find("name")->string();
    }
    EXPECT_EQ(names, "collisions destruction coming inputs keyframes ");
}

TEST_F(session_hex, inspects_objects) {
    const json::value found = inspect("1", 5);
    EXPECT_EQ(found.find("name")->string(), "turret");
    EXPECT_EQ(found.find("mass")->number(), 5);
    EXPECT_EQ(found.find("material")->kind(), json::kind::null);
    const std::string all = drawn(*found.find("components"));
    for (const std::string_view part : {"rock", "hit points", "13 of 13", "weapons", "gun", "quarters"}) {
        EXPECT_NE(all.find(part), std::string::npos) << part << " in " << all;
    }
    EXPECT_NEAR(motion(inspect("4", 5), "angularVelocity", 2), -std::acos(-1) / 2, 0.01);
    EXPECT_NEAR(motion(inspect("3", 5), "linearVelocity", 1), -3, 0.02);
}

TEST_F(session_hex, plots_speed_energy_tiles_and_impulse) {
    wait_for(page_, 100);
    const json::value found =
        ask_well(page_, R"("do":"series","key":"3","quantities":["speed","energy","tiles","impulse"],)"
                        R"("from":0,"to":20,"points":21)");
    const auto value = [&](std::size_t row, std::size_t point) {
        return found.find("series")->items()[row].find("values")->items()[point].number();
    };
    EXPECT_NEAR(value(0, 0), 3, 0.02);
    EXPECT_NEAR(value(0, 20), 4, 0.02); // it was pushed
    EXPECT_NEAR(value(1, 0), 0.5 * 6 * 9, 0.3);
    EXPECT_EQ(value(2, 0), 3);
    EXPECT_EQ(value(3, 0), 0);
    const json::value all =
        ask_well(page_, R"("do":"series","key":null,"quantities":["tiles"],"from":0,"to":0,"points":1)");
    EXPECT_EQ(all.find("series")->items()[0].find("values")->items()[0].number(), 15);
}

TEST_F(session_hex, can_be_recorded_and_opened_again) {
    const std::string before = hash_at(page_, 120);
    auto bytes = session_.recording(compression::none);
    ASSERT_TRUE(bytes);
    const status opened = session_.open_recording(std::move(*bytes), "battle");
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ(hash_at(page_, 120), before);
    EXPECT_EQ(inspect("1", 120).find("name")->string(), "turret");
}

} // namespace
} // namespace orrery::studio
