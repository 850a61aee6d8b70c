// Bodies that come, go, stick together and break, and a past that changes under them.
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr std::uint64_t groups = 8;
constexpr std::uint64_t group_size = 5;

class objects_in_time : public testing::Test {
protected:
    // Groups of brittle boxes and sticky balls, each falling on its own.
    [[nodiscard]] world scene() {
        world made(machine);
        const std::array<vector3, 3> seeds{vector3{scalar(-0.2), 0, 0}, vector3{scalar(0.2), scalar(0.1), 0},
                                           vector3{0, scalar(-0.2), 0}};
        body_definition brittle{.shape = box({scalar(0.4), scalar(0.4), scalar(0.4)})};
        brittle.fracture =
            add_fracture(made, brittle, shatter(*brittle.shape, seeds, made.shapes()).value()).value();
        brittle.breaks_at = scalar(2500);
        const body_definition ball{.shape = sphere(scalar(0.4)), .sticks_at = scalar(400)};
        ball_blueprint = add_blueprint(made, ball).value();
        for (std::uint64_t number = 0; number < groups * group_size; ++number) {
            body_definition what = number % 2 == 0 ? brittle : ball;
            what.position = corner(number / group_size) +
                            vector3{0, 1 + static_cast<scalar>(number % group_size), scalar(0.1)};
            what.key = entity_key{1 + number};
            (void)make_body(made, what).value();
        }
        (void)make_body(made, {.kind = body_kind::fixed, .shape = plane(), .key = entity_key{1000}}).value();
        return made;
    }

    [[nodiscard]] static vector3 corner(std::uint64_t group) {
        return {static_cast<scalar>(group % 4) * 15, 0, static_cast<scalar>(group / 4) * 15};
    }

    [[nodiscard]] input random_input(xoshiro256& dice) const {
        const std::uint64_t group = uniform_below(dice, groups);
        const auto key = [&] { return entity_key{1 + group * group_size + uniform_below(dice, group_size)}; };
        const entity_key target = key();
        switch (uniform_below(dice, 6)) {
        case 0:
            return input::destroy(target);
        case 1:
            return input::glue(target, key());
        case 2:
            return input::unglue(target);
        case 3:
            return input::break_up(target);
        case 4: {
            const entity_key born{100 + uniform_below(dice, 50)};
            return input::create(born, ball_blueprint, transform3{corner(group) + vector3{1, 3, 0}, {}});
        }
        default:
            return {.target = target, .kind = input_kind::impulse, .value = {200, 900, -300}};
        }
    }

    engine machine{{.thread_count = 1}};
    blueprint_id ball_blueprint = blueprint_id::none;
};

TEST_F(objects_in_time, changes_of_the_past_give_what_computing_everything_again_gives) {
    int local = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        xoshiro256 dice(seed);
        timeline<world> time(scene());
        for (int round = 0; round < 12; ++round) {
            time.advance(20);
            time.add(uniform_below(dice, time.head()), random_input(dice));
            local += time.last_rewrite().was_local ? 1 : 0;
        }
        world plain = scene();
        time::detail::journal_step<world> steps;
        const auto known = time.known();
        for (const auto& each : known->keyframes.frames()) {
            while (plain.frame() < each->frame) {
                steps.run(plain, time.journal());
            }
            ASSERT_EQ(each->state.hash(), plain.hash()) << "seed " << seed << ", frame " << each->frame;
        }
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
        }
        ASSERT_EQ(time.world().hash(), plain.hash()) << "seed " << seed;
    }
    EXPECT_GT(local, 20);
}

TEST_F(objects_in_time, every_frame_can_be_gone_back_to_and_goes_on_as_it_did) {
    xoshiro256 dice(99);
    timeline<world> time(scene(), {.frames_between_keyframes = 10});
    for (std::uint64_t frame = 5; frame < 90; frame += 3) {
        time.add(frame, random_input(dice));
    }
    time.advance(100);
    world plain = scene();
    std::vector<std::uint64_t> hashes{plain.hash()};
    time::detail::journal_step<world> steps;
    while (plain.frame() < time.head()) {
        steps.run(plain, time.journal());
        hashes.push_back(plain.hash());
    }
    const auto known = time.known();
    for (std::uint64_t frame = 0; frame < time.head(); ++frame) {
        world there = known->revive(frame, machine);
        ASSERT_EQ(there.hash(), hashes[frame]) << "frame " << frame;
        steps.run(there, time.journal());
        ASSERT_EQ(there.hash(), hashes[frame + 1]) << "frame " << frame << ", one step on";
    }
}

TEST_F(objects_in_time, who_was_destroyed_is_there_again_before_it_and_gone_after) {
    timeline<world> time(scene());
    time.advance(30);
    time.add(10, input::destroy(entity_key{2}));
    time.advance(60);
    const auto known = time.known();
    EXPECT_TRUE(known->at(entity_key{2}, 10));
    EXPECT_EQ(known->at(entity_key{2}, 11).how, time::found::no_such_entity);
    time.undo();
    EXPECT_TRUE(time.known()->at(entity_key{2}, 90));
    time.redo();
    EXPECT_EQ(time.known()->at(entity_key{2}, 90).how, time::found::no_such_entity);
    int times = 0;
    time.known()->events.of_entity(entity_key{2}, time::frame_range::all(), [&](const auto& each) {
        times += each.beginning.kind == event_kind::destroyed ? 1 : 0;
    });
    EXPECT_EQ(times, 1);
}

TEST_F(objects_in_time, inputs_create_what_a_running_timeline_has_defined) {
    const body_definition rod{.shape = capsule(scalar(0.2), scalar(0.5)), .density = 700};
    // One that knew it from the start.
    world knowing = scene();
    const blueprint_id known_rod = add_blueprint(knowing, rod).value();
    timeline<world> expected(std::move(knowing));
    expected.advance(60);
    const input create = input::create(entity_key{5000}, known_rod, {{0, 20, 0}, {}});
    expected.add(20, create);
    expected.advance(30);

    timeline<world> time(scene());
    time.add(10, input::destroy(entity_key{7}));
    time.advance(60);
    time.undo();
    EXPECT_EQ(time.define(definition::of(rod)).value(), static_cast<std::uint64_t>(known_rod));
    time.add(20, create);
    time.advance(30);
    EXPECT_TRUE(time.known()->at(entity_key{5000}, 80));
    for (const std::uint64_t frame : {25U, 60U, 90U}) {
        EXPECT_EQ(time.hash(frame), expected.hash(frame));
    }
    EXPECT_EQ(time.branch(50).hash(50), expected.hash(50));
}

} // namespace
} // namespace orrery::test
