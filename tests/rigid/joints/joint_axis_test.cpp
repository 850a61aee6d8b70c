#include <orrery/rigid/joints/joint_axis.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;

namespace {

constexpr scalar infinite = std::numeric_limits<scalar>::infinity();

// The rows of an axis along x for a body b that is at this value and moves at this speed; a stands still.
std::vector<constraint_row> rows_of(const joint_axis& axis, scalar value, scalar speed = 0) {
    std::array<constraint_row, constraint_rows::limit> room;
    const constraint_memory nothing{};
    constraint_rows rows(room, scalar(0.1), nothing);
    constrained_body b{};
    b.linear_velocity = {speed, 0, 0};
    add_axis_rows(axis, value, {.linear = {1, 0, 0}}, {}, b, rows);
    return {room.begin(), room.begin() + rows.size()};
}

} // namespace

TEST(joint_axis, that_is_free_has_no_rows_and_one_that_is_locked_a_stiff_one) {
    EXPECT_TRUE(rows_of({}, 3).empty());
    const std::vector<constraint_row> rows =
        rows_of({.lowest = 2, .highest = 2, .stiffness = 5, .motor_force = 7}, 3);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].error, 1);
    EXPECT_EQ(rows[0].lowest, -infinite);
    EXPECT_FALSE(rows[0].is_limit);
}

TEST(joint_axis, joins_spring_damper_and_stop_to_one_row_with_the_same_force) {
    const joint_axis axis{.lowest = -10,
                          .highest = 4,
                          .bump_length = 1,
                          .bump_stiffness = 30,
                          .bump_damping = 3,
                          .rest = 1,
                          .stiffness = 10,
                          .damping = 2};
    const constraint_row outside = rows_of(axis, 2)[0];
    EXPECT_NEAR(outside.stiffness * outside.error, 10 * (2 - 1), 1e-5);
    EXPECT_NEAR(outside.resistance, 2, 1e-5);
    const constraint_row inside = rows_of(axis, scalar(3.5))[0];
    EXPECT_NEAR(inside.stiffness, 40, 1e-5);
    EXPECT_NEAR(inside.stiffness * inside.error, 10 * (3.5 - 1) + 30 * (3.5 - 3), 1e-5);
    EXPECT_NEAR(inside.resistance, 5, 1e-5);
}

TEST(joint_axis, keeps_its_rows_in_their_places) {
    const joint_axis axis{
        .lowest = -1, .highest = 1, .bump_length = scalar(0.1), .bump_stiffness = 9, .friction = 2};
    for (const scalar value : {scalar(-2), scalar(-0.95), scalar(0), scalar(0.95), scalar(5)}) {
        const std::vector<constraint_row> rows = rows_of(axis, value);
        ASSERT_EQ(rows.size(), 3u);
        EXPECT_EQ(rows[1].highest, 2) << "friction";
        EXPECT_TRUE(rows[2].is_limit);
    }
    const constraint_row idle = rows_of(axis, 0)[0];
    EXPECT_EQ(idle.lowest, 0);
    EXPECT_EQ(idle.highest, 0);
}

TEST(joint_axis, pushes_away_from_the_limit_it_will_come_to) {
    const joint_axis axis{.lowest = -1, .highest = 1};
    const constraint_row high = rows_of(axis, scalar(0.1)).back();
    EXPECT_NEAR(high.error, scalar(-0.9), 1e-5);
    EXPECT_EQ(high.highest, 0);
    const constraint_row low = rows_of(axis, scalar(0.1), -10).back();
    EXPECT_NEAR(low.error, scalar(1.1), 1e-5);
    EXPECT_EQ(low.lowest, 0);
}

TEST(joint_axis, bounces_only_when_it_is_fast_and_near) {
    const joint_axis axis{.highest = 1, .restitution = scalar(0.5)};
    EXPECT_EQ(rows_of(axis, scalar(0.9), 4)[0].speed, -2);
    EXPECT_EQ(rows_of(axis, scalar(0.1), 4)[0].speed, 0) << "neither in this step nor in the sub-step after";
    EXPECT_EQ(rows_of(axis, scalar(0.999), limit_bounce_speed / 2)[0].speed, 0) << "too slow";
    EXPECT_EQ(rows_of(axis, scalar(0.9), -4)[0].speed, 0) << "on its way back";
}

TEST(joint_axis, rebounds_no_farther_than_to_its_other_limit) {
    const joint_axis axis{.lowest = -1, .highest = 1, .restitution = 1};
    const scalar ahead = scalar(0.2); // a step and a sub-step of the same length
    EXPECT_EQ(rows_of(axis, scalar(0.5), 7)[0].speed, -7);
    EXPECT_NEAR(rows_of(axis, scalar(0.5), 100)[0].speed, scalar(-1.5) / ahead, 1e-4);
    EXPECT_NEAR(rows_of(axis, scalar(-0.5), -100)[0].speed, scalar(1.5) / ahead, 1e-4);
    // Nearer to the other limit it goes on, more slowly.
    EXPECT_NEAR(rows_of(axis, scalar(-0.5), 100)[0].speed, scalar(1.5) / ahead, 1e-4);
    EXPECT_NEAR(rows_of(axis, scalar(0.5), -100)[0].speed, scalar(-1.5) / ahead, 1e-4);
}

TEST(joint_axis, is_checked) {
    EXPECT_EQ(check_axis({}), "");
    EXPECT_EQ(check_axis(locked_axis), "");
    EXPECT_NE(check_axis({.lowest = 1, .highest = 0}), "");
    EXPECT_NE(check_axis({.lowest = infinite}), "");
}
