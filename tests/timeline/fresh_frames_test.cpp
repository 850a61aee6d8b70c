#include "tests/timeline/recorded_run.hpp"

#include <orrery/timeline/fresh_frames.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace orrery::test {
namespace {

[[nodiscard]] recorded_run run_of(std::uint64_t seed, std::uint64_t frames) {
    std::mt19937_64 random(seed);
    toy_world world = random_toy_world(random, 20);
    recorded_run run;
    run.take(world);
    while (world.frame() < frames) {
        world.step(random_toy_inputs(random, 20));
        run.take(world);
    }
    return run;
}

[[nodiscard]] time::fresh_frames<toy_world> all_of(const recorded_run& run) {
    time::fresh_frames<toy_world> fresh;
    for (const toy_record& each : run.records) {
        fresh.add(std::make_shared<const toy_record>(each));
    }
    return fresh;
}

TEST(fresh_frames, tell_of_everyone_in_every_frame) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const recorded_run run = run_of(seed, 60);
        const auto fresh = all_of(run);
        std::vector<toy_motion> motions;
        for (std::uint64_t frame = 0; frame <= 60; ++frame) {
            const toy_truth& truth = run.truth[frame];
            fresh.read(frame, motions, [](entity_key, toy_motion&) { FAIL() << "all are listed at first"; });
            const auto& keys = fresh.at(frame).who->keys;
            ASSERT_EQ(keys.size(), truth.size());
            for (std::size_t row = 0; row < keys.size(); ++row) {
                ASSERT_EQ(motions[row], truth.at(keys[row]).motion);
                ASSERT_EQ(*fresh.find(keys[row], frame), motions[row]);
            }
        }
    }
}

TEST(fresh_frames, ask_for_those_that_have_not_moved_since_before_them) {
    const recorded_run run = run_of(3, 60);
    auto fresh = all_of(run);
    fresh.remove_before(30);
    fresh.remove_after(50);
    EXPECT_EQ(fresh.frames(), (time::frame_range{30, 51}));
    std::vector<toy_motion> motions;
    std::size_t asked = 0;
    for (std::uint64_t frame = 30; frame <= 50; ++frame) {
        fresh.read(frame, motions, [&](entity_key key, toy_motion& out) {
            EXPECT_EQ(fresh.find(key, frame), nullptr);
            out = run.truth[29].at(key).motion;
            ++asked;
        });
        const auto& keys = fresh.at(frame).who->keys;
        for (std::size_t row = 0; row < keys.size(); ++row) {
            ASSERT_EQ(motions[row], run.truth[frame].at(keys[row]).motion);
        }
    }
    EXPECT_GT(asked, 0U);
}

TEST(place_of, is_the_number_of_keys_for_one_that_is_missing) {
    const std::vector<entity_key> keys{entity_key{2}, entity_key{5}, entity_key{9}};
    EXPECT_EQ(time::place_of(keys, entity_key{5}), 1U);
    EXPECT_EQ(time::place_of(keys, entity_key{6}), 3U);
    EXPECT_EQ(time::place_of(keys, entity_key{10}), 3U);
}

} // namespace
} // namespace orrery::test
