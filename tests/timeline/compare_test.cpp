#include "tests/core/property.hpp"
#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/compare.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using time::difference;
using time::difference_kind;
using time::frame_range;

// Frame by frame, body by body, from whole states.
[[nodiscard]] std::optional<difference> plain_difference(const plain_run& a, const plain_run& b) {
    for (std::size_t frame = 0; frame < std::min(a.frames.size(), b.frames.size()); ++frame) {
        std::optional<difference> lowest;
        const auto note = [&](entity_key key, difference_kind kind, std::uint32_t word) {
            if (!lowest || key < lowest->key) {
                lowest = difference{frame, key, kind, word};
            }
        };
        const auto find = [&](const plain_run& run, entity_key key) -> const toy_body* {
            const auto& bodies = run.frames[frame].state().bodies;
            const auto place = std::ranges::lower_bound(bodies, key, {}, &toy_body::key);
            return place != bodies.end() && place->key == key ? &*place : nullptr;
        };
        for (const toy_body& mine : a.frames[frame].state().bodies) {
            const toy_body* const theirs = find(b, mine.key);
            if (theirs == nullptr) {
                note(mine.key, difference_kind::only_in_first, 0);
            } else if (mine.motion != theirs->motion) {
                note(mine.key, difference_kind::motion,
                     mine.motion.x != theirs->motion.x               ? 0
                     : mine.motion.y != theirs->motion.y             ? 1
                     : mine.motion.speed_x != theirs->motion.speed_x ? 2
                                                                     : 3);
            } else if (!(*mine.form == *theirs->form)) {
                note(mine.key, difference_kind::form, 0);
            }
        }
        for (const toy_body& theirs : b.frames[frame].state().bodies) {
            if (find(a, theirs.key) == nullptr) {
                note(theirs.key, difference_kind::only_in_second, 0);
            }
        }
        if (lowest) {
            return lowest;
        }
    }
    return {};
}

TEST(compare, first_difference_is_the_one_that_a_plain_comparison_finds) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 dice(seed);
        toy_world world = random_scene(dice, false);
        const toy_snapshot first = world.snapshot();
        toy_timeline time(std::move(world), {.frames_between_keyframes = 20, .seals_in_background = false});
        time.advance(150);
        toy_timeline other = time.branch(uniform_below(dice, 150));
        other.add(uniform_below(dice, other.head() + 1), random_input(dice));
        other.advance(60);
        const plain_run mine(first, time.journal(), time.head());
        const plain_run theirs(first, other.journal(), other.head());
        const auto expected = plain_difference(mine, theirs);
        const auto found = time::first_difference(*time.known(), *other.known());
        PROPERTY_ASSERT(found.has_value() == expected.has_value());
        if (found) {
            PROPERTY_ASSERT(found->frame == expected->frame);
            PROPERTY_ASSERT(found->key == expected->key);
            PROPERTY_ASSERT(found->kind == expected->kind);
            PROPERTY_ASSERT(found->word == expected->word);
            // The two frames by themselves say the same.
            const auto there =
                time::first_difference(*time.known()->seek(found->frame), *other.known()->seek(found->frame));
            PROPERTY_ASSERT(there && there->key == found->key && there->word == found->word);
        }
    }));
}

TEST(compare, distances_are_nothing_up_to_the_edit_and_grow_after_it) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 1, 0});
    world.add(entity_key{2}, {1000, 0, 0, 0});
    toy_timeline time(std::move(world));
    time.advance(100);
    toy_timeline other = time.branch(100);
    other.add(50, {.target = entity_key{1}, .value = {.speed_x = 2, .speed_y = 0}});
    const auto apart = time::distances(*time.known(), *other.known(), entity_key{1}, frame_range::all());
    ASSERT_EQ(apart.size(), 101U);
    for (const auto& [frame, distance] : apart) {
        EXPECT_EQ(distance, frame <= 50 ? scalar(0) : static_cast<scalar>(2 * (frame - 50)));
    }
    EXPECT_TRUE(time::distances(*time.known(), *other.known(), entity_key{9}, frame_range::all()).empty());
    for (const auto& each : time::distances(*time.known(), *other.known(), entity_key{2}, {70, 90})) {
        EXPECT_EQ(each.distance, scalar(0));
    }
}

TEST(compare, says_who_is_in_one_course_only) {
    toy_world world;
    world.add(entity_key{1}, {0, 0, 1, 0});
    world.add(entity_key{2}, {1000, 0, 0, 0});
    toy_timeline time(std::move(world));
    time.advance(80);
    toy_timeline other = time.branch(40);
    other.add(20, {.target = entity_key{2}, .kind = toy_input_kind::destroy});
    other.add(30, {.target = entity_key{5}, .kind = toy_input_kind::create, .value = {-500, 0, 0, 0}});
    const auto at_30 = time::who_differs(*time.known(), *other.known(), 30);
    EXPECT_EQ(at_30.only_in_first, std::vector{entity_key{2}});
    EXPECT_TRUE(at_30.only_in_second.empty());
    const auto at_40 = time::who_differs(*time.known(), *other.known(), 40);
    EXPECT_EQ(at_40.only_in_second, std::vector{entity_key{5}});
    const auto at_10 = time::who_differs(*time.known(), *other.known(), 10);
    EXPECT_TRUE(at_10.only_in_first.empty() && at_10.only_in_second.empty());
}

} // namespace
} // namespace orrery::test
