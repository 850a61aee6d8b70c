// Law 1 and law 3 for whole worlds: the same inputs give the same bits on any number of threads, at any SIMD
// width, and from any frame one goes back to.
#include "scenes/builders/piles.hpp"
#include "tests/core/property.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/core/registry/registry_archive.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr int frames = 150;

const scenes::scene& some_pile() {
    static const scenes::scene made = scenes::pile_of_everything({4, 4});
    return made;
}

std::vector<std::uint64_t> history(const engine_settings& machine) {
    playground ground({}, machine);
    ground.add(some_pile());
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < frames; ++frame) {
        ground.step();
        hashes.push_back(ground.world().hash());
    }
    return hashes;
}

TEST(replay, any_number_of_threads_gives_the_same_bits) {
    const auto expected = history({.thread_count = 1});
    for (const std::uint32_t threads : {2u, 3u, 4u}) {
        EXPECT_EQ(history({.thread_count = threads}), expected) << threads;
    }
}

TEST(replay, every_simd_width_gives_the_same_bits) {
    const auto expected = history({.thread_count = 1, .simd_level = simd::level::scalar});
    for (const simd::level width : simd::all_levels) {
        EXPECT_EQ(history({.thread_count = 1, .simd_level = width}), expected) << simd::name(width);
    }
}

// A run with all its frames.
class recording {
public:
    recording() {
        ground.add(some_pile());
        frames.push_back(ground.world().snapshot());
        for (int frame = 0; frame < orrery::test::frames; ++frame) {
            ground.step();
            frames.push_back(ground.world().snapshot());
        }
    }

    playground ground;
    std::vector<rigid::world_snapshot> frames;
};

recording& recorded() {
    static recording made;
    return made;
}

// Goes on from a frame in this world for some frames and compares.
void goes_on_the_same(rigid::world& world, std::size_t from) {
    const auto& frames_seen = recorded().frames;
    const std::size_t last = std::min(from + 20, frames_seen.size() - 1);
    for (std::size_t frame = from; frame <= last; ++frame) {
        PROPERTY_ASSERT(world.frame() == frames_seen[frame].frame());
        PROPERTY_ASSERT(world.registry().hash() == frames_seen[frame].hash());
        world.step();
    }
}

std::size_t any_frame() {
    return property::in_range<std::size_t>(0, static_cast<std::size_t>(frames));
}

TEST(replay, going_back_to_any_frame_gives_the_same_future) {
    EXPECT_TRUE(property::holds([] {
        const std::size_t frame = any_frame();
        rigid::world& world = recorded().ground.world();
        world.restore(recorded().frames[frame]);
        goes_on_the_same(world, frame);
    }));
}

TEST(replay, another_world_goes_on_from_any_frame_with_the_same_bits) {
    playground other;
    other.add(some_pile()); // for the hulls; the bodies are replaced
    other.step(3);
    EXPECT_TRUE(property::holds([&] {
        const std::size_t frame = any_frame();
        other.world().restore(recorded().frames[frame]);
        goes_on_the_same(other.world(), frame);
    }));
}

TEST(replay, a_world_goes_on_from_bytes_with_the_same_bits) {
    playground other;
    other.add(some_pile());
    EXPECT_TRUE(property::holds([&] {
        const std::size_t frame = any_frame();
        const auto& seen = recorded().frames;
        byte_writer image;
        save_state(image, seen[frame].state());
        byte_reader reader(image.bytes());
        PROPERTY_ASSERT(load_state(reader, other.state()).is_ok());
        const std::size_t last = std::min(frame + 20, seen.size() - 1);
        for (std::size_t later = frame; later <= last; ++later) {
            PROPERTY_ASSERT(other.state().hash() == seen[later].hash());
            other.step();
        }
    }));
}

} // namespace
} // namespace orrery::test
