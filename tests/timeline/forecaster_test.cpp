// A forecaster must know what a timeline that is advanced by hand knows, whatever else goes on meanwhile.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/timeline/forecaster.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using toy_forecaster = forecaster<toy_world>;
using transaction = toy_timeline::transaction;
using time::found;

constexpr auto long_enough = std::chrono::minutes(4); // what never comes is a failure, not a hanging test

class forecaster_test : public testing::TestWithParam<bool> {
protected:
    [[nodiscard]] static forecaster_settings settings(std::uint64_t horizon) {
        return {.horizon = horizon, .cpu_share = 1, .has_thread = GetParam()};
    }

    xoshiro256 dice{7};
    toy_world world = random_scene(dice, true);
    toy_snapshot first = world.snapshot();
};

INSTANTIATE_TEST_SUITE_P(with_and_without_a_thread, forecaster_test, testing::Bool());

TEST_P(forecaster_test, knows_what_a_timeline_advanced_by_hand_knows) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(150));
    ASSERT_TRUE(future.wait_for(150, long_enough));
    EXPECT_EQ(future.known()->head(), 150U);
    EXPECT_EQ(future.known()->at(entity_key{1}, 151).how, found::beyond_head);
    toy_timeline time = std::move(future).take();
    expect_equal(time, first);
}

TEST_P(forecaster_test, follows_the_present_and_waits_for_nothing_beyond_the_horizon) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(50));
    for (const std::uint64_t present : {0, 10, 35}) {
        future.set_present(present);
        ASSERT_TRUE(future.wait_for(present + 50, long_enough));
        EXPECT_EQ(future.progress().head, present + 50);
        EXPECT_EQ(future.progress().goal, present + 50);
        EXPECT_EQ(future.progress().present, present);
    }
    future.stop();
    EXPECT_GT(future.progress().frames_per_second, 0);
}

TEST_P(forecaster_test, takes_definitions_with_the_input_that_needs_them) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(60));
    ASSERT_TRUE(future.wait_for(60, long_enough));
    const toy_definition red{.form = {.color = 7}};
    const toy_input spawn = spawn_toy(entity_key{700}, definition_id(red), {500, 500, 0, 0});
    const forecast_edit without = future.post_add(time::frame_range::one(20), spawn);
    ASSERT_TRUE(future.wait_for(without, long_enough));
    EXPECT_FALSE(future.known()->at(entity_key{700}, 20));
    const toy_definition bad{.form = {.color = -1}};
    const forecast_edit refused = future.post_add(time::frame_range::one(30), spawn, 0, std::span(&bad, 1));
    ASSERT_TRUE(future.wait_for(refused, long_enough));
    EXPECT_FALSE(refused.outcome());
    const forecast_edit with = future.post_add(time::frame_range::one(30), spawn, 0, std::span(&red, 1));
    ASSERT_TRUE(future.wait_for(with, long_enough));
    ASSERT_TRUE(with.outcome()) << with.outcome().reason().message;
    ASSERT_TRUE(future.wait_for(60, long_enough));
    EXPECT_TRUE(future.known()->at(entity_key{700}, 25)) << "it holds in all frames";
    toy_timeline time = std::move(future).take();
    expect_equal(time, first);
}

TEST_P(forecaster_test, goes_on_when_the_horizon_is_moved) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(0));
    EXPECT_EQ(future.progress().goal, 0U);
    future.set_horizon(40);
    ASSERT_TRUE(future.wait_for(40, long_enough));
    EXPECT_EQ(future.progress().goal, 40U);
}

TEST_P(forecaster_test, goes_beyond_the_horizon_for_those_who_wait) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(10));
    const auto there = future.at_or_wait(entity_key{60}, 90, long_enough);
    EXPECT_EQ(there.how, found::recorded);
    EXPECT_EQ(there->motion, first.state().bodies[59].motion); // it is fixed
}

TEST_P(forecaster_test, calls_on_edit_done_once_for_each_change_that_was_made_or_refused) {
    std::atomic<int> calls{0};
    forecaster_settings with_call = settings(100);
    with_call.on_edit_done = [&] { ++calls; };
    toy_forecaster future(toy_timeline(std::move(world)), with_call);
    ASSERT_TRUE(future.wait_for(100, long_enough));
    EXPECT_EQ(calls, 0);
    const toy_input bad{.target = entity_key{1}, .kind = static_cast<toy_input_kind>(7)};
    (void)future.post_add({10, 20}, bad);
    (void)future.post_add({10, 20}, random_input(dice));
    (void)future.post_undo();
    ASSERT_TRUE(future.wait_for(100, long_enough));
    future.stop(); // the last call may come a little after its change is done
    EXPECT_EQ(calls, 3);
}

TEST_P(forecaster_test, an_input_that_cannot_be_is_refused_and_changes_nothing) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(100));
    const toy_input bad{.target = entity_key{1}, .kind = static_cast<toy_input_kind>(7)};
    const forecast_edit added = future.post_add({10, 20}, bad);
    const forecast_edit posted =
        future.post(transaction{}.add({.id = {3, 0}, .when = {10, 20}, .input = bad}));
    ASSERT_TRUE(future.wait_for(100, long_enough));
    for (const forecast_edit& each : {added, posted}) {
        ASSERT_TRUE(each.is_done());
        ASSERT_FALSE(each.outcome());
        EXPECT_NE(each.outcome().reason().message.find("cannot be"), std::string::npos);
    }
    toy_timeline time = std::move(future).take();
    EXPECT_EQ(time.journal().size(), 0U);
    expect_equal(time, first);
}

TEST_P(forecaster_test, edits_give_what_computing_everything_again_gives) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(300));
    std::vector<forecast_edit> edits;
    for (int round = 0; round < 40; ++round) {
        const std::uint64_t frame = uniform_below(dice, 200);
        switch (uniform_below(dice, 4)) {
        case 0:
            edits.push_back(future.post_undo());
            break;
        case 1:
            edits.push_back(future.post_redo());
            break;
        default:
            edits.push_back(future.post_add({frame, frame + 5}, random_input(dice)));
        }
        if (round % 8 == 0) {
            ASSERT_TRUE(future.wait_for(edits.back(), long_enough));
        }
    }
    ASSERT_TRUE(future.wait_for(300, long_enough));
    for (const forecast_edit& each : edits) {
        ASSERT_TRUE(each.is_done());
    }
    EXPECT_EQ(future.progress().edits_waiting, 0U);
    toy_timeline time = std::move(future).take();
    EXPECT_GT(time.journal().size(), 0U);
    expect_equal(time, first);
}

TEST_P(forecaster_test, refuses_what_the_timeline_refuses_and_says_why) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(20));
    const forecast_edit nothing_done = future.post_undo();
    const forecast_edit not_there = future.post(transaction{}.remove({.when = {3, 4}}));
    ASSERT_TRUE(future.wait_for(not_there, long_enough));
    EXPECT_EQ(nothing_done.outcome().reason().message, "there is nothing to undo");
    EXPECT_FALSE(not_there.outcome());
}

TEST_P(forecaster_test, after_it_was_stopped_knows_what_it_knew_and_refuses_edits) {
    toy_forecaster future(toy_timeline(std::move(world)), settings(20));
    ASSERT_TRUE(future.wait_for(20, long_enough));
    future.stop();
    future.set_present(100);
    const forecast_edit late = future.post_add({5, 6}, random_input(dice));
    ASSERT_TRUE(late.is_done());
    EXPECT_FALSE(late.outcome());
    EXPECT_FALSE(future.wait_for(30, long_enough));
    EXPECT_EQ(future.progress().state, forecast_state::stopped);
    EXPECT_EQ(future.known()->head(), 20U);
}

TEST_P(forecaster_test, gives_up_the_past_but_not_the_future_when_memory_is_short) {
    const toy_world start = world;
    toy_timeline all_of_it{toy_world(start)};
    all_of_it.advance(1200);
    const std::size_t room = all_of_it.known()->bytes() / 2;
    toy_timeline time(toy_world(start), {.track_bytes = room, .seals_in_background = false});
    toy_forecaster future(std::move(time), settings(1200));
    std::uint64_t present = 0;
    while (future.progress().head < 1200) {
        future.set_present(present);
        while (!future.wait_for(present + 60, std::chrono::milliseconds(10))) {
            if (future.progress().state == forecast_state::out_of_memory) {
                break;
            }
        }
        EXPECT_NE(future.known()->reach(present + 60), found::computed);
        present += 60;
    }
    future.stop();
    const auto known = future.known();
    EXPECT_EQ(known->reach(30), found::computed);
    for (const std::uint64_t frame : {0, 30, 61, 1000, 1200}) {
        for (std::uint64_t key = 1; key <= body_count; key += 7) {
            const auto mine = known->at(entity_key{key}, frame);
            const auto theirs = all_of_it.known()->at(entity_key{key}, frame);
            ASSERT_EQ(static_cast<bool>(mine), static_cast<bool>(theirs));
            if (mine) {
                ASSERT_EQ(mine->motion, theirs->motion);
            }
        }
    }
}

// Until its gate is opened, no step comes to its end.
class gated_world {
public:
    using input_type = toy_input;
    using event_type = toy_event;
    using snapshot_type = toy_snapshot;
    using motion_type = toy_motion;
    using form_type = toy_form;
    using source_type = toy_source;
    using box_type = aabb2;
    using model_type = toy_model;
    static constexpr std::size_t pose_words = toy_world::pose_words;

    static inline std::atomic<bool> is_open{true};
    static inline std::atomic<bool> is_someone_there{false};

    explicit gated_world(toy_world inside)
        : inside_(std::move(inside)) {}

    void step(std::span<const toy_input> inputs) {
        is_someone_there = !is_open;
        while (!is_open) {
            std::this_thread::yield();
        }
        inside_.step(inputs);
    }

    void record(frame_record<gated_world>& out, record_extent extent = record_extent::changes) {
        frame_record<toy_world> record;
        inside_.record(record, extent);
        out = {.frame = record.frame,
               .who = record.who,
               .moved = record.moved,
               .motions = record.motions,
               .reaches = record.reaches,
               .departed = record.departed,
               .events = record.events,
               .sources = record.sources};
    }

    [[nodiscard]] std::uint64_t frame() const { return inside_.frame(); }

    [[nodiscard]] toy_snapshot snapshot() const { return inside_.snapshot(); }

    void restore(const toy_snapshot& frame) { inside_.restore(frame); }

    [[nodiscard]] std::span<const toy_event> events() const { return inside_.events(); }

    [[nodiscard]] std::uint64_t hash() const { return inside_.hash(); }

    [[nodiscard]] static toy_model model() { return {}; }

    [[nodiscard]] static event_span span_of(const toy_event& what) { return toy_world::span_of(what); }

    [[nodiscard]] static std::array<entity_key, 2> keys_of(const toy_input& what) {
        return toy_world::keys_of(what);
    }

    [[nodiscard]] static status check_input(const toy_input& what) { return toy_world::check_input(what); }

    [[nodiscard]] engine& machine() const { return inside_.machine(); }

    [[nodiscard]] gated_world fork(engine& machine) const { return gated_world(inside_.fork(machine)); }

    void set_foreign_sources(std::span<const toy_source> sources) { inside_.set_foreign_sources(sources); }

private:
    toy_world inside_;
};

#if ORRERY_THREADS

TEST(forecaster, never_lets_the_caller_wait_while_an_edit_is_being_made) {
    xoshiro256 dice(3);
    const toy_world start = random_scene(dice, true);
    forecaster<gated_world> future(timeline<gated_world>(gated_world(start)),
                                   {.horizon = 100, .cpu_share = 1});
    ASSERT_TRUE(future.wait_for(100, long_enough));
    const auto before = future.known();
    gated_world::is_open = false;
    const forecast_edit held = future.post_add({10, 20}, random_input(dice));
    while (!gated_world::is_someone_there) {
        std::this_thread::yield();
    }
    // A step is being made now, and does not come to its end before we say so.
    const forecast_edit behind = future.post_add({30, 40}, random_input(dice));
    const forecast_edit last = future.post_undo();
    future.set_present(50);
    EXPECT_FALSE(behind.is_done());
    EXPECT_FALSE(last.is_done());
    EXPECT_EQ(future.progress().edits_waiting, 2U + (held.is_done() ? 0U : 1U));
    EXPECT_TRUE(future.known()->at(entity_key{5}, 10));
    EXPECT_EQ(before->head(), 100U);
    gated_world::is_open = true;
    EXPECT_TRUE(future.wait_for(150, long_enough));
    EXPECT_TRUE(last.is_done());
}

TEST(forecaster, is_read_on_four_threads_while_the_head_moves_and_edits_come) {
    xoshiro256 dice(5);
    toy_world world = random_scene(dice, true);
    const toy_snapshot first = world.snapshot();
    toy_forecaster future(toy_timeline(std::move(world), {.track_bytes = 30'000}),
                          {.horizon = 300, .cpu_share = 1});
    std::atomic<bool> is_over{false};
    std::atomic<std::uint64_t> answered{0};
    const auto read = [&](std::uint64_t seed) {
        xoshiro256 mine(seed);
        std::uint64_t found_count = 0;
        while (!is_over) {
            const auto known = future.known();
            const entity_key one{uniform_below(mine, body_count) + 1};
            const entity_key other{uniform_below(mine, body_count) + 1};
            const std::uint64_t frame = uniform_below(mine, known->head() + 5);
            const time::frame_range some{frame, frame + 30};
            found_count += known->at(one, frame) ? 1 : 0;
            found_count += known->seek(frame) ? 1 : 0;
            found_count += known->trajectory(one, some, 3).size();
            found_count += known->closest_approach(one, other, some) ? 1 : 0;
            found_count +=
                known->first(one, some, [](const toy_motion& where) { return where.x > 0; }) ? 1 : 0;
            known->events.of_entity(one, some, [&](const auto&) { ++found_count; });
            known->events.of_kind(0, some, [&](const auto&) { ++found_count; });
            (void)future.progress();
        }
        answered += found_count;
    };
    std::vector<std::thread> readers;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        readers.emplace_back(read, seed);
    }
    for (std::uint64_t round = 1; round <= 12; ++round) {
        future.set_present(10 * round);
        future.post_add({20 * round, 20 * round + 10}, random_input(dice));
        if (round % 4 == 0) {
            future.post_undo();
        }
        EXPECT_TRUE(future.wait_for(10 * round + 100, long_enough));
    }
    is_over = true;
    for (std::thread& each : readers) {
        each.join();
    }
    EXPECT_GT(answered, 0U);
    toy_timeline time = std::move(future).take();
    expect_equal(time, first);
}

#endif

TEST(forecaster, a_million_questions_change_nothing) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 1, 0});
    world.add(entity_key{2}, {300, 0, -1, 0});
    toy_forecaster future(toy_timeline(std::move(world)),
                          {.horizon = 400, .cpu_share = 1, .has_thread = false});
    ASSERT_TRUE(future.wait_for(400, long_enough));
    const auto known = future.known();
    xoshiro256 dice(1);
    std::uint64_t found_count = 0;
    for (int question = 0; question < 1'000'000; ++question) {
        found_count += known->at(entity_key{1 + uniform_below(dice, 2)}, uniform_below(dice, 400)) ? 1 : 0;
    }
    EXPECT_EQ(found_count, 1'000'000U);
    const toy_timeline time = std::move(future).take();
    toy_world again;
    again.add(entity_key{1}, {0, 0, 1, 0});
    again.add(entity_key{2}, {300, 0, -1, 0});
    while (again.frame() < 400) {
        again.step({});
    }
    EXPECT_EQ(time.hash(400), again.hash());
}

} // namespace
} // namespace orrery::test
