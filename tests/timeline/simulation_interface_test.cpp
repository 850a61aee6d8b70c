#include "tests/timeline/toy_timeline.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/timeline/simulation_adapter.hpp>
#include <orrery/timeline/simulation_interface.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace orrery::test {
namespace {

// Whatever is behind the interface.
void step_empty(time::simulation_interface& world, std::uint64_t frames) {
    for (std::uint64_t frame = 0; frame < frames; ++frame) {
        world.step({});
    }
}

TEST(simulation_interface, copies_of_a_world_go_through_the_same_frames) {
    xoshiro256 dice(5);
    const std::unique_ptr<time::simulation_interface> one =
        std::make_unique<time::simulation_adapter<toy_world>>(random_scene(dice, true));
    engine machine({.thread_count = 1});
    const auto other = one->fork(machine);
    step_empty(*one, 30);
    step_empty(*other, 30);
    EXPECT_EQ(one->hash(), other->hash());
    EXPECT_EQ(&other->machine(), &machine);
    step_empty(*other, 5);
    other->restore(one->snapshot());
    EXPECT_EQ(other->frame(), one->frame());
    EXPECT_EQ(one->hash(), other->hash());
}

} // namespace
} // namespace orrery::test
