// Questions about the past and the future, against whole states of a plain run.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/history.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using time::found;
using time::frame_range;

struct known_run {
    toy_timeline time;
    plain_run plain;
    std::shared_ptr<const time::history<toy_world>> known;
};

[[nodiscard]] known_run known_run_of(std::uint64_t seed, std::size_t track_bytes) {
    xoshiro256 dice(seed);
    toy_world world = random_scene(dice, true);
    const toy_snapshot first = world.snapshot();
    toy_timeline time(
        std::move(world),
        {.frames_between_keyframes = 20, .track_bytes = track_bytes, .seals_in_background = false});
    for (int count = 0; count < 10; ++count) {
        const std::uint64_t frame = uniform_below(dice, 100);
        time.add({frame, frame + 4}, random_input(dice));
    }
    time.advance(110);
    plain_run plain(first, time.journal(), time.head());
    auto known = time.known();
    return {std::move(time), std::move(plain), std::move(known)};
}

[[nodiscard]] const toy_body* find(const toy_snapshot& frame, entity_key key) {
    for (const toy_body& each : frame.state().bodies) {
        if (each.key == key) {
            return &each;
        }
    }
    return nullptr;
}

class history_test : public testing::TestWithParam<std::size_t> {
protected:
    known_run run = known_run_of(11, GetParam());
};

// With room for everything, and with room for so little that most is computed.
INSTANTIATE_TEST_SUITE_P(with_much_and_little_memory, history_test, testing::Values(100'000'000, 1));

TEST_P(history_test, at_and_trajectory_say_where_everyone_was) {
    const bool has_room = GetParam() > 1;
    EXPECT_EQ(run.known->reach(5), has_room ? found::recorded : found::computed);
    EXPECT_EQ(run.known->reach(109), found::recorded);
    for (const std::uint64_t key : {1, 7, 9, 20, 33, 60, 105, 999}) {
        const auto path = run.known->trajectory(entity_key{key}, {3, 500}, 4);
        std::size_t next = 0;
        for (std::uint64_t frame = 3; frame <= 110; frame += 4) {
            const toy_body* const body = find(run.plain.frames[frame], entity_key{key});
            const auto state = run.known->at(entity_key{key}, frame);
            ASSERT_EQ(static_cast<bool>(state), body != nullptr);
            if (body == nullptr) {
                ASSERT_EQ(state.how, found::no_such_entity);
                continue;
            }
            ASSERT_EQ(state->motion, body->motion);
            ASSERT_EQ(*state->form, *body->form);
            ASSERT_LT(next, path.size());
            ASSERT_EQ(path[next].frame, frame);
            ASSERT_EQ(path[next].where, body->motion);
            ++next;
        }
        EXPECT_EQ(next, path.size());
    }
}

TEST_P(history_test, first_finds_the_first_frame_of_an_entity_a_pair_or_a_whole_frame) {
    const auto is_right = [](const toy_motion& where) { return where.x > 60; };
    const auto are_level = [](const toy_motion& a, const toy_motion& b) { return a.y >= b.y; };
    for (std::uint64_t key = 1; key < 30; key += 4) {
        std::optional<std::uint64_t> one;
        std::optional<std::uint64_t> two;
        for (std::uint64_t frame = 10; frame < 100; ++frame) {
            const toy_body* const a = find(run.plain.frames[frame], entity_key{key});
            const toy_body* const b = find(run.plain.frames[frame], entity_key{key + 1});
            one = !one && a != nullptr && is_right(a->motion) ? frame : one;
            two = !two && a != nullptr && b != nullptr && are_level(a->motion, b->motion) ? frame : two;
        }
        ASSERT_EQ(run.known->first(entity_key{key}, {10, 100}, is_right), one);
        ASSERT_EQ(run.known->first(entity_key{key}, entity_key{key + 1}, {10, 100}, are_level), two);
    }
    const std::size_t at_first = run.plain.frames.front().state().bodies.size();
    std::optional<std::uint64_t> changed;
    for (std::uint64_t frame = 0; frame <= 110 && !changed; ++frame) {
        if (run.plain.frames[frame].state().bodies.size() != at_first) {
            changed = frame;
        }
    }
    EXPECT_EQ(run.known->first(frame_range::all(), [&](const auto& view) { return view.size() != at_first; }),
              changed);
}

TEST_P(history_test, says_what_lies_beyond_the_head) {
    EXPECT_EQ(run.known->at(entity_key{1}, 111).how, found::beyond_head);
    EXPECT_FALSE(run.known->seek(111));
    EXPECT_TRUE(run.known->trajectory(entity_key{1}, {111, 200}).empty());
}

TEST_P(history_test, existence_tells_in_which_frames_an_entity_is_there) {
    const frame_range asked{5, 500};
    for (std::uint64_t key = 1; key < 140; ++key) {
        std::vector<frame_range> expected;
        for (std::uint64_t frame = asked.first; frame <= run.known->head(); ++frame) {
            if (find(run.plain.frames[frame], entity_key{key}) == nullptr) {
                continue;
            }
            if (!expected.empty() && expected.back().end == frame) {
                ++expected.back().end;
            } else {
                expected.push_back(frame_range::one(frame));
            }
        }
        ASSERT_EQ(run.known->existence(entity_key{key}, asked), expected) << "key " << key;
    }
}

TEST(history, existence_has_an_interval_for_each_life_of_a_key) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 1, 0});
    world.add(entity_key{2}, {1000, 0, 0, 0});
    toy_timeline time(std::move(world), {.frames_between_keyframes = 10});
    time.advance(45);
    time.add(12, {.target = entity_key{1}, .kind = toy_input_kind::destroy});
    time.add(25, {.target = entity_key{1}, .kind = toy_input_kind::create, .value = {5, 5, 0, 0}});
    time.add(41, {.target = entity_key{1}, .kind = toy_input_kind::destroy});
    const auto known = time.known();
    EXPECT_EQ(known->existence(entity_key{1}, frame_range::all()),
              (std::vector<frame_range>{{0, 13}, {26, 42}}));
    EXPECT_EQ(known->existence(entity_key{1}, {30, 35}), (std::vector<frame_range>{{30, 35}}));
    EXPECT_EQ(known->existence(entity_key{2}, frame_range::all()), (std::vector<frame_range>{{0, 46}}));
    EXPECT_TRUE(known->existence(entity_key{3}, frame_range::all()).empty());
    EXPECT_TRUE(known->existence(entity_key{2}, {46, 99}).empty());
}

// In a sealed segment frames between two lives of a key were told of as if it had lived on.
TEST(history, paths_have_a_gap_where_an_entity_is_not_there) {
    for (const std::uint64_t between_keyframes : {10U, 60U}) {
        toy_world world;
        world.add(entity_key{1}, {0, 0, 1, 0});
        world.add(entity_key{2}, {1000, 0, 0, 0});
        toy_timeline time(std::move(world), {.frames_between_keyframes = between_keyframes});
        time.add(12, {.target = entity_key{1}, .kind = toy_input_kind::destroy});
        time.add(15, {.target = entity_key{1}, .kind = toy_input_kind::create, .value = {5, 5, 0, 0}});
        time.add(20, {.target = entity_key{1}, .kind = toy_input_kind::destroy});
        time.add(25, {.target = entity_key{1}, .kind = toy_input_kind::create, .value = {900, 0, 0, 0}});
        time.advance(130);
        time.seal();
        const auto known = time.known();
        std::vector<frame_range> lives;
        known->each_motion(entity_key{1}, {3, 50}, [&](std::uint64_t frame, const toy_motion& where) {
            const auto state = known->at(entity_key{1}, frame);
            ASSERT_TRUE(state) << "frame " << frame;
            EXPECT_EQ(where, state->motion);
            if (lives.empty() || lives.back().end != frame) {
                lives.push_back({frame, frame});
            }
            ++lives.back().end;
        });
        EXPECT_EQ(lives, (std::vector<frame_range>{{3, 13}, {16, 21}, {26, 50}}));
        EXPECT_EQ(lives, known->existence(entity_key{1}, {3, 50}));
        const auto is_there = [](const toy_motion&) { return true; };
        EXPECT_EQ(known->first(entity_key{1}, {21, 26}, is_there), std::nullopt);
        EXPECT_EQ(known->first(entity_key{1}, {13, 50}, is_there), 16);
        const auto are_there = [](const toy_motion&, const toy_motion&) { return true; };
        EXPECT_EQ(known->first(entity_key{2}, entity_key{1}, {21, 50}, are_there), 26);
        EXPECT_FALSE(known->closest_approach(entity_key{1}, entity_key{2}, {21, 26}));
        const auto pass = known->closest_approach(entity_key{1}, entity_key{2}, {13, 50});
        ASSERT_TRUE(pass);
        EXPECT_EQ(pass->frame, 26);
        EXPECT_EQ(pass->fraction, 0);
        EXPECT_TRUE(known->trajectory(entity_key{1}, {13, 16}).empty());
        EXPECT_TRUE(known->trajectory(entity_key{9}, {0, 50}).empty());
    }
}

// It divided by zero.
TEST(history, a_stride_of_zero_is_refused_with_a_sentence) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 1, 0});
    toy_timeline time(std::move(world));
    time.advance(5);
    const auto known = time.known();
    EXPECT_DEATH((void)known->trajectory(entity_key{1}, {0, 5}, 0), "expected at least 1");
}

TEST(history, a_burn_a_rewind_and_a_counter_burn_give_zero_speed) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 0, 0});
    toy_timeline time(std::move(world));
    time.advance(100);
    const toy_input burn{.target = entity_key{1}, .value = {.speed_x = 2, .speed_y = 1}};
    const toy_input counter_burn{.target = entity_key{1}, .value = {.speed_x = -2, .speed_y = -1}};
    time.add({20, 40}, burn);
    EXPECT_EQ(time.known()->at(entity_key{1}, 100)->motion.speed_x, 40);
    time.add({50, 70}, counter_burn);
    const toy_motion after = time.known()->at(entity_key{1}, 100)->motion;
    EXPECT_EQ(after.speed_x, 0);
    EXPECT_EQ(after.speed_y, 0);
    EXPECT_GT(after.x, 0);
    time.undo();
    time.undo();
    EXPECT_EQ(time.known()->at(entity_key{1}, 100)->motion, toy_motion{});
}

TEST(history, a_destroyed_source_is_back_when_rewound_and_gone_again_later) {
    toy_world world;
    world.add(entity_key{1}, {1000, 1000, 0, 0}, {.is_fixed = true, .is_source = true});
    world.add(entity_key{2}, {0, 0, 0, 0}, {.feels_sources = true});
    toy_timeline time(std::move(world), {.frames_between_keyframes = 10});
    time.advance(30);
    time.add(15, {.target = entity_key{1}, .kind = toy_input_kind::destroy});
    const auto speed_at = [&](std::uint64_t frame) {
        return time.known()->at(entity_key{2}, frame)->motion.speed_x;
    };
    EXPECT_TRUE(time.known()->at(entity_key{1}, 15));
    EXPECT_EQ(time.known()->at(entity_key{1}, 16).how, found::no_such_entity);
    // The step in which it goes still feels it as it was in the frame before.
    EXPECT_EQ(speed_at(16), 16);
    EXPECT_EQ(speed_at(30), 16);
    EXPECT_EQ(time.known()->sources_at(15).size(), 1U);
    EXPECT_TRUE(time.known()->sources_at(16).empty());
    toy_timeline rewound = time.branch(15);
    EXPECT_TRUE(rewound.known()->at(entity_key{1}, rewound.head()));
    rewound.advance(10);
    EXPECT_FALSE(rewound.known()->at(entity_key{1}, rewound.head()));
    time.undo();
    EXPECT_TRUE(time.known()->at(entity_key{1}, 30));
    EXPECT_EQ(speed_at(30), 30);
    EXPECT_TRUE(time.redo());
    EXPECT_FALSE(time.known()->at(entity_key{1}, 30));
}

} // namespace
} // namespace orrery::test
