// The scenes that come with the program: each is what its title promises.
#include "apps/scene/rigid/rigid_scene.hpp"
#include "tests/apps/scene/running_scene.hpp"

#include <orrery/core/archive/file_io.hpp>
#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/rules.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orrery::scene_format {
namespace {

// With its bodies by name.
class running_scene : public running_scene_of<rigid_scene, build_rigid> {
public:
    using running_scene_of::running_scene_of;

    [[nodiscard]] entity find(std::string_view name) {
        for (const look& each : built().looks) {
            if (each.name == name) {
                return world().registry().find(each.key);
            }
        }
        return {};
    }

    [[nodiscard]] vector3 position(std::string_view name) {
        return world().registry().get<const rigid::position>(find(name)).value;
    }

    [[nodiscard]] vector3 velocity(std::string_view name) {
        return world().registry().get<const rigid::linear_velocity>(find(name)).value;
    }
};

class shipped_scenes : public testing::TestWithParam<const char*> {};

TEST_P(shipped_scenes, go_through_the_same_bits_when_they_are_built_twice) {
    running_scene first(GetParam());
    running_scene second(GetParam());
    EXPECT_EQ(first.world().hash(), second.world().hash());
    first.run(60);
    second.run(60);
    EXPECT_EQ(first.world().frame(), 60U);
    EXPECT_EQ(first.world().hash(), second.world().hash());
}

TEST_P(shipped_scenes, tell_people_what_there_is_to_see) {
    const running_scene scene(GetParam());
    EXPECT_EQ(scene.file().name, GetParam());
    EXPECT_FALSE(scene.file().title.empty());
    EXPECT_FALSE(scene.file().about.empty());
    EXPECT_TRUE(scene.file().view);
    EXPECT_GE(scene.file().frames, 60U);
}

TEST_P(shipped_scenes, have_the_looks_that_the_file_alone_gives) {
    const running_scene scene(GetParam());
    const std::vector<look> looks = looks_of(scene.file());
    ASSERT_EQ(looks.size(), scene.built().looks.size());
    ASSERT_FALSE(looks.empty());
    for (std::size_t number = 0; number < looks.size(); ++number) {
        EXPECT_EQ(looks[number].key, scene.built().looks[number].key);
        EXPECT_EQ(looks[number].name, scene.built().looks[number].name);
        EXPECT_EQ(looks[number].color, scene.built().looks[number].color);
    }
}

INSTANTIATE_TEST_SUITE_P(all, shipped_scenes,
                         testing::Values("billiards", "breaking_wall", "character_course", "cradle", "crane",
                                         "domino_run", "falling_shapes", "five_hundred_islands", "gear_train",
                                         "pyramid", "ragdolls", "solar_system", "vehicle"),
                         [](const auto& each) { return std::string(each.param); });

TEST(docs, begin_with_a_scene_that_works) {
    const auto bytes = read_file(ORRERY_SCENES "../docs/scenes.md", 1 << 20);
    ASSERT_TRUE(bytes) << bytes.reason().message;
    const std::string page(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string mark = "```json\n";
    const std::size_t begin = page.find(mark) + mark.size();
    const auto scene = parse_scene(page.substr(begin, page.find("```", begin) - begin), "example");
    ASSERT_TRUE(scene) << scene.reason().message;
    engine machine;
    const auto built = build_rigid(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    EXPECT_EQ(built->looks.size(), 2U);
}

TEST(solar_system, throws_the_probe_out_by_a_slingshot) {
    running_scene scene("solar_system");
    constexpr scalar sun_strength = 200'000;
    const auto speed = [&] { return length(scene.velocity("probe") - scene.velocity("Sun")); };
    const auto energy = [&] {
        return speed() * speed() / 2 - sun_strength / length(scene.position("probe") - scene.position("Sun"));
    };
    const auto from_jupiter = [&] { return length(scene.position("probe") - scene.position("Jupiter")); };
    scene.run(1080);
    const scalar speed_before = speed();
    EXPECT_GT(from_jupiter(), 90);
    EXPECT_LT(energy(), 0) << "bound to the sun before the pass";
    scalar nearest = from_jupiter();
    while (scene.world().frame() < 1800) {
        scene.run(scene.world().frame() + 10);
        nearest = std::min(nearest, from_jupiter());
    }
    EXPECT_LT(nearest, 40);
    EXPECT_GT(from_jupiter(), 90);
    EXPECT_GT(speed(), scalar(1.2) * speed_before);
    EXPECT_GT(energy(), 0) << "free after it";
}

TEST(solar_system, keeps_its_moons) {
    running_scene scene("solar_system");
    scene.run(3600);
    EXPECT_LT(length(scene.position("Moon") - scene.position("Earth")), 15);
    EXPECT_LT(length(scene.position("Io") - scene.position("Jupiter")), 40);
    EXPECT_LT(length(scene.position("Callisto") - scene.position("Jupiter")), 60);
    EXPECT_LT(length(scene.position("Titan") - scene.position("Saturn")), 80);
}

TEST(billiards, breaks_the_rack_and_keeps_all_balls_on_the_table) {
    running_scene scene("billiards");
    const vector3 before = scene.position("ball 1");
    scene.run(600);
    EXPECT_GT(length(scene.position("ball 1") - before), scalar(0.2));
    for (int number = 1; number <= 15; ++number) {
        const vector3 where = scene.position("ball " + std::to_string(number));
        EXPECT_GT(where.y, 0) << number;
        EXPECT_LT(abs(where.x), scalar(1.3)) << number;
        EXPECT_LT(abs(where.z), scalar(0.66)) << number;
    }
}

TEST(cradle, passes_the_swing_on_to_the_last_ball) {
    running_scene scene("cradle");
    const scalar height = scene.position("first ball").y;
    scalar highest = 0;
    while (scene.world().frame() < 180) {
        scene.run(scene.world().frame() + 5);
        highest = std::max(highest, scene.position("ball 4").y);
    }
    EXPECT_GT(highest, scalar(0.8) * height);
    EXPECT_LT(length(scene.position("ball 2") - vector3{2, 0, 0}), scalar(0.1));
}

TEST(pyramid, stands_until_the_ball_comes) {
    running_scene hit("pyramid");
    const vector3 top = hit.position("crate 385");
    hit.run(115);
    EXPECT_LT(length(hit.position("crate 385") - top), scalar(0.02));
    hit.run(360);
    EXPECT_GT(length(hit.position("crate 385") - top), 3);
    running_scene spared("pyramid");
    spared.run_undisturbed(360);
    EXPECT_LT(length(spared.position("crate 385") - top), scalar(0.02));
}

TEST(domino_run, falls_to_its_end_and_brings_the_tower_down) {
    running_scene scene("domino_run");
    const scalar top = scene.position("block 24").y;
    scene.run(1500);
    for (int number = 1; number <= 150; ++number) {
        EXPECT_LT(scene.position("domino " + std::to_string(number)).y, scalar(0.38)) << number;
    }
    EXPECT_LT(scene.position("block 24").y, top / 2);
}

TEST(breaking_wall, breaks_only_when_it_is_shot_at) {
    running_scene shot("breaking_wall");
    const std::size_t bricks = shot.world().registry().count<rigid::breaks_at>();
    shot.run(150);
    EXPECT_LT(shot.world().registry().count<rigid::breaks_at>(), bricks - 5);
    running_scene spared("breaking_wall");
    spared.run_undisturbed(150);
    EXPECT_EQ(spared.world().registry().count<rigid::breaks_at>(), bricks);
}

TEST(falling_shapes, are_a_thousand_and_stay_in_the_tray) {
    running_scene scene("falling_shapes");
    EXPECT_EQ(scene.world().registry().count<rigid::mass>(), 1000U);
    scene.run(240);
    std::size_t inside = 0;
    scene.world().registry().view<const rigid::position, const rigid::mass>().each(
        [&](const rigid::position& where, const rigid::mass&) {
            inside += abs(where.value.x) < 8 && abs(where.value.z) < 8 && where.value.y > 0 ? 1 : 0;
        });
    EXPECT_GT(inside, 950U);
}

TEST(vehicle, drives_over_the_land_and_stops) {
    running_scene scene("vehicle");
    scene.run(430);
    EXPECT_GT(length(scene.position("car")), 25);
    EXPECT_LT(abs(scene.position("car").y), 4);
    scene.run(1200);
    EXPECT_LT(abs(scene.position("car").y), 4);
    EXPECT_LT(length(scene.velocity("car")), scalar(0.1));
}

TEST(ragdolls, tumble_down_the_stairs) {
    running_scene scene("ragdolls");
    const scalar top = scene.position("ball").y;
    scene.run(300);
    std::size_t fallen = 0;
    for (const std::string name :
         {"Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"}) {
        fallen += scene.position(name + " pelvis").y < top / 2 ? 1 : 0;
        EXPECT_GT(scene.position(name + " pelvis").y, 0) << name;
        EXPECT_LT(length(scene.position(name + " head") - scene.position(name + " chest")), scalar(0.6))
            << name;
    }
    EXPECT_GE(fallen, 8U);
}

TEST(crane, drops_its_load_onto_the_platform_and_lifts_the_counterweight) {
    running_scene scene("crane");
    scene.run(950);
    EXPECT_GT(scene.position("load").y, 4);
    EXPECT_LT(scene.position("counterweight").y, scalar(0.7));
    scene.run(1250);
    EXPECT_LT(scene.position("load").y, scalar(1.2));
    EXPECT_GT(scene.position("counterweight").y, 2);
}

TEST(gear_train, moves_the_rack_as_far_as_the_teeth_say) {
    running_scene scene("gear_train");
    const scalar start = scene.position("rack").x;
    const scalar height = scene.position("domino 9").y;
    scene.run(480);
    // 2 rad/s of the motor, two reductions and the last wheel's radius, for seven seconds.
    const scalar way = scalar(2.0 * 12 / 30 * 12 / 20 * 20 / 30 * 1.5 * 7);
    EXPECT_NEAR(scene.position("rack").x - start, way, 0.02);
    EXPECT_LT(scene.position("domino 9").y, height - scalar(0.3));
}

TEST(character_course, is_walked_to_its_end) {
    running_scene scene("character_course");
    scene.run(320);
    EXPECT_NEAR(scene.position("walker").y, scene.position("platform").y + 1, 0.02);
    const scalar gap = scene.position("walker").x - scene.position("platform").x;
    scene.run(530);
    EXPECT_NEAR(scene.position("walker").x - scene.position("platform").x, gap, 0.05) << "it rides along";
    scene.run(1000);
    EXPECT_GT(scene.position("walker").x, 11) << "past the wall";
    scene.run(1320);
    EXPECT_GT(scene.position("walker").x, 16) << "over the bar";
    EXPECT_LT(scene.position("walker").x, 18) << "the cliff is too steep";
    EXPECT_NEAR(scene.position("walker").y, 0.9, 0.05);
}

TEST(five_hundred_islands, lie_apart) {
    running_scene scene("five_hundred_islands");
    EXPECT_EQ(scene.world().registry().count<rigid::mass>(), 6000U);
}

} // namespace
} // namespace orrery::scene_format
