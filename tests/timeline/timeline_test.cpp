// The time database against the simplest thing that could do the same: computing everything again.
#include "tests/core/property.hpp"
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace orrery::test {
namespace {

using entry = toy_timeline::entry;

TEST(timeline, has_every_frame_that_was_computed) {
    xoshiro256 dice(1);
    toy_world world = random_scene(dice, true);
    const toy_snapshot first = world.snapshot();
    toy_timeline time(std::move(world));
    time.add(10, random_input(dice));
    time.advance(200);
    EXPECT_EQ(time.head(), 200);
    expect_equal(time, first);
}

TEST(timeline, changes_of_the_past_give_what_computing_everything_again_gives) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        const auto has_sources = property::any<bool>();
        xoshiro256 dice(seed);
        toy_world world = random_scene(dice, has_sources);
        const toy_snapshot first = world.snapshot();
        toy_timeline time(std::move(world), {.frames_between_keyframes = 20});
        std::vector<entry> entries;
        for (int round = 0; round < 6; ++round) {
            time.advance(uniform_below(dice, 60));
            const std::uint64_t frame = uniform_below(dice, time.head() + 10);
            const std::uint64_t length = 1 + uniform_below(dice, 30);
            switch (entries.empty() ? 0 : uniform_below(dice, 4)) {
            case 0:
            case 1:
                entries.push_back(time.add({frame, frame + length}, random_input(dice)).value());
                break;
            case 2: {
                entry& moved = entries[uniform_below(dice, entries.size())];
                ASSERT_TRUE(time.apply(toy_timeline::transaction{}.move(moved, {frame, frame + length})));
                moved.when = {frame, frame + length};
                break;
            }
            default:
                ASSERT_TRUE(time.apply(toy_timeline::transaction{}.remove(entries.back())));
                entries.pop_back();
            }
            ASSERT_NO_FATAL_FAILURE(expect_equal(time, first));
        }
    }));
}

TEST(timeline, that_goes_on_from_a_history_gives_no_entry_the_name_of_one_that_is_there) {
    xoshiro256 dice(3);
    toy_timeline time(random_scene(dice, false));
    const entry said = time.add(5, random_input(dice), 1).value();
    time.advance(20);
    toy_timeline again = toy_timeline::from(*time.known());
    EXPECT_NE(again.next_id(1), said.id);
    EXPECT_NE(again.add(5, random_input(dice), 1)->id, said.id);
}

[[nodiscard]] std::vector<entry> entries_of(const toy_timeline& time) {
    std::vector<entry> all;
    time.journal().each(time::frame_range::all(), [&](const entry& each) { all.push_back(each); });
    return all;
}

// An entry whose number was taken came once more with every merge.
TEST(timeline, merges_a_branch_twice_as_if_once) {
    xoshiro256 dice(3);
    toy_world world = random_scene(dice, false);
    const toy_snapshot first = world.snapshot();
    toy_timeline time(std::move(world));
    time.advance(50);
    toy_timeline one = time.branch(50);
    toy_timeline other = time.branch(30);
    const auto push = [](std::uint64_t key) {
        return toy_input{.target = entity_key{key}, .value = {0, 0, 3, -2}};
    };
    time.add(20, push(1));
    one.add(20, push(2));
    one.add(20, push(3));
    other.add(20, push(4));
    ASSERT_TRUE(time.merge(one));
    ASSERT_TRUE(time.merge(other));
    const std::vector<entry> once = entries_of(time);
    EXPECT_EQ(once.size(), 4U);
    for (int count = 0; count < 3; ++count) {
        ASSERT_TRUE(time.merge(one));
        ASSERT_TRUE(time.merge(other));
        EXPECT_EQ(entries_of(time), once);
    }
    // What goes on from a file knows no more than the journal.
    toy_timeline again = toy_timeline::from(*time.known());
    ASSERT_TRUE(again.merge(one));
    EXPECT_EQ(entries_of(again), once);
    // Nor does it matter who said it first, or that it is no longer there.
    ASSERT_TRUE(time.apply(toy_timeline::transaction{}.remove(once.front())));
    ASSERT_TRUE(time.merge(one));
    EXPECT_EQ(entries_of(time), std::vector<entry>(once.begin() + 1, once.end()));
    // The next one is not given a number that an entry has, or has had.
    const entry said = time.add(20, push(5)).value();
    EXPECT_EQ(said.id.sequence, 2U);
    ASSERT_NO_FATAL_FAILURE(expect_equal(time, first));
}

// It comes under its own number, which the one it stands for has left.
TEST(timeline, merges_an_entry_that_a_branch_has_changed_in_place) {
    xoshiro256 dice(3);
    toy_timeline time(random_scene(dice, false));
    const entry said = time.add(5, random_input(dice)).value();
    time.advance(20);
    toy_timeline branch = time.branch(20);
    entry changed = said;
    changed.input.target = entity_key{17};
    ASSERT_TRUE(branch.apply(toy_timeline::transaction{}.remove(said).add(changed)));
    for (int count = 0; count < 2; ++count) {
        ASSERT_TRUE(time.merge(branch));
        EXPECT_EQ(entries_of(time), std::vector<entry>{changed});
    }
}

TEST(timeline, refuses_to_merge_more_branches_than_one_number_has_names) {
    xoshiro256 dice(3);
    toy_timeline time(random_scene(dice, false));
    time.advance(10);
    std::vector<toy_timeline> branches;
    for (std::uint64_t key = 1; key <= time::detail::names_of_number + 1; ++key) {
        branches.push_back(time.branch(10));
        branches.back().add(5, {.target = entity_key{key}, .value = {0, 0, 1, 1}});
    }
    for (std::size_t number = 0; number < time::detail::names_of_number; ++number) {
        ASSERT_TRUE(time.merge(branches[number]));
    }
    const std::vector<entry> before = entries_of(time);
    EXPECT_FALSE(time.merge(branches.back()));
    EXPECT_EQ(entries_of(time), before);
    ASSERT_TRUE(time.merge(branches.front()));
    EXPECT_EQ(entries_of(time), before);
}

[[nodiscard]] toy_input impossible_input() {
    return {.target = entity_key{1}, .kind = static_cast<toy_input_kind>(99)};
}

TEST(timeline, refuses_an_input_that_cannot_be_and_changes_nothing) {
    std::vector<std::string> said;
    engine machine({.thread_count = 1,
                    .sink = {[](void* to, const log_message& message) {
                                 static_cast<std::vector<std::string>*>(to)->emplace_back(message.text);
                             },
                             &said}});
    xoshiro256 dice(4);
    toy_world world = random_scene(dice, false);
    world.set_machine(machine);
    toy_timeline time(std::move(world));
    time.advance(30);
    const std::uint64_t hash = time.hash(30);
    const auto refused = time.add(10, impossible_input());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.reason().message,
              "an input of author 0 for frame 10 cannot be: a toy can be pushed, created, "
              "destroyed, painted or spawned");
    EXPECT_EQ(said, (std::vector<std::string>{"an input is refused: " + refused.reason().message}));
    // One bad entry of a transaction refuses all of it.
    const entry good{.id = time.next_id(0), .when = {5, 6}, .input = random_input(dice)};
    const entry bad{.id = time.next_id(1), .when = {5, 6}, .input = impossible_input()};
    EXPECT_FALSE(time.apply(toy_timeline::transaction{}.add(good).add(bad)));
    EXPECT_FALSE(time.add({7, 7}, good.input)) << "it acts in no frame";
    EXPECT_EQ(time.journal().size(), 0U);
    EXPECT_EQ(time.hash(30), hash);
    EXPECT_FALSE(time.undo()) << "there is nothing to take back";
    ASSERT_TRUE(time.add(10, good.input));
    EXPECT_EQ(time.journal().size(), 1U);
}

// It once depended on how far the thread that seals had come.
TEST(timeline, forgets_the_same_whoever_seals) {
    for (const std::uint64_t frame : {59U, 60U, 300U, 699U, 5000U}) {
        std::vector<std::uint64_t> tails;
        for (const bool seals_in_background : {true, false}) {
            xoshiro256 dice(5);
            toy_timeline time(random_scene(dice, false), {.seals_in_background = seals_in_background});
            time.advance(700);
            time.forget_before(frame);
            tails.push_back(time.tail());
        }
        EXPECT_EQ(tails[0], tails[1]) << "forgetting before frame " << frame;
        EXPECT_EQ(tails[1], std::min<std::uint64_t>(frame / 60 * 60, 600));
    }
}

TEST(timeline, a_frame_that_is_not_known_is_a_failed_check) {
    xoshiro256 dice(6);
    toy_timeline time(random_scene(dice, false), {.seals_in_background = false});
    time.advance(200);
    time.forget_before(130);
    const auto known = time.known();
    engine machine({.thread_count = 1});
    EXPECT_DEATH((void)time.hash(119), "frame 119 is not known; expected 120 to 200");
    EXPECT_DEATH((void)time.hash(201), "frame 201 is not known; expected 120 to 200");
    EXPECT_DEATH((void)time.branch(119), "frame 119 is not known; expected 120 to 200");
    EXPECT_DEATH((void)time.branch(201), "frame 201 is not known; expected 120 to 200");
    EXPECT_DEATH((void)known->revive(119, machine), "frame 119 is not known; expected 120 to 200");
    EXPECT_DEATH((void)known->revive(201, machine), "frame 201 is not known; expected 120 to 200");
    EXPECT_DEATH((void)known->sources_at(0), "frame 0 is not known; expected 120 to 200");
    EXPECT_NE(time.hash(120), time.hash(200));
}

TEST(timeline, settings_that_are_not_possible_are_a_failed_check) {
    xoshiro256 dice(7);
    const toy_world world = random_scene(dice, false);
    engine machine({.thread_count = 1});
    const auto make = [&](const timeline_settings& settings) {
        toy_timeline(world.fork(machine), settings).advance(600);
    };
    EXPECT_DEATH(make({.frames_between_keyframes = 0}), "frames_between_keyframes is 0; expected 1 to 256");
    EXPECT_DEATH(make({.frames_between_keyframes = 257}),
                 "frames_between_keyframes is 257; expected 1 to 256");
    EXPECT_DEATH(make({.most_keyframes = 0}), "most_keyframes is 0; expected 2 or more");
    EXPECT_DEATH(make({.most_keyframes = 1}), "most_keyframes is 1; expected 2 or more");
    make({.frames_between_keyframes = 1, .most_keyframes = 2});
    make({.frames_between_keyframes = 256});
}

} // namespace
} // namespace orrery::test
