// Friction of impacts by Coulomb's law: along the surface acts the friction coefficient times the normal
// impulse, or what stops the slip if that is less.
#include "tests/rigid/behaviour/playground.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <ostream>

namespace orrery::test {
namespace {

using rigid::box;
using rigid::material;
using rigid::sphere;

constexpr scalar impact_mass = 2; // kg

enum class impact_body_type { ball, box_without_turning, box_hard_to_turn, free_box };

struct oblique_impact {
    impact_body_type type = impact_body_type::ball;
    scalar restitution = 0;
    scalar friction = 0;
    scalar speed = 0;
    scalar angle = 0; // between the path and the floor
    bool has_gravity = false;
    scalar size = scalar(0.5); // radius or half extent
};

struct impact_outcome {
    vector3 began{};            // velocity before the impact
    vector3 ended{};            // and a few steps later
    scalar normal_impulse = 0;  // from the events of contacts, of all these steps
    vector3 friction_impulse{}; // the same, on the body
    scalar expected_normal = 0; // of the impact alone
    double energy_gain = 0;     // kinetic
};

std::ostream& operator<<(std::ostream& out, const oblique_impact& of) {
    return out << "type " << static_cast<int>(of.type) << ", restitution " << of.restitution << ", friction "
               << of.friction << ", speed " << of.speed << ", angle " << of.angle << ", gravity "
               << of.has_gravity;
}

impact_outcome let_hit(const oblique_impact& of) {
    rigid::world_settings settings = sleepless;
    if (!of.has_gravity) {
        settings.gravity = {};
    }
    const scalar forward = of.speed * cos(of.angle);
    const scalar down = of.speed * sin(of.angle);
    playground ground(settings);
    const material surface{.friction = of.friction, .restitution = of.restitution};
    ground.add_floor(surface);
    rigid::body_definition definition{
        .position = {0, of.size + scalar(0.05) + down * scalar(0.0217), 0},
        .linear_velocity = {forward * scalar(0.6), -down, forward * scalar(-0.8)},
        .shape = box({of.size, of.size, of.size}),
        .material = surface,
        .mass = impact_mass,
        .reports_contacts = true};
    if (of.type == impact_body_type::ball) {
        definition.shape = sphere(of.size);
    } else if (of.type == impact_body_type::box_without_turning) {
        definition.locked_axes = rigid::locked_axes::all_turns;
    } else if (of.type == impact_body_type::box_hard_to_turn) {
        definition.inertia = matrix3::diagonal({scalar(1e6), scalar(1e6), scalar(1e6)});
    }
    const entity body = ground.add(definition);
    impact_outcome seen{.began = definition.linear_velocity};
    int steps_left = 100;
    double energy = 0;
    while (steps_left > 0) {
        --steps_left;
        const vector3 before = ground.velocity(body);
        const double energy_before = ground.kinetic_energy(body);
        ground.step();
        for (const rigid::event& each : ground.world().events()) {
            if (seen.normal_impulse == 0 && each.impulse > 0) { // the impact, and three steps more
                steps_left = 3;
                energy = energy_before;
                seen.expected_normal = -impact_mass * before.y * (1 + of.restitution);
            }
            seen.normal_impulse += each.impulse;
            seen.friction_impulse += each.b == body ? each.friction_impulse : -each.friction_impulse;
        }
    }
    seen.ended = ground.velocity(body);
    seen.energy_gain = ground.kinetic_energy(body) - energy;
    return seen;
}

template <typename Check>
void for_each_impact(std::initializer_list<impact_body_type> types, Check check) {
    for (const impact_body_type type : types) {
        for (const scalar restitution : {scalar(0), scalar(0.5), scalar(1)}) {
            for (const scalar friction : {scalar(0.1), scalar(0.3), scalar(0.6), scalar(1)}) {
                for (const scalar speed : {scalar(0.5), scalar(2), scalar(5), scalar(20), scalar(100)}) {
                    for (const scalar angle : {scalar(0.3), scalar(0.785), scalar(1.2)}) {
                        for (const bool has_gravity : {false, true}) {
                            const oblique_impact of{type, restitution, friction, speed, angle, has_gravity};
                            SCOPED_TRACE(::testing::Message() << of);
                            check(of, let_hit(of));
                        }
                    }
                }
            }
        }
    }
}

vector3 along_floor(vector3 velocity) {
    return {velocity.x, 0, velocity.z};
}

TEST(impact_friction, an_impact_takes_the_slip_that_coulomb_says) {
    for_each_impact(
        {impact_body_type::ball, impact_body_type::box_without_turning, impact_body_type::box_hard_to_turn},
        [](const oblique_impact& of, const impact_outcome& seen) {
            const vector3 began = along_floor(seen.began);
            const scalar to_stop =
                impact_mass * length(began) * (of.type == impact_body_type::ball ? scalar(2) / 7 : scalar(1));
            const scalar expected = min(of.friction * seen.normal_impulse, to_stop);
            const vector3 lost = (began - along_floor(seen.ended)) * impact_mass;
            const scalar tolerance = impact_mass * of.speed * scalar(0.002);
            EXPECT_NEAR(length(lost), expected, tolerance);
            EXPECT_NEAR(dot(lost, normalize(began)), expected, tolerance) << "sideways";
            EXPECT_NEAR(distance(seen.friction_impulse, -lost), 0, tolerance) << "events";
            if (!of.has_gravity) {
                EXPECT_NEAR(seen.normal_impulse, seen.expected_normal, tolerance);
            } else {
                EXPECT_GE(seen.normal_impulse, seen.expected_normal * scalar(0.95));
            }
        });
}

TEST(impact_friction, a_box_that_may_turn_neither_gains_energy_nor_is_thrown_back) {
    for_each_impact({impact_body_type::free_box}, [](const oblique_impact& of, const impact_outcome& seen) {
        const vector3 began = along_floor(seen.began);
        const vector3 lost = (began - along_floor(seen.ended)) * impact_mass;
        const scalar tolerance = impact_mass * of.speed * scalar(0.003);
        EXPECT_GT(dot(lost, began), 0);
        // It rocks, because its corners are solved one after the other.
        EXPECT_GT(dot(along_floor(seen.ended), normalize(began)), of.speed * scalar(-0.03));
        EXPECT_LE(length(lost), of.friction * seen.normal_impulse + tolerance);
        EXPECT_NEAR(distance(seen.friction_impulse, -lost), 0, tolerance) << "events";
        // Falling through the speculative margin and for three steps gives it no more than this.
        const double fallen = of.has_gravity ? impact_mass * gravity * (of.speed + 1) * 4 / 60.0 : 0;
        EXPECT_LE(seen.energy_gain, fallen + impact_mass * of.speed * of.speed * 1e-4);
    });
}

void expect_rolling_after(const oblique_impact& of) {
    const impact_outcome seen = let_hit(of);
    EXPECT_NEAR(length(along_floor(seen.ended)), length(along_floor(seen.began)) * 5 / 7,
                of.speed * scalar(0.002))
        << of;
}

TEST(impact_friction, a_ball_smaller_than_the_speculative_margin_rolls_off_with_five_sevenths_of_its_speed) {
    for (const scalar speed : {scalar(0.5), scalar(1), scalar(1.7)}) {
        for (const scalar restitution : {scalar(0), scalar(0.5)}) {
            expect_rolling_after({.restitution = restitution,
                                  .friction = 1,
                                  .speed = speed,
                                  .angle = scalar(0.785),
                                  .size = scalar(0.015)});
        }
    }
}

// The spin that makes it roll is more than can be followed.
TEST(impact_friction, a_ball_whose_spin_is_limited_is_not_slowed_down_twice_by_a_blow) {
    expect_rolling_after({.friction = 1, .speed = 400, .angle = scalar(0.785)});
}

} // namespace
} // namespace orrery::test
