#include "tests/rigid/momentum.hpp"
#include "tests/rigid/refusals.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/contact_list.hpp>
#include <orrery/rigid/fracture.hpp>

#include <gtest/gtest.h>

#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::expect_conserved;
using orrery::test::momentum_of;
using orrery::test::refusing_world;
using orrery::test::small_world;

namespace {

constexpr entity_key key{5};
constexpr world_settings weightless{.gravity = {}};

// A crate of 8 cells that turns and moves.
body_definition add_cells(world& where) {
    body_definition whole{.position = {1, 2, 3},
                          .orientation = quaternion::from_axis_angle({1, 0, 0}, scalar(0.4)),
                          .linear_velocity = {2, -1, 0},
                          .angular_velocity = {scalar(0.5), 1, 2},
                          .shape = box({1, scalar(0.8), scalar(0.6)}),
                          .density = 300,
                          .key = key};
    std::vector<vector3> seeds;
    for (int number = 0; number < 8; ++number) {
        const auto offset = [&](int bit) { return (number >> bit & 1) != 0 ? scalar(0.3) : scalar(-0.35); };
        seeds.push_back({offset(0) + scalar(0.02) * static_cast<scalar>(number), offset(1), offset(2)});
    }
    const auto cells = shatter(*whole.shape, seeds, where.shapes()).value();
    whole.fracture = add_fracture(where, whole, cells).value();
    return whole;
}

} // namespace

TEST(fracture, cells_have_the_mass_the_momentum_and_the_angular_momentum_of_the_whole) {
    small_world in(weightless);
    in.add(add_cells(in.world));
    const auto before = momentum_of(in.world);
    in.step(input::break_up(key));
    EXPECT_EQ(in.world.registry().count<body>(), 8U);
    EXPECT_FALSE(in.world.registry().find(key));
    expect_conserved(momentum_of(in.world), before, 1e-3);
}

TEST(fracture, fragments_given_by_hand_share_the_mass_of_the_whole) {
    small_world in(weightless);
    const blueprint_id heavy = add_blueprint(in.world, {.shape = sphere(scalar(0.2))}).value();
    const blueprint_id light = add_blueprint(in.world, {.shape = box({scalar(0.1), 1, 1})}).value();
    const fragment fragments[] = {{heavy, {{2, 0, 0}, {}}}, {light, {{-1, 0, 0}, {}}}, {heavy, {}}};
    const fracture_id id = add_fracture(in.world, fragments).value();
    in.add({.position = {1, 1, 0},
            .linear_velocity = {0, 3, 0},
            .angular_velocity = {0, 0, 1},
            .shape = sphere(1),
            .mass = scalar(7),
            .key = key});
    const auto before = momentum_of(in.world);
    in.step(input::break_up(key, id));
    expect_conserved(momentum_of(in.world), before, 1e-4);
}

TEST(fracture, keys_of_fragments_follow_from_the_body_and_the_frame) {
    small_world in(weightless);
    in.add(add_cells(in.world));
    in.run(3);
    in.step(input::break_up(key));
    std::vector<event_kind> kinds;
    for (const event& each : in.world.events()) {
        kinds.push_back(each.kind);
        if (each.kind == event_kind::created) {
            EXPECT_EQ(each.key_b, key);
        }
    }
    ASSERT_GE(kinds.size(), 9U);
    EXPECT_EQ(kinds[0], event_kind::broke);
    EXPECT_EQ(in.world.events()[0].key_a, key);
    for (std::uint32_t number = 0; number < 8; ++number) {
        EXPECT_EQ(kinds[1 + number], event_kind::created);
        EXPECT_TRUE(in.world.registry().find(derive_key(key, 3, number)));
    }
}

TEST(fracture, cells_do_not_push_each_other_apart) {
    small_world in(weightless);
    body_definition still = add_cells(in.world);
    still.linear_velocity = {};
    still.angular_velocity = {};
    in.add(still);
    in.step(input::break_up(key));
    std::vector<touching> found;
    find_contacts(in.world, found);
    EXPECT_FALSE(found.empty());
    for (const touching& pair : found) {
        for (std::uint32_t point = 0; point < pair.count; ++point) {
            EXPECT_GT(pair.points[point].separation, -1e-4);
        }
    }
    in.run(60);
    in.world.registry().view<const linear_velocity>().each(
        [](entity, const linear_velocity& velocity) { EXPECT_LT(length(velocity.value), 0.01); });
}

TEST(fracture, what_is_fixed_breaks_into_pieces_that_fall) {
    small_world in;
    body_definition wall = add_cells(in.world);
    wall.kind = body_kind::fixed;
    in.add(wall);
    in.step(input::break_up(key));
    in.run(30);
    const entity piece = in.world.registry().find(derive_key(key, 0, 0));
    ASSERT_TRUE(piece);
    EXPECT_LT(in.velocity(piece).y, -4);
}

TEST(fracture, going_back_makes_the_body_whole_again) {
    small_world in(weightless);
    in.add(add_cells(in.world));
    const world_snapshot before = in.world.snapshot();
    in.run(10);
    const std::uint64_t unbroken = in.world.hash();
    in.world.restore(before);
    in.step(input::break_up(key));
    in.run(5);
    in.world.restore(before);
    in.run(10);
    EXPECT_EQ(in.world.hash(), unbroken);
}

TEST(fracture, what_is_not_possible_is_refused) {
    refusing_world in;
    (void)make_body(in.world(), {.shape = sphere(1), .gravity = vector3{}, .key = key}).value();
    EXPECT_EQ(in.refusal_of(input::break_up(key)),
              "an input for the body with the key 5 is refused: the body has no fracture to break along");
    EXPECT_EQ(in.refusal_of(input::break_up(key, fracture_id{8})),
              "an input for the body with the key 5 is refused: the world has no fracture with the id 8");
    const fragment unknown{blueprint_id{3}, {}};
    EXPECT_EQ(add_fracture(in.world(), {}).reason().message,
              "a fracture has 0 fragments, expected 1 to 4096");
    EXPECT_EQ(add_fracture(in.world(), {&unknown, 1}).reason().message,
              "fragment 0 has the blueprint 3, which the world does not have");
    const blueprint_id known = add_blueprint(in.world(), {.shape = sphere(1)}).value();
    const fragment bent{known, {{}, {1, 1, 1, 1}}};
    EXPECT_EQ(add_fracture(in.world(), {&bent, 1}).reason().message,
              "fragment 0 must lie within 1e6 m of the origin and be turned by a unit quaternion");
}
