// The time database over worlds of circles; what every world promises is in tests/conformance/.
#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/circles/world_archive.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace orrery::test {
namespace {

using circles_timeline = timeline<circles::world>;

class circles_time : public testing::Test {
protected:
    // Pits far from each other, so that what is done in one does not matter to the others.
    [[nodiscard]] circles::world lonely_pits() {
        circles::rules by = circles::test::crowd_rules();
        by.walls.clear();
        std::vector<circles::circle_definition> all;
        for (int pit = 0; pit < 6; ++pit) {
            const auto shift = static_cast<scalar>(pit) * 500;
            circles::wall border = circles::test::box(80, 80, false);
            for (vector2& each : border.points) {
                each.x += shift;
            }
            by.walls.push_back(border);
            for (circles::circle_definition each : circles::test::crowd(static_cast<std::uint64_t>(pit), 5)) {
                each.key =
                    entity_key{static_cast<std::uint64_t>(each.key) + static_cast<std::uint64_t>(pit) * 1000};
                each.motion.position.x += shift;
                each.motion.velocity = each.motion.velocity * scalar(0.3);
                all.push_back(each);
            }
        }
        circles::world world(machine, std::make_shared<const circles::rules>(by));
        EXPECT_TRUE(world.add(all).is_ok());
        return world;
    }

    // Everything that the timeline knows is what a world finds that is stepped from the first frame on.
    // Counts the contacts of that world.
    static void compare(circles_timeline& time, circles::world plain, std::size_t& contacts) {
        time::detail::journal_step<circles::world> steps;
        const auto known = time.known();
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
            const auto view = known->seek(plain.frame());
            ASSERT_TRUE(view);
            ASSERT_TRUE(std::ranges::equal(view->keys(), plain.current().roster->keys));
            ASSERT_TRUE(std::ranges::equal(view->motions(), plain.current().motions))
                << "in frame " << plain.frame();
            contacts += plain.current().contacts.size();
        }
        EXPECT_EQ(plain.hash(), time.world().hash());
    }

    static void expect_truth(circles_timeline& time, circles::world plain) {
        std::size_t contacts = 0;
        compare(time, std::move(plain), contacts);
        EXPECT_GT(contacts, 0u);
    }

    engine machine{{.thread_count = 1, .level = log_level::error}};
};

TEST_F(circles_time, what_is_far_away_is_not_computed_again) {
    circles_timeline time(lonely_pits());
    time.advance(240);
    xoshiro256 dice(11);
    int local = 0;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t frame = uniform_below(dice, time.head());
        const auto target = entity_key{1 + uniform_below(dice, 25) + 1000 * uniform_below(dice, 6)};
        if (round % 3 == 2) {
            time.add(frame, {.target = target, .kind = circles::input_kind::destroy});
        } else {
            time.add(frame, {.target = target, .kind = circles::input_kind::push, .velocity = {5, 12}});
        }
        local += time.last_rewrite().was_local ? 1 : 0;
    }
    EXPECT_GE(local, 7);
    expect_truth(time, lonely_pits());
}

TEST_F(circles_time, who_lay_on_one_that_is_taken_away_in_the_past_falls) {
    circles::rules by;
    by.gravity = {0, -10};
    by.walls = {{.points = {{-9, 9}, {-1, 0}, {1, 0}, {9, 9}}}, {.points = {{90, 0}, {290, 0}}}};
    circles::world world(machine, std::make_shared<const circles::rules>(by));
    ASSERT_TRUE(world.add(circles::test::make(1, {0, 2})).is_ok());
    ASSERT_TRUE(world.add(circles::test::make(2, {0, 7})).is_ok());
    for (std::uint64_t key = 3; key < 50; ++key) { // elsewhere
        ASSERT_TRUE(world.add(circles::test::make(key, {90 + 4 * static_cast<scalar>(key), 2})).is_ok());
    }
    circles_timeline time(std::move(world));
    time.advance(400);
    const auto height = [&] {
        return time.world().current().motions[*time.world().find(entity_key{2})].position.y;
    };
    const scalar before = height();
    time.add(300, {.target = entity_key{1}, .kind = circles::input_kind::destroy});
    EXPECT_TRUE(time.last_rewrite().was_local);
    EXPECT_LT(height(), before - scalar(0.5));
}

// A frame that was recorded anew, because all after it was computed again, did not know who had met on the
// way to it: circles that bounce off each other between two frames.
TEST_F(circles_time, who_met_in_the_last_step_before_a_frame_is_known_after_going_on_from_it) {
    constexpr std::uint32_t count = 80;
    const auto make = [&] {
        circles::world world(machine, std::make_shared<const circles::rules>());
        const auto add = [&](std::uint32_t key, vector2 position, vector2 velocity) {
            circles::circle_definition made = circles::test::make(key, position, velocity);
            made.form.surface.restitution = 1;
            EXPECT_TRUE(world.add({&made, 1}).is_ok());
        };
        for (std::uint32_t pair = 0; pair < count / 2; ++pair) { // they meet one after the other
            const scalar x = 1 + scalar(0.26) * static_cast<scalar>(pair);
            const scalar y = 10 * static_cast<scalar>(pair);
            add(2 * pair + 1, {-x, y}, {30, 0});
            add(2 * pair + 2, {x, y}, {-30, 0});
        }
        return world;
    };
    constexpr std::uint64_t border = 8; // of two segments
    time::transaction<circles::input> for_all;
    for (std::uint32_t key = 1; key <= count; ++key) {
        const time::entry_id id{.author = 1, .sequence = key};
        for_all.add({.id = id, .when = {border, border + 1}, .input = {.target = entity_key{key}}});
    }
    for (std::uint32_t key = 1; key <= count; ++key) {
        circles_timeline time(make(), {.frames_between_keyframes = 4});
        time.advance(20);
        time.seal();
        ASSERT_TRUE(time.apply(for_all).is_ok());
        ASSERT_FALSE(time.last_rewrite().was_local);
        time.add(border - 1,
                 {.target = entity_key{key}, .kind = circles::input_kind::launch, .velocity = {0, 5}});
        ASSERT_TRUE(time.last_rewrite().was_local);
        std::size_t touching_in_frames = 0;
        compare(time, make(), touching_in_frames);
    }
}

// Copies of the world wrote to stderr, whatever log its owner had asked for.
TEST_F(circles_time, warnings_of_copies_go_to_the_log_of_the_world_and_are_not_repeated) {
    std::vector<std::string> said;
    engine mine({.thread_count = 1,
                 .sink = {[](void* to, const log_message& message) {
                              static_cast<std::vector<std::string>*>(to)->emplace_back(message.text);
                          },
                          &said}});
    circles::world world(mine, std::make_shared<const circles::rules>());
    for (std::uint64_t key = 1; key <= 10; ++key) {
        ASSERT_TRUE(world.add(circles::circle_definition{
            .key = entity_key{key},
            .motion = {.position = {scalar(5) * static_cast<scalar>(key), 0}, .velocity = {0, 30}},
            .form = {.radius = 1}}));
    }
    testing::internal::CaptureStderr();
    {
        circles_timeline time(std::move(world), {.track_bytes = 1});
        time.advance(200);
        EXPECT_TRUE(said.empty());
        for (std::uint64_t key = 1; key <= 5; ++key) { // too fast to be looked for quickly
            ASSERT_TRUE(time.add(10 + key, {.target = entity_key{key}, .velocity = {0, 900}}));
        }
        (void)time.hash(150);
        EXPECT_TRUE(time.known()->at(entity_key{1}, 70));
        circles_timeline branch = time.branch(150);
        branch.advance(30);
        auto file = time::recorder<circles::world>::create_in_memory(time.world());
        ASSERT_TRUE(file);
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_EQ(said.size(), 1U);
    EXPECT_NE(said[0].find("farther than their diameter"), std::string::npos) << said[0];
}

} // namespace
} // namespace orrery::test
