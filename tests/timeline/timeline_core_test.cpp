#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/timeline_core.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace orrery::test {
namespace {

[[nodiscard]] time::timeline_core core_of(toy_world world) {
    return time::timeline_core(std::make_unique<time::simulation_adapter<toy_world>>(std::move(world)),
                               {.frames_between_keyframes = 20});
}

[[nodiscard]] time::detail::journal_item core_entry(time::entry_id id, std::uint64_t frame,
                                                    const toy_input& input) {
    return time::detail::item_of(
        time::journal_entry<toy_input>{.id = id, .when = {frame, frame + 1}, .input = input});
}

// Nothing here but the first line knows that there are toys in it.
TEST(timeline_core, goes_through_what_a_typed_timeline_goes_through) {
    xoshiro256 dice(11);
    const toy_world scene = random_scene(dice, false);
    toy_timeline typed(scene, {.frames_between_keyframes = 20});
    time::timeline_core core = core_of(scene);
    typed.advance(90);
    core.advance(90);
    ASSERT_EQ(core.hash(90), typed.hash(90));
    for (std::uint32_t number = 0; number < 20; ++number) {
        const std::uint64_t frame = uniform_below(dice, 90);
        const toy_input input = random_input(dice);
        ASSERT_TRUE(typed.add(frame, input));
        ASSERT_TRUE(core.add(core_entry(core.next_id(0), frame, input)));
        ASSERT_EQ(core.hash(90), typed.hash(90));
        ASSERT_EQ(core.last_rewrite().entity_frames, typed.last_rewrite().entity_frames);
    }
    ASSERT_TRUE(core.undo());
    ASSERT_TRUE(typed.undo());
    EXPECT_EQ(core.hash(90), typed.hash(90));
    EXPECT_EQ(core.known()->frames(), typed.known()->frames());
    EXPECT_EQ(core.journal().size(), 19U);
}

TEST(timeline_core, refuses_what_the_world_refuses) {
    time::timeline_core core = core_of(toy_world{});
    core.advance(5);
    EXPECT_FALSE(core.apply({.added = {core_entry({1, 0}, 2, {.kind = static_cast<toy_input_kind>(99)})}}));
    EXPECT_FALSE(core.apply({.removed = {core_entry({1, 0}, 2, {})}}));
    EXPECT_EQ(core.journal().size(), 0U);
    EXPECT_FALSE(core.undo());
}

TEST(timeline_core, branches_and_merges_under_other_names) {
    time::timeline_core core = core_of(toy_world{});
    core.advance(30);
    time::timeline_core branch = core.branch(10);
    ASSERT_TRUE(
        branch.add(core_entry({1, 0}, 12, {.target = entity_key{5}, .kind = toy_input_kind::create})));
    ASSERT_TRUE(core.add(core_entry({1, 0}, 12, {.target = entity_key{6}, .kind = toy_input_kind::create})));
    ASSERT_TRUE(core.merge(branch));
    ASSERT_TRUE(core.merge(branch)); // what is there does not come again
    EXPECT_EQ(core.journal().size(), 2U);
    std::size_t there = 0;
    core.known()->read_entity(entity_key{5}, 20,
                              [&](const auto&, std::size_t, const std::byte*) { ++there; });
    EXPECT_EQ(there, 1U);
}

} // namespace
} // namespace orrery::test
