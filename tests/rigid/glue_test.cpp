#include "tests/rigid/momentum.hpp"
#include "tests/rigid/refusals.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::expect_conserved;
using orrery::test::momentum_of;
using orrery::test::refusing_world;
using orrery::test::small_world;

namespace {

constexpr entity_key ship{1};
constexpr entity_key crate{2};
constexpr entity_key lamp{3};
constexpr world_settings in_space{.gravity = {}};

// A turning ship, a crate beside it that moves otherwise, and a lamp on the crate.
void add_fleet(small_world& in) {
    in.add({.position = {3, 4, 5},
            .orientation = quaternion::from_axis_angle({0, 0, 1}, scalar(0.7)),
            .linear_velocity = {1, 2, 0},
            .angular_velocity = {scalar(0.3), scalar(-0.5), 1},
            .shape = box({1, scalar(0.5), 2}),
            .key = ship});
    in.add({.position = {6, 4, 5},
            .linear_velocity = {-1, 0, scalar(0.5)},
            .angular_velocity = {0, 1, 0},
            .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
            .key = crate});
    in.add({.position = {6, 5, 5}, .linear_velocity = {0, 1, 0}, .shape = sphere(scalar(0.4)), .key = lamp});
}

} // namespace

TEST(glue, conserves_mass_momentum_and_angular_momentum) {
    small_world in(in_space);
    add_fleet(in);
    const auto before = momentum_of(in.world);
    in.step(input::glue(crate, ship));
    expect_conserved(momentum_of(in.world), before, 1e-5);
    in.step(input::glue(lamp, crate));
    expect_conserved(momentum_of(in.world), before, 1e-5);
    // In free flight the spin of a long body is followed to first order only.
    in.step(input::unglue(crate));
    expect_conserved(momentum_of(in.world), before, 2e-2);
}

TEST(glue, what_is_glued_keeps_its_place_and_moves_with_its_carrier) {
    small_world in(in_space);
    add_fleet(in);
    in.step(input::glue(crate, ship));
    const registry& state = in.world.registry();
    const entity carrier = state.find(ship);
    const entity glued = state.find(crate);
    const auto seen_from_ship = [&] {
        return inverse_transform_point(placement(in.world, carrier), in.position(glued));
    };
    const vector3 then = seen_from_ship();
    for (int frame = 0; frame < 60; ++frame) {
        const vector3 where = in.position(glued);
        in.run(1);
        EXPECT_LT(distance(seen_from_ship(), then), 1e-4);
        const vector3 arm = in.position(glued) - in.position(carrier);
        EXPECT_LT(distance(in.velocity(glued), in.velocity(carrier) + cross(in.spin(carrier), arm)), 1e-4);
        EXPECT_EQ(in.spin(glued), in.spin(carrier));
        EXPECT_LT(distance((in.position(glued) - where) * 60, in.velocity(glued)), 0.1);
    }
}

TEST(glue, gives_back_what_was_there) {
    small_world in(in_space);
    add_fleet(in);
    const registry& state = in.world.registry();
    const auto same_as_before = [&](entity_key key, const registry_state& then) {
        const entity now = state.find(key);
        const entity old = then.find(key);
        return state.get<shape>(now) == then.get<shape>(old) &&
               state.get<mass>(now).value == then.get<mass>(old).value &&
               state.get<inertia>(now).tensor() == then.get<inertia>(old).tensor() &&
               !state.any_of<center_of_mass, glued_to, carries>(now);
    };
    const snapshot then = state.snapshot();
    in.step(input::glue(crate, ship));
    in.step(input::glue(lamp, ship));
    EXPECT_FALSE(same_as_before(ship, then));
    in.step(input::unglue(crate));
    in.step(input::unglue(lamp));
    for (const entity_key key : {ship, crate, lamp}) {
        EXPECT_TRUE(same_as_before(key, then)) << static_cast<std::uint64_t>(key);
    }
}

TEST(glue, several_layers_become_one_compound_in_any_order) {
    const auto parts_of = [](std::vector<input> order) {
        small_world in(in_space);
        add_fleet(in);
        in.world.step(order);
        const registry& state = in.world.registry();
        EXPECT_EQ(state.get<glued_to>(state.find(lamp)).carrier, state.find(ship));
        EXPECT_EQ(state.get<glued_to>(state.find(crate)).carrier, state.find(ship));
        return in.world.shapes().find_compound(state.get<shape>(state.find(ship)).id)->children().size();
    };
    EXPECT_EQ(parts_of({input::glue(crate, ship), input::glue(lamp, crate)}), 3U);
    EXPECT_EQ(parts_of({input::glue(lamp, crate), input::glue(crate, ship)}), 3U);
}

TEST(glue, the_same_again_adds_nothing_to_the_shapes) {
    small_world in(in_space);
    add_fleet(in);
    const world_snapshot before = in.world.snapshot();
    in.step(input::glue(crate, ship));
    const std::uint64_t hash = in.world.hash();
    const std::size_t shapes = in.world.shapes().size();
    for (int time = 0; time < 3; ++time) {
        in.world.restore(before);
        in.step(input::glue(crate, ship));
        EXPECT_EQ(in.world.hash(), hash);
    }
    EXPECT_EQ(in.world.shapes().size(), shapes);
}

TEST(glue, events_tell_who_was_glued_to_whom) {
    small_world in(in_space);
    add_fleet(in);
    in.step(input::glue(ship, crate)); // the higher key may carry
    ASSERT_EQ(in.world.events().size(), 1U);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::glued);
    EXPECT_EQ(in.world.events()[0].key_a, ship);
    EXPECT_EQ(in.world.events()[0].key_b, crate);
    in.step(input::destroy(crate));
    ASSERT_GE(in.world.events().size(), 2U);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::destroyed);
    EXPECT_EQ(in.world.events()[1].kind, event_kind::unglued);
    EXPECT_EQ(in.world.events()[1].key_b, crate);
    EXPECT_FALSE(in.world.registry().all_of<glued_to>(in.world.registry().find(ship)));
}

TEST(glue, a_destroyed_part_leaves_its_carrier_as_it_was) {
    for (const bool is_input : {true, false}) {
        small_world in(in_space);
        add_fleet(in);
        const shape before = in.world.registry().get<shape>(in.world.registry().find(ship));
        in.step(input::glue(crate, ship));
        if (is_input) {
            in.step(input::destroy(crate));
        } else {
            in.world.registry().destroy(in.world.registry().find(crate));
            in.run(1);
        }
        const entity carrier = in.world.registry().find(ship);
        EXPECT_EQ(in.world.registry().get<shape>(carrier), before);
        EXPECT_FALSE(in.world.registry().all_of<carries>(carrier));
    }
}

TEST(glue, pushes_act_on_the_carrier_where_the_part_is) {
    small_world in(in_space);
    const entity hub = in.add({.shape = sphere(1), .mass = scalar(3), .key = ship});
    in.add({.position = {2, 0, 0}, .shape = sphere(1), .mass = scalar(1), .key = crate});
    in.step(input::glue(crate, ship));
    in.step({crate, input_kind::impulse, {0, 4, 0}});
    EXPECT_NEAR(in.velocity(hub).y, 1, 1e-4);
    EXPECT_NEAR(in.position(hub).x, 0.5, 1e-4) << "of the common centre of mass";
    EXPECT_GT(in.spin(hub).z, 0.5);
    const vector3 before = in.velocity(hub);
    in.step({crate, input_kind::acceleration, {60, 0, 0}});
    EXPECT_NEAR(in.velocity(hub).x - before.x, 0.25, 1e-3) << "of its own mass alone";
    in.step({crate, input_kind::velocity, {0, 0, 9}});
    EXPECT_NEAR(in.velocity(hub).z, 0, 1e-4) << "its velocity is its carrier's";
}

TEST(glue, a_joint_at_a_part_holds_the_carrier) {
    small_world in;
    const entity hub = in.add({.shape = sphere(scalar(0.5)), .key = ship});
    const entity arm = in.add({.position = {0, 1, 0}, .shape = sphere(scalar(0.5)), .key = crate});
    const entity joint = in.world.registry().create();
    in.world.registry().emplace<ball_joint>(
        joint, ball_joint{.a = arm, .b = {}, .pivot_a = {0, 1, 0}, .pivot_b = {0, 2, 0}});
    in.step(input::glue(crate, ship));
    in.run(120);
    EXPECT_LT(distance(in.position(arm), vector3{0, 1, 0}), 0.01);
    EXPECT_LT(distance(placement(in.world, hub).position, vector3{}), 0.01);
}

TEST(glue, what_is_glued_to_a_wall_stays_there_and_others_rest_on_it) {
    small_world in;
    in.add({.kind = body_kind::fixed, .shape = plane(), .key = ship}); // a compound cannot have one
    const entity shelf = in.add({.position = {0, 3, 0}, .shape = box({1, scalar(0.1), 1}), .key = crate});
    const entity ball = in.add({.position = {0, 4, 0}, .shape = sphere(scalar(0.4)), .key = lamp});
    in.step(input::glue(crate, ship));
    in.run(120);
    EXPECT_EQ(in.position(shelf), (vector3{0, 3, 0}));
    EXPECT_EQ(in.velocity(shelf), vector3{});
    EXPECT_NEAR(in.position(ball).y, 3.5, 0.02);
    in.step(input::unglue(crate));
    in.run(30);
    EXPECT_LT(in.position(shelf).y, 2.9);
}

TEST(glue, what_is_glued_to_a_lift_goes_up_with_it_and_lifts_others) {
    small_world in;
    in.add({.kind = body_kind::kinematic,
            .position = {5, 0, 0},
            .linear_velocity = {0, 1, 0},
            .shape = sphere(1),
            .key = ship});
    const entity shelf = in.add({.shape = box({1, scalar(0.1), 1}), .key = crate});
    const entity ball = in.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.4)), .key = lamp});
    in.step(input::glue(crate, ship));
    in.run(119);
    EXPECT_NEAR(in.position(shelf).y, 2, 1e-3);
    EXPECT_NEAR(in.position(ball).y, 2.5, 0.02);
    in.step(input::place(ship, {{5, 9, 0}, {}}));
    EXPECT_NEAR(in.position(shelf).y, 9, 0.02);
}

TEST(glue, a_sensor_goes_on_sensing) {
    small_world in(in_space);
    in.add({.shape = sphere(1), .key = ship});
    in.add({.position = {2, 0, 0}, .shape = sphere(1), .material = std::nullopt, .key = crate});
    in.add({.position = {3, 0, 0}, .shape = sphere(scalar(0.5)), .key = lamp});
    in.step(input::glue(crate, ship));
    ASSERT_EQ(in.world.events().size(), 2U);
    EXPECT_EQ(in.world.events()[1].kind, event_kind::sensor_entered);
    EXPECT_EQ(in.world.events()[1].key_a, crate);
    EXPECT_EQ(in.world.events()[1].key_b, lamp);
}

TEST(glue, a_carrier_sleeps_and_wakes_with_its_parts) {
    small_world in;
    in.add_floor();
    const entity low =
        in.add({.position = {0, scalar(0.5), 0}, .shape = box({1, scalar(0.5), 1}), .key = ship});
    const entity high =
        in.add({.position = {0, scalar(1.5), 0}, .shape = box({1, scalar(0.5), 1}), .key = crate});
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(low));
    in.step(input::glue(crate, ship));
    EXPECT_FALSE(in.world.registry().any_of<asleep>(low));
    for (const event& each : in.world.events()) {
        if (each.kind == event_kind::contact_ended) {
            EXPECT_EQ(each.key_b, crate) << "the carrier stands as it did";
        }
    }
    in.run(120);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(low));
    EXPECT_EQ(in.velocity(high), vector3{});
    in.step({crate, input_kind::impulse, {0, 5000, 0}});
    EXPECT_FALSE(in.world.registry().all_of<asleep>(low));
    EXPECT_GT(in.velocity(high).y, 0);
}

TEST(glue, what_is_not_possible_is_refused) {
    refusing_world in;
    const auto add = [&](std::uint64_t key, body_kind kind) {
        (void)make_body(in.world(), {.kind = kind,
                                     .position = {static_cast<scalar>(10 * key), 0, 0},
                                     .shape = sphere(1),
                                     .gravity = vector3{},
                                     .key = entity_key{key}})
            .value();
    };
    add(1, body_kind::dynamic);
    add(2, body_kind::dynamic);
    add(3, body_kind::fixed);
    const auto sentence = [&](const input& what) {
        const std::string whole = in.refusal_of(what);
        const std::size_t colon = whole.find(": ");
        return colon == std::string::npos ? whole : whole.substr(colon + 2);
    };
    EXPECT_EQ(sentence(input::glue(entity_key{9}, ship)), "there is no such body");
    EXPECT_EQ(sentence(input::glue(ship, entity_key{9})), "there is no body to glue it to");
    EXPECT_EQ(sentence(input::glue(ship, ship)),
              "a body cannot be glued to itself, nor to what is glued to it");
    EXPECT_EQ(sentence(input::glue(entity_key{3}, ship)), "only a dynamic body can be glued to another");
    EXPECT_EQ(sentence(input::unglue(ship)), "the body is not glued to another");
    EXPECT_EQ(sentence(input::glue(crate, ship)), "");
    EXPECT_EQ(sentence(input::glue(crate, entity_key{3})), "the body is glued to another already");
    EXPECT_EQ(sentence(input::glue(ship, crate)),
              "a body cannot be glued to itself, nor to what is glued to it");
    EXPECT_EQ(sentence(input::place(crate, {})), "what is glued to another body goes where that one goes");
    const registry& state = in.world().registry();
    EXPECT_FALSE(change_shape(in.world(), state.find(crate), sphere(2)).is_ok());
    EXPECT_FALSE(change_kind(in.world(), state.find(ship), body_kind::fixed).is_ok());
}

TEST(glue, is_saved_and_goes_on_alike) {
    small_world original(in_space);
    add_fleet(original);
    original.step(input::glue(crate, ship));
    byte_writer out;
    save_world(out, original.world);
    small_world copy(in_space);
    byte_reader in(out.bytes());
    ASSERT_TRUE(load_world(in, copy.world).is_ok());
    for (const input& what : {input{lamp, input_kind::wake}, input::unglue(crate)}) {
        original.step(what);
        copy.step(what);
        EXPECT_EQ(copy.world.hash(), original.world.hash());
    }
}

TEST(glue, shapes_that_no_body_has_any_more_are_given_up) {
    small_world in(in_space);
    add_fleet(in);
    std::size_t largest = 0;
    for (int number = 0; number < 300; ++number) {
        in.world.registry().replace<position>(in.world.registry().find(lamp),
                                              vector3{6, 5 + scalar(0.001) * static_cast<scalar>(number), 5});
        in.step(input::glue(lamp, crate));
        in.step(input::unglue(lamp));
        largest = std::max(largest, in.world.shapes().size());
    }
    EXPECT_LT(largest, 50u);
    in.step(input::glue(lamp, crate));
    const shape whole = in.world.registry().get<shape>(in.world.registry().find(crate));
    EXPECT_NE(in.world.shapes().find_compound(whole.id), nullptr);
}
