#include "scenes/builders/piles.hpp"
#include "tests/core/allocation_count.hpp"
#include "tests/rigid/behaviour/playground.hpp"
#include "tests/rigid/mesh_samples.hpp"

#include <orrery/rigid/input.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/shapes/shape_store.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orrery::test {
namespace {

TEST(allocation, a_warm_step_takes_nothing_from_the_heap) {
    for (const std::uint32_t threads : {1u, 2u}) {
        playground ground(sleepless, {.thread_count = threads});
        ground.add(scenes::pile_of_everything({4, 4}));
        ground.run(8); // until the pile has come to rest
        EXPECT_EQ(allocations_during([&] { ground.step(10); }), 0) << threads << " threads";
    }
}

TEST(allocation, a_warm_record_takes_nothing_from_the_heap) {
    playground ground(sleepless);
    ground.add(scenes::pile_of_everything({4, 4}));
    frame_record<rigid::world> frame;
    for (int step = 0; step < 480; ++step) {
        ground.step();
        ground.world().record(frame);
    }
    ground.step();
    EXPECT_EQ(allocations_during([&] { ground.world().record(frame); }), 0);
}

// A world in which the same happens again and again: every so many steps all that moves is put back to where
// it was and sets off as it did. So every path of a step becomes warm, however violent.
class course {
public:
    explicit course(const rigid::world_settings& settings = sleepless)
        : ground_(settings) {}

    [[nodiscard]] playground& ground() noexcept { return ground_; }

    entity add(rigid::body_definition what) {
        what.key = entity_key{next_key_++};
        if (what.kind != rigid::body_kind::fixed) {
            resets_.push_back(rigid::input::place(what.key, {what.position, what.orientation}));
            resets_.push_back({what.key, rigid::input_kind::velocity, what.linear_velocity});
            resets_.push_back({what.key, rigid::input_kind::spin, what.angular_velocity});
        }
        return ground_.add(what);
    }

    rigid::shape add_mesh(const rigid::mesh_definition& what) {
        return ground_.world().shapes().add_mesh(rigid::triangle_mesh::from(what).value()).value();
    }

    void run(int rounds) {
        for (int round = 0; round < rounds; ++round) {
            ground_.world().step(resets_);
            ground_.step(steps_a_round - 1);
        }
    }

    [[nodiscard]] std::size_t count_when_warm() {
        run(8);
        return allocations_during([&] { run(2); });
    }

private:
    static constexpr int steps_a_round = 30;

    playground ground_;
    std::uint64_t next_key_ = 1;
    std::vector<rigid::input> resets_;
};

constexpr rigid::shape ball = rigid::sphere(scalar(0.3));

// Some of each kind in rows above the ground.
void add_rain(course& into, vector3 from, vector3 velocity, int count) {
    const rigid::shape forms[] = {ball, rigid::capsule(scalar(0.2), scalar(0.3)),
                                  rigid::cylinder(scalar(0.3), scalar(0.2)),
                                  rigid::box({scalar(0.3), scalar(0.2), scalar(0.4)})};
    for (int number = 0; number < count; ++number) {
        const auto along = static_cast<scalar>(number % 4);
        const auto across = static_cast<scalar>(number / 4);
        into.add({.position = from + vector3{along * scalar(1.1), across * scalar(0.2), across * scalar(1.3)},
                  .linear_velocity = velocity,
                  .angular_velocity = {along, scalar(1), -across},
                  .shape = forms[number % 4]});
    }
}

TEST(allocation, bodies_that_roll_over_a_mesh_take_nothing_when_warm) {
    course run;
    run.add({.kind = rigid::body_kind::fixed, .shape = run.add_mesh(rigid::test::wavy_field(16))});
    add_rain(run, {2, scalar(1.5), 2}, {4, 0, 3}, 16);
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, fast_bodies_that_meet_a_mesh_take_nothing_when_warm) {
    course run;
    run.add({.kind = rigid::body_kind::fixed, .shape = run.add_mesh(rigid::test::wavy_field(16))});
    add_rain(run, {2, 4, 2}, {20, -60, 10}, 8);
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, bodies_that_are_about_to_meet_take_nothing_when_warm) {
    course run;
    run.ground().add_floor();
    for (int number = 0; number < 8; ++number) {
        const auto across = static_cast<scalar>(number) * 2;
        run.add({.position = {0, scalar(0.5), across},
                 .shape = rigid::box({scalar(0.5), scalar(0.5), scalar(0.5)})});
        run.add({.position = {-4, scalar(0.6), across + scalar(0.05) * across},
                 .linear_velocity = {30, 0, 0},
                 .angular_velocity = {0, 0, 20},
                 .shape = number % 2 == 0 ? ball : rigid::box({scalar(0.2), scalar(0.3), scalar(0.2)})});
    }
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, kinematic_bodies_that_push_others_take_nothing_when_warm) {
    course run;
    run.ground().add_floor();
    for (int number = 0; number < 6; ++number) {
        run.add({.position = {scalar(0.8) * static_cast<scalar>(number), scalar(0.31), 0}, .shape = ball});
    }
    run.add({.kind = rigid::body_kind::kinematic,
             .position = {-10, 1, 0},
             .linear_velocity = {60, 0, 0},
             .shape = rigid::box({scalar(0.2), 1, 2})});
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, meshes_that_push_bodies_take_nothing_when_warm) {
    course run(rigid::world_settings{.gravity = {}, .may_sleep = false});
    add_rain(run, {2, 4, 2}, {}, 8);
    run.add({.kind = rigid::body_kind::kinematic,
             .position = {0, -2, 0},
             .linear_velocity = {0, 80, 0},
             .shape = run.add_mesh(rigid::test::wavy_field(8))});
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, sensors_that_are_passed_take_nothing_when_warm) {
    course run(rigid::world_settings{.gravity = {}, .may_sleep = false});
    run.add({.kind = rigid::body_kind::fixed,
             .position = {0, 0, 0},
             .shape = rigid::box({scalar(0.05), 5, 5}),
             .material = std::nullopt});
    run.add({.kind = rigid::body_kind::fixed,
             .position = {-8, -6, -8},
             .shape = run.add_mesh(rigid::test::wavy_field(16)),
             .material = std::nullopt});
    add_rain(run, {-4, 2, 0}, {90, -60, 0}, 4);
    EXPECT_EQ(run.count_when_warm(), 0);
}

TEST(allocation, bodies_that_bounce_take_nothing_when_warm) {
    course run;
    run.ground().add_floor({.restitution = 1});
    entity before{};
    for (int number = 0; number < 12; ++number) {
        const entity added =
            run.add({.position = {scalar(0.61) * static_cast<scalar>(number % 6),
                                  scalar(0.5) + scalar(0.7) * static_cast<scalar>(number / 6), 0},
                     .linear_velocity = {number % 6 == 0 ? scalar(8) : scalar(0), scalar(-3), 0},
                     .shape = number % 4 == 3 ? rigid::box({scalar(0.3), scalar(0.3), scalar(0.3)}) : ball,
                     .material = rigid::material{.restitution = 1}});
        if (number > 9) {
            (void)make_joint(run.ground().world(), rigid::ball_joint{.a = before,
                                                                     .b = added,
                                                                     .pivot_a = {scalar(0.3), 0, 0},
                                                                     .pivot_b = {scalar(-0.31), 0, 0}})
                .value();
        }
        before = added;
    }
    EXPECT_EQ(run.count_when_warm(), 0);
}

} // namespace
} // namespace orrery::test
