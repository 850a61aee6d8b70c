#include "playground.hpp"
#include "scenes/piles.hpp"
#include "tests/core/allocation_count.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

TEST(allocation, a_warm_step_takes_nothing_from_the_heap) {
    for (const std::uint32_t threads : {1u, 2u}) {
        playground ground(sleepless, {.thread_count = threads});
        ground.add(scenes::pile_of_everything({4, 4}));
        ground.run(8); // until the pile has come to rest
        EXPECT_EQ(allocations_during([&] { ground.step(10); }), 0) << threads << " threads";
    }
}

TEST(allocation, a_warm_record_takes_nothing_from_the_heap) {
    playground ground(sleepless);
    ground.add(scenes::pile_of_everything({4, 4}));
    frame_record<rigid::world> frame;
    for (int step = 0; step < 480; ++step) {
        ground.step();
        ground.world().record(frame);
    }
    ground.step();
    EXPECT_EQ(allocations_during([&] { ground.world().record(frame); }), 0);
}

} // namespace
} // namespace orrery::test
