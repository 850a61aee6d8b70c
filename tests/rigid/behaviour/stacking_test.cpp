#include "scenes/builders/walls.hpp"
#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

TEST(stacking, a_stack_of_twenty_stands_still_for_half_a_minute) {
    playground ground(sleepless);
    const auto boxes = ground.add(scenes::stack(20));
    ground.run(1); // to settle into its contacts
    const auto began = positions(ground, boxes);
    ground.run(30);
    EXPECT_LT(largest_drift(ground, boxes, began), scalar(0.01)) << "one per cent of a box";
}

TEST(stacking, a_pyramid_does_not_creep) {
    playground ground(sleepless);
    const auto boxes = ground.add(scenes::pyramids(1, 30));
    const auto began = positions(ground, boxes);
    ground.run(10);
    scalar largest = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const vector3 moved = ground.position(boxes[i]) - began[i];
        largest = max(largest, length(vector3{moved.x, 0, moved.z}));
    }
    EXPECT_LT(largest, scalar(0.01));
}

TEST(stacking, a_pyramid_falls_asleep) {
    playground ground;
    const auto boxes = ground.add(scenes::pyramids(1, 30));
    ground.run(10);
    EXPECT_TRUE(std::all_of(boxes.begin(), boxes.end(), [&](entity each) { return ground.is_asleep(each); }));
}

TEST(stacking, a_house_of_cards_stands) {
    playground ground(sleepless);
    const auto cards = ground.add(scenes::house_of_cards(4));
    const auto began = positions(ground, cards);
    ground.run(10);
    EXPECT_LT(largest_drift(ground, cards, began), scalar(0.02));
}

TEST(stacking, a_light_box_carries_one_a_hundred_times_heavier) {
    playground ground(sleepless);
    scenes::scene stack = scenes::stack(4);
    stack.bodies.back().density = 100 * stack.bodies.front().density;
    const auto boxes = ground.add(stack);
    const auto began = positions(ground, boxes);
    ground.run(2);
    EXPECT_LT(largest_drift(ground, boxes, began), scalar(0.1)); // contacts give way a little
    const auto settled = positions(ground, boxes);
    ground.run(10);
    EXPECT_LT(largest_drift(ground, boxes, settled), scalar(0.005));
}

} // namespace
} // namespace orrery::test
