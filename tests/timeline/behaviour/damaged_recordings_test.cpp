// Recordings with blocks that are lost, or that somebody has forged with the right checksums: whatever is
// read of them is what was recorded, or is refused with a reason.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using rigid_recording = time::recording<rigid::world>;
using time::block_kind;
using time::frame_range;
using time::recorded_block;

constexpr entity_key fallen{2};

class damaged_recordings : public testing::Test {
protected:
    [[nodiscard]] rigid::world make() {
        rigid::world made(machine, {.sleep_seconds = scalar(0.1)});
        (void)make_body(made, {.kind = rigid::body_kind::fixed, .shape = rigid::plane()});
        (void)make_body(made, {.position = {0, 3, 0},
                               .shape = rigid::box(vector3::filled(scalar(0.5))),
                               .material = rigid::material{.restitution = scalar(0.5)},
                               .key = fallen});
        return made;
    }

    // Four hundred frames, some of them changed after they were written.
    [[nodiscard]] std::vector<std::byte> record(bool is_closed) {
        timeline<rigid::world> time(make(), {.frames_between_keyframes = 8, .seals_in_background = false});
        auto file = time::recorder<rigid::world>::create_in_memory(time.world()).value();
        EXPECT_TRUE(
            time.add(120, {.target = fallen, .kind = rigid::input_kind::velocity, .value = {0, 3, 2}}));
        time.advance(400);
        EXPECT_TRUE(file.write(time));
        if (is_closed) {
            EXPECT_TRUE(file.close(time));
        }
        return file.take_bytes();
    }

    [[nodiscard]] rigid_recording open(std::vector<std::byte> bytes) {
        return rigid_recording::open(
                   time::recording_reader::open(mapped_file(std::move(bytes)), "damaged").value(), make())
            .value();
    }

    // The same recording with what `forge(block, content, add)` adds behind each block.
    template <typename Forge>
    [[nodiscard]] rigid_recording forged(Forge forge) {
        const auto good = time::recording_reader::open(mapped_file(record(true)), "good").value();
        auto file = time::recording_writer::create_in_memory(*good.header()).value();
        const auto add = [&](block_kind kind, frame_range frames, std::span<const std::byte> content) {
            EXPECT_TRUE(file.add(kind, frames, content));
        };
        for (const recorded_block& block : good.blocks()) {
            const std::vector<std::byte> content = good.read(block).value();
            add(block.kind, block.frames, content);
            forge(block, content, add);
        }
        EXPECT_TRUE(file.close());
        return open(file.take_bytes());
    }

    engine machine{{.thread_count = 1, .level = log_level::error}};
};

// Tracks behind it were read with the pages of the segment before it.
TEST_F(damaged_recordings, without_some_tracks_have_all_other_frames_or_refuse_them) {
    const std::vector<std::byte> whole = record(false);
    const rigid_recording good = open(whole);
    std::uint64_t longest_gap = 0;
    for (const recorded_block& lost : good.file().blocks()) {
        if (lost.kind != block_kind::tracks) {
            continue;
        }
        std::vector<std::byte> bytes = whole;
        const std::uint64_t size = 2 * 64 + (lost.stored_bytes + 7) / 8 * 8; // with both labels
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(lost.offset), size, std::byte{0});
        const rigid_recording bad = open(std::move(bytes));
        std::uint64_t refused = 0;
        for (std::uint64_t frame = good.frames().first; frame < good.frames().end; ++frame) {
            const auto found = bad.at(fallen, frame);
            refused += found ? 0 : 1;
            ASSERT_TRUE(!found || found->motion == good.at(fallen, frame)->motion)
                << "frame " << frame << " without the " << describe(lost);
        }
        EXPECT_GE(refused, lost.frames.size());
        longest_gap = std::max(longest_gap, refused);
    }
    // What begins a group does not need what is before it.
    EXPECT_LE(longest_gap, 8 * time::segments_a_group);
}

// Their events were appended, which stopped the program with a failed check.
TEST_F(damaged_recordings, with_events_of_one_frame_in_two_blocks_have_those_of_the_first) {
    std::size_t longer = 0;
    const rigid_recording bad =
        forged([&](const recorded_block& block, std::span<const std::byte> content, const auto& add) {
            if (block.kind == block_kind::events && block.frames.first > 0 && content.size() > 20) {
                add(block.kind, {block.frames.first - 1, block.frames.end}, content);
                ++longer;
            }
        });
    ASSERT_GT(longer, 0u);
    EXPECT_GT(bad.events().size(), 0u);
    const auto found = bad.verify();
    EXPECT_TRUE(!found || !found->is_same());
}

// revive() stepped from there to the frame that the label named, which took for ever.
TEST_F(damaged_recordings, with_a_keyframe_of_another_frame_than_its_label_says_refuse_it) {
    bool is_first = true;
    const auto far = [&](const recorded_block& block, std::span<const std::byte> content, const auto& add) {
        if (block.kind == block_kind::keyframe && std::exchange(is_first, false)) {
            add(block.kind, frame_range::one(std::uint64_t{1} << 40), content);
        }
    };
    const auto resumed = forged(far).resume();
    ASSERT_FALSE(resumed);
    EXPECT_NE(resumed.reason().message.find("1099511627776"), std::string::npos) << resumed.reason().message;

    std::vector<std::byte> last;
    for (const rigid_recording good = open(record(true));
         const recorded_block& block : good.file().blocks()) {
        if (block.kind == block_kind::keyframe && block.content_bytes > 0) {
            last = good.file().read(block).value();
        }
    }
    is_first = true;
    const auto other = [&](const recorded_block& block, std::span<const std::byte>, const auto& add) {
        if (block.kind == block_kind::keyframe && std::exchange(is_first, false)) {
            add(block.kind, block.frames, last);
        }
    };
    rigid::world revived = make();
    const std::uint64_t hash = revived.hash();
    const status answer = forged(other).revive(revived, 5);
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("holds frame"), std::string::npos) << answer.reason().message;
    EXPECT_EQ(revived.frame(), 0u);
    EXPECT_EQ(revived.hash(), hash);
}

} // namespace
} // namespace orrery::test
