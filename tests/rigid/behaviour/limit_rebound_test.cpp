// What comes to a limit with restitution turns back: it keeps its energy, and it stays between the limits.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace orrery::test {
namespace {

constexpr rigid::world_settings calm{.gravity = {}, .may_sleep = false};
constexpr rigid::joint_axis elastic{.lowest = -1, .highest = 1, .restitution = 1};

// A rod of a metre that turns about one of its ends, at the origin.
struct swinging_rod : playground {
    entity rod;

    explicit swinging_rod(scalar speed)
        : playground(calm)
        , rod(add({.position = {scalar(0.5), 0, 0},
                   .linear_velocity = {0, speed / 2, 0},
                   .angular_velocity = {0, 0, speed},
                   .shape = rigid::box({scalar(0.5), scalar(0.05), scalar(0.05)})})) {}

    entity hinge(const rigid::joint_axis& turn) {
        return make_joint(world(),
                          rigid::hinge_joint{.a = rod, .pivot_a = {scalar(-0.5), 0, 0}, .turn = turn})
            .value();
    }

    // How far the end is from where the joint holds it.
    [[nodiscard]] double slip() const {
        return length(position(rod) + rotate(orientation(rod), {scalar(-0.5), 0, 0}));
    }
};

struct extent {
    double value = 0;
    double energy = 0;
    double slip = 0;
};

// The largest of each in ten seconds.
extent largest_of(swinging_rod& in, entity joint) {
    extent largest;
    for (int frame = 0; frame < 600; ++frame) {
        in.step();
        largest.value =
            std::max(largest.value, static_cast<double>(abs(rigid::hinge_angle(in.world(), joint))));
        largest.energy = std::max(largest.energy, in.kinetic_energy(in.rod));
        largest.slip = std::max(largest.slip, in.slip());
    }
    return largest;
}

TEST(limit_rebound, a_rod_between_limits_keeps_its_energy) {
    for (const scalar speed : {scalar(2), scalar(5), scalar(8), scalar(10), scalar(20)}) {
        swinging_rod in(speed);
        const entity joint = in.hinge(elastic);
        const double began = in.kinetic_energy(in.rod);
        const extent largest = largest_of(in, joint);
        EXPECT_NEAR(in.kinetic_energy(in.rod), began, began * 0.05) << speed << " rad/s";
        EXPECT_LT(largest.energy, began * 1.05) << speed << " rad/s";
        EXPECT_LT(largest.value, 1.001) << speed << " rad/s";
    }
}

TEST(limit_rebound, the_limits_of_a_six_dof_joint_cost_no_energy) {
    const auto left_after_ten_seconds = [](const rigid::joint_axis& turn) {
        swinging_rod in(10);
        rigid::six_dof_joint joint{.a = in.rod, .pivot_a = {scalar(-0.5), 0, 0}};
        joint.slide = {rigid::locked_axis, rigid::locked_axis, rigid::locked_axis};
        joint.turn = {rigid::locked_axis, rigid::locked_axis, turn};
        static_cast<void>(make_joint(in.world(), joint).value());
        const double began = in.kinetic_energy(in.rod);
        in.run(10);
        return in.kinetic_energy(in.rod) / began;
    };
    EXPECT_NEAR(left_after_ten_seconds(elastic), left_after_ten_seconds({}), 0.02);
}

TEST(limit_rebound, a_share_of_the_speed_comes_back) {
    for (const scalar restitution : {scalar(0.3), scalar(0.7)}) {
        swinging_rod in(10);
        static_cast<void>(in.hinge({.lowest = -1, .highest = 100, .restitution = restitution}));
        in.run(scalar(0.5));
        EXPECT_NEAR(in.spin(in.rod).z, -10 * restitution, 0.03);
    }
}

// Two rods of a metre, the end of the first at the beginning of the second.
struct two_rods : playground {
    std::vector<entity> rods;

    two_rods()
        : playground(calm) {}

    void add_rod(scalar middle, scalar speed, scalar spin) {
        rods.push_back(add({.position = {middle, 0, 0},
                            .linear_velocity = {0, speed, 0},
                            .angular_velocity = {0, 0, spin},
                            .shape = rigid::box({scalar(0.5), scalar(0.05), scalar(0.05)})}));
    }

    void join() {
        static_cast<void>(make_joint(world(), rigid::hinge_joint{.a = rods[0],
                                                                 .b = rods[1],
                                                                 .pivot_a = {scalar(0.5), 0, 0},
                                                                 .pivot_b = {scalar(-0.5), 0, 0},
                                                                 .turn = elastic})
                              .value());
    }

    [[nodiscard]] double energy() const { return kinetic_energy(rods[0]) + kinetic_energy(rods[1]); }
};

TEST(limit_rebound, an_elbow_keeps_energy_and_momentum) {
    two_rods elbow;
    for (const scalar side : {scalar(-1), scalar(1)}) {
        elbow.add_rod(side / 2, scalar(2.5), 5 * side);
    }
    elbow.join();
    const double began = elbow.energy();
    elbow.run(10);
    EXPECT_NEAR(elbow.energy(), began, began * 0.05);
    EXPECT_NEAR(elbow.velocity(elbow.rods[0]).y + elbow.velocity(elbow.rods[1]).y, 5, 1e-3);
}

TEST(limit_rebound, two_joints_of_a_chain_keep_the_energy) {
    two_rods chain;
    for (const scalar middle : {scalar(0.5), scalar(1.5)}) {
        chain.add_rod(middle, 4 * middle, 4);
    }
    static_cast<void>(
        make_joint(chain.world(),
                   rigid::hinge_joint{.a = chain.rods[0], .pivot_a = {scalar(-0.5), 0, 0}, .turn = elastic})
            .value());
    chain.join();
    const double began = chain.energy();
    for (int second = 0; second < 10; ++second) {
        chain.run(1);
        ASSERT_LT(chain.energy(), began * 1.05) << second;
    }
    EXPECT_GT(chain.energy(), began * 0.8);
}

TEST(limit_rebound, a_rod_that_passes_half_the_way_between_its_limits_in_a_step_stays_between_them) {
    for (const scalar speed : {scalar(50), scalar(60), scalar(80), scalar(200), scalar(1000)}) {
        swinging_rod in(speed);
        const entity joint = in.hinge(elastic);
        const double began = in.kinetic_energy(in.rod);
        const extent largest = largest_of(in, joint);
        EXPECT_LT(largest.value, 1.05) << speed << " rad/s";
        EXPECT_LT(largest.energy, began * 1.05) << speed << " rad/s";
        EXPECT_LT(largest.slip, 0.1) << speed << " rad/s";
    }
}

TEST(limit_rebound, a_slide_that_passes_half_the_way_between_its_limits_in_a_step_stays_between_them) {
    for (const scalar speed : {scalar(30), scalar(50), scalar(60), scalar(80), scalar(100), scalar(300)}) {
        playground ground(calm);
        const entity bead =
            ground.add({.linear_velocity = {speed, 0, 0}, .shape = rigid::box(vector3::filled(scalar(0.2)))});
        static_cast<void>(
            make_joint(ground.world(), rigid::prismatic_joint{.a = bead, .axis = {1, 0, 0}, .slide = elastic})
                .value());
        double farthest = 0;
        for (int frame = 0; frame < 600; ++frame) {
            ground.step();
            farthest = std::max(farthest, static_cast<double>(abs(ground.position(bead).x)));
        }
        EXPECT_LT(farthest, 1.01) << speed << " m/s";
        // What crosses no more than half of the way in a step and the sub-step after keeps all of its speed.
        EXPECT_GT(abs(ground.velocity(bead).x), std::min(speed, scalar(48)) * scalar(0.99))
            << speed << " m/s";
    }
}

} // namespace
} // namespace orrery::test
