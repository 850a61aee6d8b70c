// Timelines that are allowed hardly any memory for tracks, and are changed in frames whose tracks they have
// given up.
#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace orrery::test {
namespace {

class given_up_tracks : public testing::Test {
protected:
    [[nodiscard]] toy_timeline made(std::uint64_t frames) {
        toy_world world = random_scene(dice_, false);
        first_ = world.snapshot();
        toy_timeline time(std::move(world),
                          {.frames_between_keyframes = 20, .track_bytes = 1, .seals_in_background = false});
        time.advance(frames);
        EXPECT_EQ(time.known()->reach(50), time::found::computed);
        return time;
    }

    // One that matters to somebody.
    [[nodiscard]] static toy_input push(std::uint64_t key) {
        return {.target = entity_key{key}, .kind = toy_input_kind::push, .value = {0, 0, 3, -2}};
    }

    xoshiro256 dice_{1};
    toy_snapshot first_;
};

TEST_F(given_up_tracks, a_change_of_their_frames_is_computed_again) {
    toy_timeline time = made(110);
    time.add(50, push(1));
    EXPECT_FALSE(time.last_rewrite().was_local);
    expect_equal(time, first_);
    time.advance(50);
    expect_equal(time, first_);
}

TEST_F(given_up_tracks, a_change_without_the_head_goes_on_from_there) {
    toy_world world = random_scene(dice_, false);
    first_ = world.snapshot();
    toy_timeline time(std::move(world), {.frames_between_keyframes = 20,
                                         .track_bytes = 1,
                                         .seals_in_background = false,
                                         .keeps_head = false});
    time.advance(110);
    time.add(50, push(1));
    EXPECT_LT(time.head(), 110u);
    time.advance(60);
    expect_equal(time, first_);
}

TEST_F(given_up_tracks, a_branch_from_any_of_their_frames_goes_on) {
    const toy_timeline time = made(110);
    for (std::uint64_t frame = 0; frame <= time.head(); frame += 7) {
        toy_timeline other = time.branch(frame);
        other.advance(45);
        ASSERT_NO_FATAL_FAILURE(expect_equal(other, first_)) << "from frame " << frame;
        other.add(frame / 2, push(2));
        ASSERT_NO_FATAL_FAILURE(expect_equal(other, first_)) << "from frame " << frame;
    }
}

TEST_F(given_up_tracks, a_branch_that_is_changed_there_is_merged) {
    toy_timeline time = made(110);
    toy_timeline other = time.branch(30);
    other.add(10, push(3));
    other.advance(40);
    ASSERT_TRUE(time.merge(other));
    expect_equal(time, first_);
}

TEST_F(given_up_tracks, changes_there_are_undone_and_done_again) {
    toy_timeline time = made(110);
    for (const std::uint64_t frames : {0u, 25u}) {
        time.add(50, push(1));
        time.add(30, push(4));
        time.advance(frames);
        ASSERT_TRUE(time.undo() && time.undo());
        expect_equal(time, first_);
        time.advance(frames);
        ASSERT_TRUE(time.redo() && time.redo());
        expect_equal(time, first_);
    }
}

TEST_F(given_up_tracks, are_in_a_recording_as_they_would_have_been) {
    engine machine({.thread_count = 1});
    rigid::world first(machine);
    scenes::add_to_world(scenes::separate_piles(2, 2), first);
    const auto kick = [](std::uint64_t key) {
        return rigid::input{
            .target = entity_key{key}, .kind = rigid::input_kind::impulse, .value = {900, 1500, 0}};
    };
    timeline<rigid::world> time(
        first.fork(machine),
        {.frames_between_keyframes = 20, .track_bytes = 1, .seals_in_background = false});
    auto file = time::recorder<rigid::world>::create_in_memory(time.world()).value();
    time.advance(110);
    ASSERT_TRUE(file.write(time)) << "most of it was given up before";
    time.add(50, kick(1)); // and what was written is given up once more
    time.advance(60);
    ASSERT_TRUE(file.close(time));
    auto reader = time::recording_reader::open(mapped_file(file.take_bytes()), "given up");
    const auto recording = time::recording<rigid::world>::open(std::move(*reader), first).value();
    EXPECT_EQ(recording.frames().end, time.head() + 1);
    EXPECT_TRUE(recording.verify()->is_same());
    timeline<rigid::world> resumed = recording.resume({.frames_between_keyframes = 20}).value();
    resumed.add(30, kick(25));
    time.add(30, kick(25));
    EXPECT_TRUE(resumed.last_rewrite().was_local);
    EXPECT_FALSE(time.last_rewrite().was_local);
    EXPECT_EQ(resumed.world().hash(), time.world().hash());
}

} // namespace
} // namespace orrery::test
