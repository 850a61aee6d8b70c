#include "small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/ball_joint.hpp>
#include <orrery/rigid/constraint.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

// A constraint that no header of the layer has: keeps b at the height of a, and lets it go where it likes
// otherwise.
struct same_height {
    entity a;
    entity b;
};

static void prepare(const same_height&, const constrained_body& a, const constrained_body& b,
                    constraint_rows& rows) {
    rows.add({.linear = {0, 1, 0}, .error = b.position.y - a.position.y});
}

template <>
inline constexpr auto orrery::description<same_height> = orrery::describe<same_height>(
    "same_height", orrery::field<&same_height::a>("a"), orrery::field<&same_height::b>("b"));

TEST(constraint, of_a_user_is_solved_like_any_other) {
    small_world in;
    in.world.add_constraint<same_height>();
    const entity fixed = in.add({.kind = body_kind::fixed, .position = {0, 5, 0}});
    const entity ball =
        in.add({.position = {2, 5, 0}, .linear_velocity = {1, 0, 0}, .shape = sphere(scalar(0.5))});
    const entity link = in.world.registry().create();
    in.world.registry().emplace<same_height>(link, fixed, ball);
    in.run(60);
    EXPECT_NEAR(in.position(ball).y, 5, 0.01);
    EXPECT_NEAR(in.position(ball).x, 3, 0.01);
    // What holds the ball up is there to be read.
    const scalar impulse = in.world.registry().get<constraint_impulses>(link).rows[0];
    EXPECT_NEAR(impulse, 1000 * 4 * 3.14159265 / 3 * 0.125 * 9.81 / 240, 0.3);
    in.world.registry().destroy(link);
    in.run(30);
    EXPECT_LT(in.position(ball).y, 4.5);
}

TEST(constraint, takes_no_more_rows_than_there_is_room_for) {
    std::array<constraint_row, 6> room;
    const constraint_memory nothing{};
    constraint_rows rows(room, scalar(0.01), nothing);
    for (int number = 0; number < 9; ++number) {
        rows.add({.error = static_cast<scalar>(number)});
    }
    EXPECT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[5].error, 5);
}

TEST(constraint, whose_body_is_gone_holds_nothing) {
    small_world in;
    const entity a = in.add({.kind = body_kind::fixed, .position = {0, 5, 0}});
    const entity b = in.add({.position = {0, 4, 0}, .shape = sphere(scalar(0.5))});
    const entity link = in.world.registry().create();
    in.world.registry().emplace<ball_joint>(link, a, b, vector3{}, vector3{0, 1, 0});
    in.run(30);
    EXPECT_NEAR(in.position(b).y, 4, 0.01);
    in.world.registry().destroy(a);
    in.run(30);
    EXPECT_LT(in.position(b).y, 3.5);
}

TEST(constraint, joins_its_bodies_to_one_island_that_wakes_together) {
    small_world in;
    in.add_floor();
    const entity a = in.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    const entity b = in.add({.position = {3, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    in.world.registry().emplace<ball_joint>(in.world.registry().create(), a, b, vector3{scalar(1.5), 0, 0},
                                            vector3{scalar(-1.5), 0, 0});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(a));
    in.world.wake(b);
    EXPECT_FALSE(in.world.registry().all_of<asleep>(a));
}
