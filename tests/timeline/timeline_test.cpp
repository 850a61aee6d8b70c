// The time database against the simplest thing that could do the same: computing everything again.
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
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
    EXPECT_TRUE(rc::check([](std::uint64_t seed, bool has_sources) {
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
                entries.push_back(time.add({frame, frame + length}, random_input(dice)));
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
    const entry said = time.add(5, random_input(dice), 1);
    time.advance(20);
    toy_timeline again = toy_timeline::from(*time.known());
    EXPECT_NE(again.next_id(1), said.id);
    EXPECT_NE(again.add(5, random_input(dice), 1).id, said.id);
}

} // namespace
} // namespace orrery::test
