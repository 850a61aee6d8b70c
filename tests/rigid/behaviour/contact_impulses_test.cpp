// What events say of contacts that go on: how hard bodies press and rub, and with which materials.
#include <orrery/math/vector.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/material_pair.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tests/rigid/small_world.hpp>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr scalar dt = scalar(1) / 60;
constexpr scalar pull = scalar(9.81);

struct reporting_world : small_world {
    explicit reporting_world(const material& of_floor) {
        add({.kind = body_kind::fixed, .shape = plane(), .material = of_floor, .key = entity_key{1}});
    }

    // Of the second body, which is above the floor.
    [[nodiscard]] std::optional<event> contact_event(event_kind kind) const {
        const auto found = std::ranges::find(world.events(), kind, &event::kind);
        return found != world.events().end() ? std::optional(*found) : std::nullopt;
    }
};

TEST(contact_impulses, of_a_sliding_box_are_its_weight_and_friction_against_its_way) {
    reporting_world in({.friction = scalar(0.3), .id = 4});
    const entity box_id = in.add({.position = {0, scalar(0.5), 0},
                                  .linear_velocity = {6, 0, 0},
                                  .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                  .material = material{.friction = scalar(0.3), .id = 5},
                                  .reports_contacts = true,
                                  .key = entity_key{2}});
    in.run(20);
    const scalar weight = in.world.registry().get<const mass>(box_id).value * pull * dt;
    scalar slowed = in.velocity(box_id).x;
    for (int frame = 0; frame < 30; ++frame) {
        in.run(1);
        const auto told = in.contact_event(event_kind::contact_persisted);
        ASSERT_TRUE(told);
        EXPECT_NEAR(told->impulse, weight, weight * scalar(0.01));
        EXPECT_NEAR(told->friction_impulse.x, -scalar(0.3) * weight, weight * scalar(0.003));
        EXPECT_NEAR(told->friction_impulse.y, 0, weight * scalar(1e-4));
        EXPECT_NEAR(told->friction_impulse.z, 0, weight * scalar(1e-3));
        EXPECT_FLOAT_EQ(static_cast<float>(told->friction), 0.3F);
        EXPECT_EQ(told->restitution, 0);
        EXPECT_EQ(told->material_a, 4U);
        EXPECT_EQ(told->material_b, 5U);
        // It is all that slows it.
        const scalar mass_of = in.world.registry().get<const mass>(box_id).value;
        EXPECT_NEAR(in.velocity(box_id).x - slowed, told->friction_impulse.x / mass_of, scalar(1e-4));
        slowed = in.velocity(box_id).x;
    }
}

TEST(contact_impulses, of_a_ball_at_rest_are_its_weight_alone) {
    reporting_world in({});
    const entity ball = in.add({.position = {0, scalar(0.5), 0},
                                .shape = sphere(scalar(0.5)),
                                .may_sleep = false,
                                .reports_contacts = true,
                                .key = entity_key{2}});
    in.run(60);
    const scalar weight = in.world.registry().get<const mass>(ball).value * pull * dt;
    const auto told = in.contact_event(event_kind::contact_persisted);
    ASSERT_TRUE(told);
    EXPECT_NEAR(told->impulse, weight, weight * scalar(1e-3));
    EXPECT_LT(length(told->friction_impulse), weight * scalar(1e-4));
}

TEST(contact_impulses, of_a_ball_that_rolls_have_no_friction_and_of_one_that_begins_to_all_it_has) {
    reporting_world in({.friction = scalar(0.4)});
    const entity ball = in.add({.position = {0, scalar(0.5), 0},
                                .linear_velocity = {5, 0, 0},
                                .shape = sphere(scalar(0.5)),
                                .material = material{.friction = scalar(0.4)},
                                .may_sleep = false,
                                .reports_contacts = true,
                                .key = entity_key{2}});
    in.run(5);
    const scalar weight = in.world.registry().get<const mass>(ball).value * pull * dt;
    EXPECT_NEAR(in.contact_event(event_kind::contact_persisted)->friction_impulse.x, -scalar(0.4) * weight,
                weight * scalar(0.01));
    in.run(120);
    EXPECT_NEAR(in.velocity(ball).x, scalar(5) * 5 / 7, scalar(0.05)) << "it rolls";
    EXPECT_LT(length(in.contact_event(event_kind::contact_persisted)->friction_impulse),
              weight * scalar(0.01));
}

TEST(contact_impulses, of_a_ball_that_bounces_aslant_tell_of_the_blow) {
    reporting_world in({.friction = scalar(0.2), .restitution = scalar(0.5), .id = 8});
    const entity ball = in.add({.position = {0, 2, 0},
                                .linear_velocity = {3, -6, 0},
                                .shape = sphere(scalar(0.5)),
                                .material = material{.friction = scalar(0.2)},
                                .gravity = vector3{},
                                .key = entity_key{2}});
    std::optional<event> blow;
    std::optional<event> end;
    for (int frame = 0; frame < 40; ++frame) {
        in.run(1);
        blow = blow ? blow : in.contact_event(event_kind::contact_began);
        end = end ? end : in.contact_event(event_kind::contact_ended);
    }
    ASSERT_TRUE(blow);
    const scalar mass_of = in.world.registry().get<const mass>(ball).value;
    EXPECT_NEAR(blow->impulse, mass_of * 9, mass_of * scalar(0.05));
    EXPECT_NEAR(blow->friction_impulse.x, mass_of * (in.velocity(ball).x - 3), mass_of * scalar(0.01));
    EXPECT_NEAR(blow->friction_impulse.x, -mass_of * 3 * 2 / 7, mass_of * scalar(0.01)) << "until it rolls";
    EXPECT_EQ(blow->restitution, scalar(0.5));
    EXPECT_EQ(blow->material_a, 8U);
    EXPECT_EQ(blow->material_b, 0U);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->material_a, 8U);
    EXPECT_EQ(end->friction_impulse, vector3{});
}

TEST(contact_impulses, tell_what_a_pair_of_materials_makes_of_the_two) {
    reporting_world in({.friction = 1, .id = 4});
    in.world.materials().insert(4, 5, {.friction = scalar(0.125), .restitution = scalar(0.25)});
    in.add({.position = {0, scalar(0.6), 0},
            .shape = sphere(scalar(0.5)),
            .material = material{.friction = 1, .id = 5},
            .key = entity_key{2}});
    std::optional<event> first;
    for (int frame = 0; frame < 20 && !first; ++frame) {
        in.run(1);
        first = in.contact_event(event_kind::contact_began);
    }
    ASSERT_TRUE(first);
    EXPECT_EQ(first->friction, scalar(0.125));
    EXPECT_EQ(first->restitution, scalar(0.25));
    EXPECT_EQ(event::from(first->key_a, first->key_b, first->payload()).friction_impulse,
              first->friction_impulse);
    EXPECT_EQ(event::from(first->key_a, first->key_b, first->payload()).material_b, 5U);
}

} // namespace
} // namespace orrery::test
