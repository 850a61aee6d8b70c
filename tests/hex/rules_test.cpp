#include "tests/hex/small_world.hpp"

#include <orrery/hex/rules.hpp>

#include <gtest/gtest.h>

#include <string>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

namespace {

// What the check says when one thing is wrong.
template <typename Spoil>
std::string complaint(Spoil spoil) {
    rules wrong = small_rules();
    spoil(wrong);
    const status answer = wrong.check();
    return answer.is_ok() ? std::string() : answer.reason().message;
}

} // namespace

TEST(hex_rules, that_are_sound_pass) {
    EXPECT_TRUE(small_rules().check().is_ok());
    EXPECT_TRUE(rules{}.check().is_ok());
}

TEST(hex_rules, name_the_first_thing_that_is_wrong) {
    EXPECT_EQ(complaint([](rules& all) { all.tile_types[1].weapon = 3; }),
              "rules.tile_types[1].weapon is 3, expected less than 1 or none");
    EXPECT_EQ(complaint([](rules& all) { all.tile_types[0].mass = 0; }),
              "rules.tile_types[0].mass is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.tile_types[2].hit_points = 0; }),
              "rules.tile_types[2].hit_points is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.weapons[0].projectile = rock; }),
              "rules.weapons[0].projectile is 0, expected the number of a type of particles");
    EXPECT_EQ(complaint([](rules& all) { all.weapons[0].period = 0; }),
              "rules.weapons[0].period is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.weapons[0].speed = -5; }),
              "rules.weapons[0].speed is -5, expected at least 0");
    EXPECT_EQ(complaint([](rules& all) { all.pilots[0].period = 0; }),
              "rules.pilots[0].period is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.pilots[0].sight = -1; }),
              "rules.pilots[0].sight is -1, expected 0 to 536870912");
    EXPECT_EQ(complaint([](rules& all) { all.object_types[0].pilot = 4; }),
              "rules.object_types[0].pilot is 4, expected less than 1 or none");
    EXPECT_EQ(complaint([](rules& all) { all.object_types[pebble].pilot = 0; }),
              "rules.object_types[3].pilot is 0, expected none for a type of particles");
    EXPECT_EQ(complaint([](rules& all) { all.object_types[pebble].mass = 0; }),
              "rules.object_types[3].mass is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.blueprints[0].type = 50; }),
              "rules.blueprints[0].type is 50, expected less than 7");
    EXPECT_NE(complaint([](rules& all) {
                  all.blueprints[1].tiles[0].type = 9;
              }).find("rules.blueprints[1].tiles: "),
              std::string::npos);
    EXPECT_EQ(complaint([](rules& all) { all.blueprints[0].tiles = bar(1); }),
              "rules.blueprints[0].tiles has 1 entries, expected none for a particle");
    EXPECT_EQ(complaint([](rules& all) { all.environment.border.inside.min.x = 600'000'000; }),
              "rules.environment.border.inside is not a rectangle within -536870912 to 536870912");
    EXPECT_EQ(complaint([](rules& all) {
                  all.environment.regions = {{.area = {{0, 0}, {1, 1}}, .acceleration = {40'000, 0}}};
              }),
              "rules.environment.regions[0].acceleration is 40000, 0, expected within -32767 to 32767");
    EXPECT_EQ(complaint([](rules& all) { all.ticks_per_second = 0; }),
              "rules.ticks_per_second is 0, expected at least 1");
    EXPECT_EQ(complaint([](rules& all) { all.tile_types.resize(256, all.tile_types[0]); }),
              "rules.tile_types has 256 entries, expected at most 255");
}
