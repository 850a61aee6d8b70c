#include <orrery/timeline/keyframe_list.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace orrery::time {
namespace {

using list = keyframe_list<std::uint64_t>;

[[nodiscard]] list every(std::uint64_t spacing, std::uint64_t end) {
    list all;
    for (std::uint64_t frame = 0; frame < end; frame += spacing) {
        all.put(frame, 10 * frame);
    }
    return all;
}

TEST(keyframe_list, finds_its_neighbours_and_replaces_frames) {
    list all = every(10, 100);
    EXPECT_EQ(all.last_before(39).frame, 30U);
    EXPECT_EQ(all.last_before(40).state, 400U);
    EXPECT_EQ(all.first_after(40)->frame, 50U);
    EXPECT_EQ(all.first_after(90), nullptr);
    const list copy = all;
    all.put(40, 7);
    EXPECT_EQ(all.last_before(45).state, 7U);
    EXPECT_EQ(copy.last_before(45).state, 400U);
    EXPECT_EQ(all.frames().size(), 10U);
    all.remove_after(50);
    EXPECT_EQ(all.first_after(50), nullptr);
    all.forget_before(30);
    EXPECT_EQ(all.frames().front()->frame, 30U);
    EXPECT_EQ(copy.frames().size(), 10U);
}

TEST(keyframe_list, thinning_keeps_the_first_and_gaps_in_proportion_to_their_age) {
    list all;
    constexpr std::size_t most = 40;
    std::uint64_t last = 0;
    for (std::uint64_t frame = 0; frame <= 216'000; frame += 60) { // an hour
        all.put(frame, frame);
        all.thin_to(most);
        last = frame;
    }
    const auto& frames = all.frames();
    ASSERT_EQ(frames.size(), most);
    EXPECT_EQ(frames.front()->frame, 0U);
    EXPECT_EQ(frames.back()->frame, last);
    for (std::size_t number = 1; number < frames.size(); ++number) {
        const std::uint64_t gap = frames[number]->frame - frames[number - 1]->frame;
        const std::uint64_t age = last - frames[number - 1]->frame;
        EXPECT_LE(gap, age / 2 + 60) << "at frame " << frames[number]->frame;
    }
}

TEST(keyframe_list, thinning_before_a_frame_leaves_multiples_and_the_first) {
    list all;
    for (std::uint64_t frame = 7; frame < 100; ++frame) {
        all.put(frame, frame);
    }
    all.thin_before(80, 20);
    std::vector<std::uint64_t> left;
    for (const auto& each : all.frames()) {
        if (each->frame < 80) {
            left.push_back(each->frame);
        }
    }
    EXPECT_EQ(left, (std::vector<std::uint64_t>{7, 20, 40, 60}));
    EXPECT_EQ(all.frames().size(), 4U + 20U);
}

} // namespace
} // namespace orrery::time
