#include <orrery/circles/filter.hpp>

#include <gtest/gtest.h>

namespace orrery::circles {

TEST(circle_filter, lets_two_meet_when_both_masks_have_a_group_of_the_other) {
    const collision_filter balls{.groups = 1, .mask = 3};
    const collision_filter gates{.groups = 2, .mask = 1};
    EXPECT_TRUE(do_meet(balls, gates));
    EXPECT_FALSE(do_meet(gates, gates));
    EXPECT_FALSE(do_meet(balls, {.groups = 2, .mask = 2}));
}

TEST(circle_filter, keeps_those_of_a_family_from_meeting) {
    const collision_filter red{.family = 1};
    const collision_filter blue{.family = 2};
    EXPECT_FALSE(do_meet(red, red));
    EXPECT_TRUE(do_meet(red, blue));
    EXPECT_TRUE(do_meet({}, {}));
}

} // namespace orrery::circles
