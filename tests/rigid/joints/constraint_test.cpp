#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/constraint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

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

// One that uses all there is: a winch reels b in towards a at a speed that inputs set, and counts the rope.
struct winch {
    static constexpr std::uint32_t max_rows = 1;

    entity a;
    entity b;
    scalar length = 0;
    scalar speed = 0; // m/s
};

static void prepare(const winch& what, const constrained_body& a, const constrained_body& b,
                    constraint_rows& rows) {
    const vector3 way = b.position - a.position;
    rows.add({.linear = normalize_or(way, vector3{0, -1, 0}),
              .error = length(way) - (what.length - rows.memory().numbers[0]),
              .speed = -what.speed,
              .highest = 0,
              .is_limit = true});
}

static void remember(const winch& what, const constrained_body&, const constrained_body&,
                     constraint_memory& memory) {
    memory.numbers[0] += what.speed / 60;
}

static bool drive(winch& what, const input& by) {
    what.speed = by.value.x;
    return by.value.x >= 0;
}

template <>
inline constexpr auto orrery::description<winch> =
    orrery::describe<winch>("winch", orrery::field<&winch::a>("a"), orrery::field<&winch::b>("b"),
                            orrery::field<&winch::length>("length", {.about = "m", .minimum = 0}),
                            orrery::field<&winch::speed>("speed", {.about = "m/s"}));

TEST(constraint, of_a_user_remembers_is_driven_and_goes_on_after_loading) {
    small_world in;
    in.world.add_constraint<winch>();
    const entity crane = in.add({.kind = body_kind::fixed, .position = {0, 10, 0}, .key = entity_key{1}});
    const entity load = in.add({.position = {0, 4, 0}, .shape = sphere(scalar(0.5)), .key = entity_key{2}});
    ASSERT_TRUE(make_joint(in.world, winch{.a = crane, .b = load, .length = 6}, entity_key{3}));
    in.step(input::drive(entity_key{2}, entity_key{3}, {scalar(0.5), 0, 0}));
    in.run(119);
    EXPECT_NEAR(in.position(load).y, 5, 0.02);
    in.step(input::drive(entity_key{1}, entity_key{3}, {-1, 0, 0}));
    ASSERT_EQ(in.world.events().size(), 1u);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::refused) << "it does not let go of what it holds";

    byte_writer out;
    save_world(out, in.world);
    const std::vector<std::byte> bytes = out.take();
    byte_reader from(bytes);
    small_world copy;
    copy.world.add_constraint<winch>();
    ASSERT_TRUE(load_world(from, copy.world));
    in.run(60);
    copy.run(60);
    EXPECT_EQ(copy.world.hash(), in.world.hash());
    EXPECT_NEAR(copy.position(copy.world.registry().find(entity_key{2})).y, 5.5, 0.02);
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

TEST(constraint, to_a_body_that_moves_by_itself_does_not_fall_behind) {
    small_world in({.gravity = {}});
    const entity tractor = in.add({.kind = body_kind::kinematic, .linear_velocity = {6, 0, 0}});
    const entity trailer = in.add({.position = {-2, 0, 0}, .shape = sphere(scalar(0.5))});
    in.world.registry().emplace<ball_joint>(in.world.registry().create(), tractor, trailer, vector3{},
                                            vector3{2, 0, 0});
    in.run(60);
    // Half a step behind would be 50 mm.
    EXPECT_NEAR(in.position(trailer).x, in.position(tractor).x - 2, 0.005);
}

// One that asks for any number of rows of each sort: against forces along y, as a block and one by one.
struct many_rows {
    static constexpr std::uint32_t max_rows = 24;

    entity a{};
    entity b{};
    std::uint32_t block = 0;
    std::uint32_t single = 0;
    std::uint32_t has_two_directions = 0;
    std::uint32_t unused = 0;
};

static void prepare(const many_rows& what, const constrained_body& a, const constrained_body& b,
                    constraint_rows& rows) {
    for (std::uint32_t row = 0; row < what.block + what.single; ++row) {
        constraint_row made{.linear = row % 2 == 0 ? vector3{0, 1, 0} : vector3{1, 0, 0}};
        made.error = dot(made.linear, b.position - a.position - vector3{2, 0, 0});
        if (row >= what.block) {
            made.lowest = scalar(-1e4) - static_cast<scalar>(row);
            made.highest = scalar(1e4);
        }
        if (row == 0 && what.has_two_directions != 0) {
            made.linear_a = made.linear;
        }
        rows.add(made);
    }
}

template <>
inline constexpr auto orrery::description<many_rows> =
    orrery::describe<many_rows>("many_rows", orrery::field<&many_rows::a>("a"),
                                orrery::field<&many_rows::b>("b"), orrery::field<&many_rows::block>("block"),
                                orrery::field<&many_rows::single>("single"),
                                orrery::field<&many_rows::has_two_directions>("has_two_directions"),
                                orrery::field<&many_rows::unused>("unused"));

[[nodiscard]] static entity add_many_rows(small_world& in, const many_rows& wanted, scalar x) {
    const entity fixed = in.add({.kind = body_kind::fixed, .position = {x, 0, 0}});
    const entity ball = in.add({.position = {x + 2, 0, 0}, .shape = sphere(scalar(0.5))});
    many_rows made = wanted;
    made.a = fixed;
    made.b = ball;
    in.world.registry().emplace<many_rows>(in.world.registry().create(), made);
    return ball;
}

// A step once told only 256 different numbers of rows apart, and took the others for those.
TEST(constraint, more_than_256_different_numbers_of_rows_in_one_step_act_as_each_does_alone) {
    std::vector<many_rows> all;
    for (std::uint32_t two = 0; two < 2; ++two) {
        for (std::uint32_t block = 0; block <= 6; ++block) {
            for (std::uint32_t single = 0; block + single <= 24; ++single) {
                if (block + single > 0) {
                    all.push_back({.block = block, .single = single, .has_two_directions = two});
                }
            }
        }
    }
    ASSERT_GT(all.size(), 256u);
    small_world together;
    together.world.add_constraint<many_rows>();
    std::vector<entity> balls;
    for (std::size_t number = 0; number < all.size(); ++number) {
        balls.push_back(add_many_rows(together, all[number], scalar(10) * static_cast<scalar>(number)));
    }
    together.run(3);
    for (std::size_t number = 0; number < all.size(); ++number) {
        small_world alone;
        alone.world.add_constraint<many_rows>();
        const entity ball = add_many_rows(alone, all[number], scalar(10) * static_cast<scalar>(number));
        alone.run(3);
        ASSERT_EQ(together.position(balls[number]), alone.position(ball))
            << all[number].block << " and " << all[number].single << " rows";
    }
}

// What a world says while it steps.
struct talking_world : small_world {
    talking_world() {
        machine.log().set_sink({[](void* to, const log_message& message) {
                                    static_cast<std::vector<std::string>*>(to)->emplace_back(message.text);
                                },
                                &said});
    }

    std::vector<std::string> said;
};

// Rows that were lost left no trace.
TEST(constraint, that_asks_for_more_rows_than_its_type_has_is_named_once) {
    talking_world in;
    in.world.add_constraint<many_rows>();
    (void)add_many_rows(in, {.block = 6, .single = 20}, 0);
    in.run(3);
    world copy = in.world.fork(in.machine);
    copy.step();
    ASSERT_EQ(in.said.size(), 1u);
    EXPECT_NE(in.said[0].find("asks for 26 rows, but its max_rows is 24"), std::string::npos) << in.said[0];
}

// One that holds its bodies together in two directions, and in a third one once they are fast.
struct fickle_joint {
    entity a;
    entity b;
};

static void prepare(const fickle_joint&, const constrained_body& a, const constrained_body& b,
                    constraint_rows& rows) {
    const vector3 way = b.position - a.position - vector3{1, 0, 0};
    rows.add({.linear = {1, 0, 0}, .error = way.x});
    rows.add({.linear = {0, 1, 0}, .error = way.y});
    if (b.linear_velocity.z > scalar(0.1)) {
        rows.add({.linear = {0, 0, 1}, .error = way.z});
    }
}

template <>
inline constexpr auto orrery::description<fickle_joint> = orrery::describe<fickle_joint>(
    "fickle_joint", orrery::field<&fickle_joint::a>("a"), orrery::field<&fickle_joint::b>("b"));

// The rows of the beginning were used without a word.
TEST(constraint, that_changes_its_rows_within_a_step_of_a_long_chain_is_named_once) {
    talking_world in;
    in.world.add_constraint<fickle_joint>();
    entity before = in.add({.kind = body_kind::fixed});
    for (std::uint64_t number = 1; number <= 30; ++number) {
        // Each sub-step adds to the velocity along z until the third row appears, within a step.
        const entity next = in.add({.position = {static_cast<scalar>(number), 0, 0},
                                    .shape = sphere(scalar(0.4)),
                                    .gravity = vector3{0, 0, scalar(4.5)}});
        in.world.registry().emplace<fickle_joint>(in.world.registry().create(entity_key{1000 + number}),
                                                  before, next);
        before = next;
    }
    in.run(10);
    ASSERT_EQ(in.said.size(), 1u);
    EXPECT_NE(in.said[0].find("asks for 3 stiff rows in a sub-step and had 2"), std::string::npos)
        << in.said[0];
    for (int number = 1; number <= 30; ++number) {
        const entity joint = in.world.registry().find(entity_key{1000 + static_cast<std::uint64_t>(number)});
        EXPECT_TRUE(is_finite(in.position(in.world.registry().get<const fickle_joint>(joint).b)));
    }
}

// A rail along x that b slides on, with friction that follows what the rail bears. Like a motor of no speed
// whose torque is set anew while the rows are solved.
struct rubbing_rail {
    static constexpr std::uint32_t max_rows = 6;

    entity a;
    entity b;
    scalar friction = 0;
    scalar belt_speed = 0; // m/s
};

static void prepare(const rubbing_rail&, const constrained_body& a, const constrained_body& b,
                    constraint_rows& rows) {
    const vector3 way = b.position - a.position;
    const quaternion turned = b.orientation * inverse(a.orientation);
    const vector3 turn{2 * turned.x, 2 * turned.y, 2 * turned.z};
    rows.add({.linear = {0, 1, 0}, .error = way.y});
    rows.add({.linear = {1, 0, 0},
              .lowest = 0,
              .highest = 0,
              .resistance = std::numeric_limits<scalar>::infinity()});
    rows.add({.linear = {0, 0, 1}, .error = way.z});
    for (int axis = 0; axis < 3; ++axis) {
        vector3 direction;
        direction[axis] = 1;
        rows.add({.turn_a = direction, .turn_b = direction, .error = turn[axis]});
    }
}

static void iterate(const rubbing_rail& what, constraint_iteration& now) {
    EXPECT_EQ(now.size(), 6U);
    EXPECT_FALSE(now.set_limits(0, -1, 1)) << "a row without limits is solved with others";
    EXPECT_FALSE(now.set_limits(1, 1, -1));
    EXPECT_EQ(now.speed(1), now.velocity_of_b().linear.x - now.velocity_of_a().linear.x);
    const scalar y = now.force(0);
    const scalar z = now.force(2);
    const scalar most = what.friction * orrery::sqrt(y * y + z * z);
    EXPECT_TRUE(now.set_limits(1, -most, most));
    EXPECT_TRUE(now.set_speed(1, what.belt_speed));
}

template <>
inline constexpr auto orrery::description<rubbing_rail> =
    orrery::describe<rubbing_rail>("rubbing_rail", orrery::field<&rubbing_rail::a>("a"),
                                   orrery::field<&rubbing_rail::b>("b"),
                                   orrery::field<&rubbing_rail::friction>("friction", {.minimum = 0}),
                                   orrery::field<&rubbing_rail::belt_speed>("belt_speed"));

// Whichever end is the one that moves: the solver turns the others round.
TEST(constraint, can_let_friction_follow_the_load_while_it_is_solved) {
    for (const bool is_a_moving : {false, true}) {
        small_world in;
        in.world.add_constraint<rubbing_rail>();
        const entity rail = in.add({.kind = body_kind::fixed, .position = {0, 5, 0}});
        const entity slider =
            in.add({.position = {0, 5, 0}, .linear_velocity = {3, 0, 0}, .shape = sphere(scalar(0.5))});
        in.world.registry().emplace<rubbing_rail>(in.world.registry().create(),
                                                  rubbing_rail{.a = is_a_moving ? slider : rail,
                                                               .b = is_a_moving ? rail : slider,
                                                               .friction = scalar(0.2)});
        in.run(60);
        EXPECT_NEAR(in.velocity(slider).x, 3 - 0.2 * 9.81, 0.02);
        EXPECT_NEAR(in.position(slider).x, 3 - 0.5 * 0.2 * 9.81, 0.03);
        EXPECT_NEAR(in.position(slider).y, 5, 0.01);
        in.run(120);
        EXPECT_NEAR(in.velocity(slider).x, 0, 1e-4);
        EXPECT_NEAR(in.position(slider).x, 9 / (2 * 0.2 * 9.81), 0.05);
    }
}

TEST(constraint, can_change_the_speed_of_a_row_while_it_is_solved) {
    small_world in;
    in.world.add_constraint<rubbing_rail>();
    const entity rail = in.add({.kind = body_kind::fixed});
    const entity slider = in.add({.position = {}, .shape = sphere(scalar(0.5))});
    in.world.registry().emplace<rubbing_rail>(
        in.world.registry().create(),
        rubbing_rail{.a = rail, .b = slider, .friction = scalar(0.5), .belt_speed = 2});
    in.run(15);
    EXPECT_NEAR(in.velocity(slider).x, 0.5 * 9.81 / 4, 0.03);
    in.run(60);
    EXPECT_NEAR(in.velocity(slider).x, 2, 1e-3);
}

// In groups of lanes with others that are not asked, on any number of threads, and alone.
TEST(constraint, that_is_asked_while_it_is_solved_goes_the_same_way_on_any_number_of_threads) {
    const auto run = [](std::uint32_t threads, std::uint64_t count) {
        small_world in({}, threads);
        in.world.add_constraint<rubbing_rail>();
        in.world.add_constraint<same_height>();
        std::vector<entity> sliders;
        for (std::uint64_t number = 0; number < count; ++number) {
            const auto place = static_cast<scalar>(number) * 3;
            const entity rail = in.add(
                {.kind = body_kind::fixed, .position = {0, 0, place}, .key = entity_key{1 + 3 * number}});
            sliders.push_back(in.add({.position = {0, 0, place},
                                      .linear_velocity = {1 + place * scalar(0.1), 0, 0},
                                      .shape = sphere(scalar(0.5)),
                                      .key = entity_key{2 + 3 * number}}));
            const entity joint = in.world.registry().create(entity_key{3 + 3 * number});
            if (number % 3 == 1) {
                in.world.registry().emplace<ball_joint>(
                    joint, ball_joint{.a = rail, .b = sliders.back(), .pivot_b = {0, 1, 0}});
            } else {
                in.world.registry().emplace<rubbing_rail>(
                    joint, rubbing_rail{.a = rail, .b = sliders.back(), .friction = scalar(0.1)});
            }
        }
        in.run(60);
        std::vector<vector3> places;
        for (const entity slider : sliders) {
            places.push_back(in.position(slider));
        }
        return places;
    };
    const std::vector<vector3> expected = run(1, 400);
    for (std::uint32_t threads = 2; threads <= 4; ++threads) {
        EXPECT_EQ(run(threads, 400), expected) << threads << " threads";
    }
    const std::vector<vector3> alone = run(1, 1);
    EXPECT_EQ(alone.front(), expected.front());
}
