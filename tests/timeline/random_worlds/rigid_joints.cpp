// Joints of all types in a random world: each between a new body and something else, near or far.
#include "tests/timeline/random_worlds/rigid_scene.hpp"

#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>

namespace orrery::test::random_worlds {

using namespace rigid;

entity rigid_scene::random_holder(vector3 near) {
    const body_definition anchor{.kind = body_kind::fixed, .position = near};
    switch (uniform_below(dice_, 5)) {
    case 0:
        return {};
    case 1:
        return add_body(anchor);
    case 2: {
        body_definition moving = anchor;
        moving.kind = body_kind::kinematic;
        moving.linear_velocity = {scalar(0.3), 0, 0};
        moving.angular_velocity = {0, scalar(0.5), 0};
        return add_body(moving);
    }
    case 3: { // far away
        body_definition far = anchor;
        far.position = somewhere() + vector3{0, 4, 0};
        return add_body(far);
    }
    default:
        return add_body({.position = near, .shape = box({scalar(0.2), scalar(0.2), scalar(0.2)})});
    }
}

template <typename Joint>
void rigid_scene::add_joint(const Joint& what) {
    const entity_key key{next_key_++};
    const result<entity> made = make_joint(*world_, what, key);
    if (!made) {
        return; // some types want two bodies
    }
    joints_.emplace_back(world_->registry().key_of(what.a), key);
    if (has(rigid_feature::breakable) && chance(dice_, 0.5)) {
        world_->registry().emplace<breakable>(*made, breakable{.force = within(20, 400), .torque = 200});
    }
}

void rigid_scene::add_joints() {
    // Calls make(body, holder, pivot of the body, pivot of the holder).
    const auto add = [&](rigid_feature which, auto make) {
        if (!has(which)) {
            return;
        }
        body_definition what = random_body();
        what.position.y += scalar(1.5);
        what.orientation = {};
        const vector3 pivot = what.position + vector3{0, scalar(0.7), 0};
        const entity body = add_body(what);
        const entity holder = random_holder(pivot);
        const vector3 pivot_b = holder ? pivot - position_of_body(holder) : pivot;
        add_joint(make(body, holder, vector3{0, scalar(0.7), 0}, pivot_b));
    };
    // For types that want a second body.
    const auto body_or_other = [&](entity holder) {
        return holder ? holder : add_body({.kind = body_kind::fixed, .position = somewhere()});
    };
    add(rigid_feature::ball_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return ball_joint{.a = a, .b = b, .pivot_a = at_a, .pivot_b = at_b};
    });
    add(rigid_feature::distance_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return distance_joint{.a = a, .b = b, .pivot_a = at_a, .pivot_b = at_b, .shortest = 0, .longest = 1};
    });
    add(rigid_feature::fixed_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return fixed_joint{.a = a, .b = b, .pivot_a = at_a, .pivot_b = at_b};
    });
    add(rigid_feature::hinge_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return hinge_joint{.a = a,
                           .b = b,
                           .pivot_a = at_a,
                           .pivot_b = at_b,
                           .turn = {.lowest = -1, .highest = 1, .motor_speed = 2, .motor_force = 20}};
    });
    add(rigid_feature::prismatic_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return prismatic_joint{.a = a,
                               .b = b,
                               .pivot_a = at_a,
                               .pivot_b = at_b,
                               .axis = {1, 0, 0},
                               .slide = {.lowest = -1, .highest = 1, .friction = 5}};
    });
    add(rigid_feature::six_dof_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        const joint_axis sprung{.lowest = -1, .highest = 1, .stiffness = 50, .damping = 2};
        return six_dof_joint{.a = a,
                             .b = b,
                             .pivot_a = at_a,
                             .pivot_b = at_b,
                             .slide = {sprung, locked_axis, sprung},
                             .turn = {sprung, sprung, sprung}};
    });
    add(rigid_feature::wheel_joint, [&](entity a, entity b, vector3, vector3 at_b) {
        return wheel_joint{.a = body_or_other(b),
                           .b = a,
                           .pivot_a = at_b,
                           .suspension = {.lowest = -1, .stiffness = 2000, .damping = 100},
                           .motor_torque = 10};
    });
    add(rigid_feature::cone_joint, [](entity a, entity b, vector3, vector3) {
        return cone_joint{.a = a, .b = b, .side_angle = scalar(0.7), .other_angle = scalar(0.4)};
    });
    add(rigid_feature::cone_twist_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return cone_twist_joint{.a = a, .b = b, .pivot_a = at_a, .pivot_b = at_b, .friction = 1};
    });
    add(rigid_feature::cv_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return cv_joint{.a = a, .b = b, .pivot_a = at_a, .pivot_b = at_b};
    });
    add(rigid_feature::gear_joint, [&](entity a, entity b, vector3, vector3) {
        return gear_joint{.a = a, .b = body_or_other(b), .ratio = scalar(-1.5)};
    });
    add(rigid_feature::rack_joint, [](entity a, entity b, vector3, vector3 at_b) {
        return rack_joint{.a = a, .b = b, .pivot_b = at_b, .radius = scalar(0.3)};
    });
    add(rigid_feature::pulley_joint, [](entity a, entity b, vector3 at_a, vector3 at_b) {
        return pulley_joint{.a = a,
                            .b = b,
                            .pivot_a = at_a,
                            .pivot_b = at_b,
                            .anchor_a = {0, 9, 0},
                            .anchor_b = {2, 9, 0},
                            .length = 30};
    });
    add(rigid_feature::motor_joint, [](entity a, entity b, vector3, vector3) {
        return motor_joint{.a = a, .b = b, .largest_force = 300, .largest_torque = 20};
    });
    add(rigid_feature::gravity_joint, [](entity a, entity b, vector3, vector3) {
        return gravity_joint{.a = a, .b = b, .constant = scalar(0.05), .mass_a = 20, .mass_b = 30};
    });
    add(rigid_feature::null_joint,
        [&](entity a, entity b, vector3, vector3) { return null_joint{.a = a, .b = body_or_other(b)}; });
}

// Balls at rest on a floor of their own, each held by something that does not move by itself.
void rigid_scene::add_held() {
    if (!has(rigid_feature::held_sleepers)) {
        return;
    }
    for (int number = 0; number < 2; ++number) {
        const vector3 floor = sites_[uniform_below(dice_, sites_.size())] +
                              vector3{static_cast<scalar>(number) * 5 - 2, scalar(7.5), -5};
        (void)add_body({.kind = body_kind::fixed, .position = floor, .shape = box({1, scalar(0.5), 1})});
        const entity ball =
            add_body({.position = floor + vector3{0, scalar(0.8), 0}, .shape = sphere(scalar(0.3))});
        const vector3 above{0, chance(dice_, 0.5) ? scalar(1) : scalar(4), 0};
        const entity holder = add_body({.kind = chance(dice_, 0.5) ? body_kind::fixed : body_kind::kinematic,
                                        .position = floor + vector3{0, scalar(0.8), 0} + above});
        holders_.push_back(world_->registry().key_of(holder));
        add_joint(ball_joint{.a = ball, .b = holder, .pivot_b = -above});
    }
}

} // namespace orrery::test::random_worlds
