#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>

#include <gtest/gtest.h>

#include <array>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

TEST(null_joint, bodies_sleep_and_wake_as_one) {
    small_world in;
    in.add_floor();
    const entity still =
        in.add({.position = {0, scalar(0.5), 0}, .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)})});
    const entity roller =
        in.add({.position = {50, scalar(0.5), 0}, .shape = sphere(scalar(0.5)), .key = entity_key{7}});
    ASSERT_TRUE(make_joint(in.world, null_joint{.a = still, .b = roller}));
    const auto is_asleep = [&](entity id) { return in.world.registry().all_of<asleep>(id); };
    in.step({.target = entity_key{7}, .kind = input_kind::velocity, .value = {1, 0, 0}});
    in.run(90);
    EXPECT_FALSE(is_asleep(still)) << "as long as the other one rolls";
    EXPECT_GT(in.position(roller).x, 51) << "nothing holds it";
    const std::array<input, 2> stop{input{.target = entity_key{7}, .kind = input_kind::velocity},
                                    input{.target = entity_key{7}, .kind = input_kind::spin}};
    in.world.step(stop);
    in.run(60);
    ASSERT_TRUE(is_asleep(still) && is_asleep(roller));
    in.step({.target = entity_key{7}, .kind = input_kind::wake});
    EXPECT_FALSE(is_asleep(still));
}
