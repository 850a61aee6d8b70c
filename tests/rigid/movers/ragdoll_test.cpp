#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/movers/ragdoll.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

[[nodiscard]] vector3 point_of(const rigid::world& world, entity id, vector3 local) {
    return transform_point(rigid::placement(world, id), local);
}

// How far its joints are apart, and how far its hinges are turned beyond their limits.
struct strain {
    scalar gap = 0;   // m
    scalar angle = 0; // rad
};

[[nodiscard]] strain strain_of(const rigid::world& world, const rigid::ragdoll& who) {
    strain found;
    const registry& state = world.registry();
    for (std::size_t number = 1; number < rigid::limb_count; ++number) {
        const entity id = state.find(who.joints[number]);
        const auto measure = [&](const auto& joint) {
            found.gap = max(found.gap, distance(point_of(world, joint.a, joint.pivot_a),
                                                point_of(world, joint.b, joint.pivot_b)));
        };
        if (state.all_of<rigid::hinge_joint>(id)) {
            const auto& joint = state.get<rigid::hinge_joint>(id);
            measure(joint);
            const scalar angle = rigid::hinge_angle(world, id);
            found.angle = max(found.angle, max(angle - joint.turn.highest, joint.turn.lowest - angle));
        } else {
            measure(state.get<rigid::cone_twist_joint>(id));
        }
    }
    return found;
}

TEST(ragdoll, has_the_mass_and_the_height_it_was_given) {
    small_world home;
    const rigid::ragdoll who = rigid::make_ragdoll(home.world, {.height = 2, .mass = 70}).value();
    double mass = 0;
    scalar highest = 0;
    scalar lowest = 10;
    for (const entity_key key : who.limbs) {
        const entity id = home.world.registry().find(key);
        mass += std::as_const(home.world.registry()).get<rigid::mass>(id).value;
        const rigid::shape& form = std::as_const(home.world.registry()).get<rigid::shape>(id);
        for (const scalar end : {form.size.y, -form.size.y}) {
            highest = max(highest, point_of(home.world, id, {0, end, 0}).y + form.size.x);
            lowest = min(lowest, point_of(home.world, id, {0, end, 0}).y - form.size.x);
        }
    }
    EXPECT_NEAR(mass, 70, 1e-3);
    EXPECT_NEAR(highest, 2, 1e-4);
    EXPECT_NEAR(lowest, 0, 1e-4);
    EXPECT_LT(strain_of(home.world, who).gap, 1e-5);
    EXPECT_LE(strain_of(home.world, who).angle, 1e-4);
}

struct fall {
    strain worst;
    strain at_rest;
    int steps = 0;
    vector3 pelvis;
};

// Down eight stairs, until it sleeps.
[[nodiscard]] fall fall_down_stairs(scalar speed) {
    small_world home;
    home.add_floor();
    for (int n = 0; n < 8; ++n) {
        const scalar top = scalar(0.2) * static_cast<scalar>(8 - n);
        home.add({.kind = rigid::body_kind::fixed,
                  .position = {0, top / 2, scalar(0.3) * static_cast<scalar>(n)},
                  .shape = rigid::box({2, top / 2, scalar(0.15)})});
    }
    const rigid::ragdoll who =
        rigid::make_ragdoll(home.world, {.where = {{0, scalar(1.65), 0}, {}}, .velocity = {0, 0, speed}})
            .value();
    const entity pelvis = home.world.registry().find(who[rigid::limb::pelvis]);
    fall seen;
    for (; seen.steps < 1200 && !home.world.registry().all_of<rigid::asleep>(pelvis); ++seen.steps) {
        home.run(1);
        seen.at_rest = strain_of(home.world, who);
        seen.worst = {max(seen.worst.gap, seen.at_rest.gap), max(seen.worst.angle, seen.at_rest.angle)};
    }
    seen.pelvis = home.position(pelvis);
    return seen;
}

// Each fall is another one, however little they differ when they begin: so several are looked at.
TEST(ragdoll, falls_down_stairs_in_one_piece_and_sleeps_at_their_foot) {
    std::vector<scalar> gaps;
    for (int number = 0; number < 9; ++number) {
        const fall seen = fall_down_stairs(3 + scalar(0.05) * static_cast<scalar>(number));
        gaps.push_back(seen.worst.gap);
        EXPECT_LT(seen.worst.gap, 0.12) << number; // in the hardest blow
        EXPECT_LT(seen.at_rest.gap, 0.006) << number;
        EXPECT_LT(seen.worst.angle, 0.3) << number;
        EXPECT_LT(seen.steps, 1200) << number;
        EXPECT_GT(seen.pelvis.z, 1) << number;
        EXPECT_GT(seen.pelvis.y, 0) << number;
    }
    std::ranges::sort(gaps);
    EXPECT_LT(gaps[gaps.size() / 2], 0.045);
}

TEST(ragdoll, is_pulled_into_a_pose_by_its_muscles) {
    small_world home({.gravity = {}});
    const rigid::ragdoll who =
        rigid::make_ragdoll(home.world, {.strength = 200, .first_key = entity_key{100}}).value();
    EXPECT_EQ(who[rigid::limb::right_foot], entity_key{112});
    rigid::ragdoll_pose sitting{};
    constexpr vector3 left{1, 0, 0};
    for (const rigid::limb thigh : {rigid::limb::left_thigh, rigid::limb::right_thigh}) {
        sitting[static_cast<std::size_t>(thigh)] = quaternion::from_axis_angle(left, scalar(-1.3));
        sitting[static_cast<std::size_t>(thigh) + 1] = quaternion::from_axis_angle(left, scalar(1.5));
    }
    home.world.step(rigid::pose_ragdoll(who, sitting));
    home.run(240);
    EXPECT_NEAR(rigid::hinge_angle(home.world, home.world.registry().find(who.joints[8])), 1.5, 0.05);
    EXPECT_NEAR(rigid::hinge_angle(home.world, home.world.registry().find(who.joints[11])), 1.5, 0.05);
    const auto turn_of = [&](rigid::limb which) {
        return home.world.registry().get<rigid::orientation>(home.world.registry().find(who[which])).value;
    };
    const quaternion bend = inverse(turn_of(rigid::limb::chest)) * turn_of(rigid::limb::left_forearm);
    EXPECT_NEAR(angle_between(bend, inverse(who.upright[1]) * who.upright[4]), 0, 0.1);
}

TEST(ragdoll, is_refused_with_a_sentence) {
    small_world home;
    const auto reason = [&](const rigid::ragdoll_definition& what) {
        const auto made = rigid::make_ragdoll(home.world, what);
        return made ? std::string() : made.reason().message;
    };
    EXPECT_EQ(reason({.mass = -1}),
              "A ragdoll is refused: its mass is -1 kg, but it must be finite and above 0.");
    home.add({.shape = rigid::sphere(1), .key = entity_key{25}});
    EXPECT_EQ(reason({.first_key = entity_key{20}}), "A ragdoll is refused: the key 25 is taken.");
    EXPECT_EQ(home.world.registry().count<rigid::body>(), 1u);
}

} // namespace
} // namespace orrery::test
