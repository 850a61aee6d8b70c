#include "scenes/builders/machines.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
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

namespace orrery::scenes {
namespace {

using namespace rigid;

// Places among the keys of the machines. What is not named takes the next one.
constexpr std::uint64_t crate_place = 0;
constexpr std::uint64_t motor_place = 1;
constexpr std::uint64_t hoist_place = 2;
constexpr std::uint64_t first_other_place = 3;

constexpr scalar height = 4; // m

class machine_builder {
public:
    machine_builder(rigid::world& where, std::uint64_t first_key)
        : where_(where)
        , first_key_(first_key) {}

    void add_leaning_rod(scalar x) {
        const entity socket = add({.kind = body_kind::fixed, .position = {x, height, 0}});
        const entity rod = add({.position = {x, height + 1, 0},
                                .linear_velocity = {1, 0, 1},
                                .shape = capsule(scalar(0.1), scalar(0.4))});
        join(rigid::ball_joint{.a = socket, .b = rod, .pivot_b = {0, -1, 0}});
        join(cone_joint{.a = socket,
                        .b = rod,
                        .axis_a = {0, 1, 0},
                        .side_a = {1, 0, 0},
                        .axis_b = {0, 1, 0},
                        .side_angle = 1,
                        .other_angle = scalar(0.4)});
    }

    void add_limb(scalar x) {
        const entity shoulder = add({.kind = body_kind::fixed, .position = {x, height, 0}});
        const entity limb = add({.position = {x + scalar(0.5), height, 0},
                                 .angular_velocity = {4, 0, 0},
                                 .shape = capsule(scalar(0.1), scalar(0.4)),
                                 .mass = scalar(3)});
        join(cone_twist_joint{.a = shoulder,
                              .b = limb,
                              .pivot_b = {scalar(-0.5), 0, 0},
                              .side_angle = scalar(0.9),
                              .other_angle = scalar(0.5),
                              .friction = scalar(0.2),
                              .stop_stiffness = 60,
                              .stop_resistance = 2});
    }

    void add_shafts(scalar x) {
        const quaternion bend = quaternion::from_axis_angle({0, 0, 1}, scalar(0.5));
        const vector3 along = rotate(bend, vector3{1, 0, 0});
        const vector3 middle{x, height, 0};
        const entity engine =
            add({.kind = body_kind::kinematic, .position = middle, .angular_velocity = {6, 0, 0}});
        const entity shaft = add({.position = middle + along * scalar(0.5),
                                  .orientation = bend,
                                  .shape = box({scalar(0.4), scalar(0.1), scalar(0.05)})});
        join(cv_joint{.a = engine, .b = shaft, .pivot_b = {scalar(-0.5), 0, 0}});
        join(rigid::ball_joint{.a = shaft, .pivot_a = {scalar(0.5), 0, 0}, .pivot_b = middle + along});
    }

    void add_gears(scalar x) {
        const auto add_wheel = [&](scalar place, scalar radius, scalar spin) {
            return add({.position = {place, height, 0},
                        .angular_velocity = {0, 0, spin},
                        .shape = cylinder(radius, scalar(0.1)),
                        .locked_axes = 63 & ~locked_axes::turn_z,
                        .filter = {.mask = 0}});
        };
        const entity large = add_wheel(x, scalar(0.6), 5);
        const entity small = add_wheel(x + scalar(0.9), scalar(0.3), -10);
        const entity rack = add({.position = {x + scalar(0.9), height - scalar(0.4), 0},
                                 .shape = box({2, scalar(0.1), scalar(0.1)}),
                                 .locked_axes = 63 & ~locked_axes::move_x,
                                 .filter = {.mask = 0}});
        join(gear_joint{.a = large, .b = small, .ratio = -2});
        join(rack_joint{.a = small, .b = rack, .radius = scalar(-0.3)});
        join(null_joint{.a = large, .b = rack});
    }

    void add_hoist(scalar x) {
        const entity heavy =
            add({.position = {x, height, 0}, .shape = sphere(scalar(0.2)), .mass = scalar(4)});
        const entity light = add(
            {.position = {x + 1, height, 0}, .shape = sphere(scalar(0.2)), .mass = scalar(3.5)}, hoist_place);
        const entity rope = join(pulley_joint{.a = heavy,
                                              .b = light,
                                              .anchor_a = {x, height + 4, 0},
                                              .anchor_b = {x + 1, height + 4, 0},
                                              .length = 8});
        where_.registry().emplace<breakable>(rope, breakable{.force = 60});
    }

    void add_held_crate(scalar x) {
        const entity base = add({.kind = body_kind::fixed, .position = {x, height, 0}});
        const entity crate = add({.position = {x, height, 1},
                                  .shape = box({scalar(0.3), scalar(0.2), scalar(0.2)}),
                                  .mass = scalar(5),
                                  .may_sleep = false},
                                 crate_place);
        join(motor_joint{.a = base, .b = crate, .target_position = {0, 0, 1}, .largest_force = 120},
             motor_place);
    }

    void add_stars(scalar x) {
        const auto add_star = [&](scalar place, scalar speed, scalar mass) {
            return add({.position = {x + place, height, 0},
                        .linear_velocity = {0, speed, 0},
                        .shape = sphere(scalar(0.1)),
                        .mass = mass,
                        .gravity = vector3{}});
        };
        const entity large = add_star(scalar(-0.5), scalar(-0.5), 3);
        const entity small = add_star(scalar(1.5), scalar(1.5), 1);
        join(gravity_joint{.a = large, .b = small, .constant = 2});
    }

    void add_axes(scalar x) {
        const auto add_post = [&](scalar place) {
            return add({.kind = body_kind::fixed, .position = {place, height, 0}});
        };
        const auto add_load = [&](scalar place) {
            return add({.position = {place + scalar(0.5), height, 0},
                        .angular_velocity = {1, 0, 3},
                        .shape = box({scalar(0.4), scalar(0.2), scalar(0.1)}),
                        .mass = scalar(2)});
        };
        const vector3 end{scalar(-0.5), 0, 0};
        const entity flap = add_load(x);
        join(hinge_joint{.a = add_post(x),
                         .b = flap,
                         .pivot_b = end,
                         .turn = {.lowest = -1,
                                  .highest = 1,
                                  .restitution = scalar(0.6),
                                  .bump_length = scalar(0.2),
                                  .bump_stiffness = 30,
                                  .bump_damping = 1,
                                  .friction = scalar(0.5)}});
        const entity lift = add_load(x + 2);
        join(prismatic_joint{.a = add_post(x + 2),
                             .b = lift,
                             .pivot_b = end,
                             .axis = {0, 1, 0},
                             .slide = {.lowest = -1, .highest = 1, .motor_speed = 1, .motor_force = 30}});
        const entity arm = add_load(x + 4);
        const joint_axis sprung{.lowest = -1, .highest = 1, .stiffness = 20, .damping = 1};
        join(six_dof_joint{.a = add_post(x + 4),
                           .b = arm,
                           .pivot_b = end,
                           .slide = {locked_axis, sprung, locked_axis},
                           .turn = {sprung, joint_axis{.friction = 1}, sprung}});
        const entity wheel =
            add({.position = {x + 6, height, 0}, .shape = cylinder(scalar(0.4), scalar(0.1))});
        join(wheel_joint{.a = add_post(x + 6),
                         .b = wheel,
                         .axle_a = {0, 0, 1},
                         .suspension = {.lowest = -1, .stiffness = 5000, .damping = 300},
                         .steering = scalar(0.3),
                         .motor_torque = 20,
                         .motor_speed = 30,
                         .brake_torque = 2});
    }

    // Long enough to be solved as a whole.
    void add_chain(scalar x) {
        entity last{};
        for (int number = 0; number < 26; ++number) {
            const scalar along = scalar(0.3) * static_cast<scalar>(number);
            const entity link = add({.position = {x, height + along + scalar(0.15), 0},
                                     .linear_velocity = {scalar(0.5), 0, 0},
                                     .shape = capsule(scalar(0.04), scalar(0.1)),
                                     .filter = {.mask = 0}});
            join(hinge_joint{.a = link,
                             .b = last,
                             .pivot_a = {0, scalar(-0.15), 0},
                             .pivot_b = last ? vector3{0, scalar(0.15), 0} : vector3{x, height, 0}});
            last = link;
        }
    }

private:
    [[nodiscard]] entity_key next_key() { return entity_key{first_key_ + next_++}; }

    entity add(body_definition what) {
        what.key = next_key();
        return make_body(where_, what).value();
    }

    entity add(body_definition what, std::uint64_t place) {
        what.key = entity_key{first_key_ + place};
        return make_body(where_, what).value();
    }

    template <typename T>
    entity join(const T& what) {
        return make_joint(where_, what, next_key()).value();
    }

    template <typename T>
    entity join(const T& what, std::uint64_t place) {
        return make_joint(where_, what, entity_key{first_key_ + place}).value();
    }

    rigid::world& where_;
    std::uint64_t first_key_;
    std::uint64_t next_ = first_other_place;
};

} // namespace

void add_machines(rigid::world& where, std::uint64_t first_key) {
    machine_builder builder(where, first_key);
    builder.add_leaning_rod(0);
    builder.add_limb(3);
    builder.add_shafts(6);
    builder.add_gears(9);
    builder.add_hoist(14);
    builder.add_held_crate(18);
    builder.add_stars(22);
    builder.add_axes(26);
    builder.add_chain(36);
}

entity_key driven_crate(std::uint64_t first_key) {
    return entity_key{first_key + crate_place};
}

entity_key crate_motor(std::uint64_t first_key) {
    return entity_key{first_key + motor_place};
}

entity_key hoist_weight(std::uint64_t first_key) {
    return entity_key{first_key + hoist_place};
}

} // namespace orrery::scenes
