#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/contact.hpp>

#include <gtest/gtest.h>

#include <numeric>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(contact, carries_the_weight_of_what_rests) {
    small_world in;
    const entity floor = in.add_floor();
    const entity crate = in.add({.position = {0, scalar(0.5), 0},
                                 .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                 .mass = scalar(10),
                                 .key = entity_key{1}});
    in.run(60);
    ASSERT_EQ(in.world.registry().count<contact>(), 1u);
    in.world.registry().view<const contact>().each([&](const contact& memory) {
        EXPECT_EQ(memory.a, crate);
        EXPECT_EQ(memory.b, floor);
        EXPECT_EQ(memory.count, 4);
        const scalar total =
            std::accumulate(memory.normal_impulses.begin(), memory.normal_impulses.end(), scalar(0));
        EXPECT_NEAR(total, 10 * 9.81 / 240, 0.01) << "in one of the four sub-steps";
        EXPECT_LT(memory.friction_impulse.x, 0.01);
    });
}

TEST(contact, knows_which_parts_of_compounds_touch) {
    small_world in;
    in.add_floor();
    const compound::child feet[] = {{sphere(scalar(0.5)), {{-2, 0, 0}, {}}},
                                    {sphere(scalar(0.5)), {{2, 0, 0}, {}}}};
    const shape pair = in.world.shapes().add_compound(feet).value();
    in.add({.position = {0, scalar(0.5), 0}, .shape = pair, .key = entity_key{1}});
    in.run(30);
    ASSERT_EQ(in.world.registry().count<contact>(), 2u);
    std::uint32_t children = 0;
    in.world.registry().view<const contact>().each(
        [&](const contact& memory) { children |= 1u << memory.child_a; });
    EXPECT_EQ(children, 3u);
}
