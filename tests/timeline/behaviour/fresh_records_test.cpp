// The newest frames of a timeline, before they are compressed.
#include "tests/timeline/recorded_run.hpp"

#include <orrery/timeline/detail/fresh_records.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <utility>
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

constexpr std::size_t motion_bytes = sizeof(toy_motion);

[[nodiscard]] time::detail::fresh_records all_of(const recorded_run& run) {
    time::detail::fresh_records fresh;
    for (const toy_record& each : run.records) {
        auto taken = std::make_shared<time::detail::recorded_frame>();
        time::detail::take_record(each, *taken);
        fresh.add(std::move(taken));
    }
    return fresh;
}

[[nodiscard]] toy_motion motion_from(const std::byte* bytes) {
    toy_motion made;
    std::memcpy(&made, bytes, sizeof(made));
    return made;
}

// The motions of all in a frame; rest(key) is that of one that has not moved in these frames.
template <typename Rest>
[[nodiscard]] std::vector<toy_motion> read(const time::detail::fresh_records& fresh, std::uint64_t frame,
                                           Rest rest) {
    std::vector<toy_motion> motions(fresh.at(frame).who->keys.size());
    fresh.read(frame, motion_bytes, std::as_writable_bytes(std::span(motions)).data(),
               [&](entity_key key, std::byte* out) {
                   const toy_motion resting = rest(key);
                   std::memcpy(out, &resting, sizeof(resting));
               });
    return motions;
}

TEST(fresh_records, tell_of_everyone_in_every_frame) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const recorded_run run = run_of(seed, 60);
        const auto fresh = all_of(run);
        for (std::uint64_t frame = 0; frame <= 60; ++frame) {
            const toy_truth& truth = run.truth[frame];
            const std::vector<toy_motion> motions = read(fresh, frame, [](entity_key) {
                ADD_FAILURE() << "all are listed at first";
                return toy_motion{};
            });
            const auto& keys = fresh.at(frame).who->keys;
            ASSERT_EQ(keys.size(), truth.size());
            for (std::size_t row = 0; row < keys.size(); ++row) {
                ASSERT_EQ(motions[row], truth.at(keys[row]).motion);
                ASSERT_EQ(motion_from(fresh.find(keys[row], frame, motion_bytes)), motions[row]);
            }
        }
    }
}

TEST(fresh_records, ask_for_those_that_have_not_moved_since_before_them) {
    const recorded_run run = run_of(3, 60);
    auto fresh = all_of(run);
    fresh.remove_before(30);
    fresh.remove_after(50);
    EXPECT_EQ(fresh.frames(), (time::frame_range{30, 51}));
    std::size_t asked = 0;
    for (std::uint64_t frame = 30; frame <= 50; ++frame) {
        const std::vector<toy_motion> motions = read(fresh, frame, [&](entity_key key) {
            EXPECT_EQ(fresh.find(key, frame, motion_bytes), nullptr);
            ++asked;
            return run.truth[29].at(key).motion;
        });
        const auto& keys = fresh.at(frame).who->keys;
        for (std::size_t row = 0; row < keys.size(); ++row) {
            ASSERT_EQ(motions[row], run.truth[frame].at(keys[row]).motion);
        }
    }
    EXPECT_GT(asked, 0U);
}

TEST(place_among, is_the_number_of_keys_for_one_that_is_missing) {
    const std::vector<entity_key> keys{entity_key{2}, entity_key{5}, entity_key{9}};
    EXPECT_EQ(time::detail::place_among(keys, entity_key{5}), 1U);
    EXPECT_EQ(time::detail::place_among(keys, entity_key{6}), 3U);
    EXPECT_EQ(time::detail::place_among(keys, entity_key{10}), 3U);
}

} // namespace
} // namespace orrery::test
