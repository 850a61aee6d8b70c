#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr scalar weight = 5 * scalar(9.81);

entity add_weight(small_world& in, scalar x, entity_key key) {
    return in.add({.position = {x, -1, 0},
                   .shape = box({scalar(0.2), scalar(0.2), scalar(0.2)}),
                   .mass = scalar(5),
                   .may_sleep = false,
                   .key = key});
}

// How many steps a joint lives, at most 120.
int life_of(small_world& in, entity joint) {
    int steps = 0;
    while (steps < 120 && in.world.registry().valid(joint)) {
        in.world.step();
        ++steps;
    }
    return steps;
}

} // namespace

TEST(breakable, a_rope_tears_at_a_weight_it_cannot_bear_and_not_at_one_percent_less) {
    for (const scalar share : {scalar(0.99), scalar(1.01)}) {
        small_world in;
        const entity body = add_weight(in, 0, entity_key{1});
        const entity rope = make_joint(in.world, distance_joint{.a = body, .shortest = 0}).value();
        in.world.registry().emplace<breakable>(rope, breakable{.force = weight * share});
        const int steps = life_of(in, rope);
        if (share > 1) {
            EXPECT_EQ(steps, 120);
            EXPECT_NEAR(in.position(body).y, -1, 0.01);
            continue;
        }
        EXPECT_LT(steps, 30);
        ASSERT_EQ(in.world.events().size(), 1u);
        const event& told = in.world.events()[0];
        EXPECT_EQ(told.kind, event_kind::joint_broke);
        EXPECT_EQ(told.key_a, entity_key{1});
        EXPECT_NEAR(told.impulse, weight / 240, 0.02 * weight / 240);
        const scalar speed = in.velocity(body).y;
        in.run(60);
        EXPECT_NEAR(in.velocity(body).y, speed - scalar(9.81), 0.01) << "it falls freely";
    }
}

TEST(breakable, a_beam_breaks_by_the_torque_at_its_root) {
    // The weight hangs a metre beside the root: the torque is as large as the force, in N m.
    for (const scalar share : {scalar(0.98), scalar(1.02)}) {
        small_world in;
        const entity body = add_weight(in, 1, entity_key{1});
        const entity beam =
            make_joint(in.world, fixed_joint{.a = body, .pivot_a = {-1, 0, 0}, .pivot_b = {0, -1, 0}})
                .value();
        in.world.registry().emplace<breakable>(beam, breakable{.torque = weight * share});
        EXPECT_EQ(life_of(in, beam) == 120, share > 1);
    }
}

TEST(breakable, of_a_body_that_carries_its_joint_only_the_joint_goes) {
    small_world in;
    const entity body = add_weight(in, 0, entity_key{1});
    in.world.registry().emplace<distance_joint>(body, distance_joint{.a = body});
    in.world.registry().emplace<breakable>(body, breakable{.force = weight / 2});
    in.run(30);
    EXPECT_TRUE(in.world.registry().all_of<rigid::body>(body));
    EXPECT_FALSE(in.world.registry().all_of<distance_joint>(body));
    EXPECT_FALSE(in.world.registry().all_of<breakable>(body));
}
