// Joints that are driven and that break, and a past that changes under them.
#include "scenes/builders/machines.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace orrery::test {
namespace {

constexpr std::uint64_t first_key = 100;

class joints_in_time : public testing::Test {
protected:
    [[nodiscard]] rigid::world machines() {
        rigid::world made(machine);
        scenes::add_machines(made, first_key);
        return made;
    }

    // Sends the crate to a place.
    [[nodiscard]] static rigid::input send(vector3 to) {
        return rigid::input::drive(scenes::driven_crate(first_key), scenes::crate_motor(first_key), {},
                                   {to, {}});
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(joints_in_time, a_drive_and_a_break_in_the_past_give_what_computing_everything_again_gives) {
    timeline<rigid::world> time(machines());
    time.add(20, send({0, 1, 1}));
    time.advance(120);
    const auto has_rope = [&] { return time.world().registry().count<rigid::pulley_joint>() == 1; };
    ASSERT_TRUE(has_rope());
    const vector3 before =
        time.world()
            .registry()
            .get<rigid::position>(time.world().registry().find(scenes::driven_crate(first_key)))
            .value;
    time.add(60, send({0, -1, 2}));
    time.add(
        30,
        {.target = scenes::hoist_weight(first_key), .kind = rigid::input_kind::force, .value = {0, -100, 0}});
    time.advance(10);
    EXPECT_FALSE(has_rope()) << "the pull tore it";
    const vector3 after =
        time.world()
            .registry()
            .get<rigid::position>(time.world().registry().find(scenes::driven_crate(first_key)))
            .value;
    EXPECT_GT(length(after - before), 1.5);

    rigid::world plain = machines();
    time::detail::journal_step<rigid::world> steps;
    while (plain.frame() < time.head()) {
        steps.run(plain, time.journal());
    }
    EXPECT_EQ(plain.hash(), time.world().hash());
}

TEST_F(joints_in_time, a_world_of_machines_that_is_saved_in_any_frame_goes_on_with_the_same_bits) {
    rigid::world original = machines();
    for (int round = 0; round < 4; ++round) {
        for (int step = 0; step < 23; ++step) {
            original.step();
        }
        byte_writer out;
        save_world(out, original);
        const std::vector<std::byte> bytes = out.take();
        byte_reader in(bytes);
        rigid::world copy(machine);
        ASSERT_TRUE(load_world(in, copy));
        ASSERT_EQ(copy.hash(), original.hash());
        for (int step = 0; step < 10; ++step) {
            original.step();
            copy.step();
        }
        EXPECT_EQ(copy.hash(), original.hash()) << "round " << round;
    }
}

// The joint, and the contacts, were once cut out of the world by the part that was computed again.
TEST_F(joints_in_time, an_input_in_the_past_for_what_is_no_body_leaves_everything_as_stepping_does) {
    const auto make = [&] {
        rigid::world made(machine);
        (void)make_body(made, {.kind = rigid::body_kind::fixed, .shape = rigid::plane()});
        const entity hung =
            make_body(made, {.position = {0, 5, 0}, .shape = rigid::sphere(scalar(0.4))}).value();
        made.registry().emplace<rigid::ball_joint>(
            made.registry().create(entity_key{500}),
            rigid::ball_joint{.a = hung, .pivot_a = {-1, 1, 0}, .pivot_b = {-1, 6, 0}});
        (void)made.registry().create(entity_key{501});
        for (int number = 0; number < 6; ++number) {
            (void)make_body(made, {.position = {static_cast<scalar>(number) * 4, scalar(0.5), 20},
                                   .shape = rigid::box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                   .key = entity_key{600 + static_cast<std::uint64_t>(number)}});
        }
        return made;
    };
    std::vector<entity_key> keys{entity_key{500}, entity_key{501}};
    rigid::world ahead = make();
    for (int step = 0; step < 10; ++step) {
        ahead.step();
    }
    ahead.registry().view<rigid::contact>().each(
        [&](entity id, const rigid::contact&) { keys.push_back(ahead.registry().key_of(id)); });
    ASSERT_GT(keys.size(), 4U);
    for (const entity_key key : keys) {
        for (const rigid::input& what :
             {rigid::input{.target = key, .kind = rigid::input_kind::impulse, .value = {1, 0, 0}},
              rigid::input::destroy(key), rigid::input::place(key, {{0, 9, 0}, {}}),
              rigid::input::unglue(key), rigid::input::glue(entity_key{600}, key),
              rigid::input::glue(key, entity_key{600})}) {
            timeline<rigid::world> time(make(), {.frames_between_keyframes = 10});
            time.advance(60);
            ASSERT_TRUE(time.add(25, what));
            EXPECT_TRUE(time.last_rewrite().was_local);
            rigid::world plain = make();
            time::detail::journal_step<rigid::world> steps;
            while (plain.frame() < time.head()) {
                steps.run(plain, time.journal());
                ASSERT_EQ(time.hash(plain.frame()), plain.hash())
                    << "an input of kind " << static_cast<std::uint64_t>(what.kind) << " for "
                    << static_cast<std::uint64_t>(key) << ", frame " << plain.frame();
            }
        }
    }
}

// A body may have the key of a joint when that is gone. Whether it comes then depends on bodies that the
// input does not name, on the old course and on the new; one that takes no notice of others was left as it
// was.
TEST_F(joints_in_time, a_body_comes_under_the_key_of_a_joint_when_a_change_of_the_past_takes_the_joint_away) {
    const entity_key hung_key{400};
    const entity_key joint_key{500};
    rigid::blueprint_id blueprint{};
    for (const rigid::body_kind kind : {rigid::body_kind::dynamic, rigid::body_kind::fixed}) {
        const auto make = [&] {
            rigid::world made(machine);
            const entity hung =
                make_body(made, {.position = {0, 5, 0}, .shape = rigid::sphere(scalar(0.4)), .key = hung_key})
                    .value();
            made.registry().emplace<rigid::ball_joint>(made.registry().create(joint_key),
                                                       rigid::ball_joint{.a = hung, .pivot_b = {0, 5, 0}});
            for (std::uint64_t number = 0; number < 6; ++number) {
                (void)make_body(made, {.position = {static_cast<scalar>(number) * 4, 0, 20},
                                       .shape = rigid::sphere(1),
                                       .key = entity_key{600 + number}});
            }
            blueprint = add_blueprint(made, {.kind = kind, .shape = rigid::sphere(1)}).value();
            return made;
        };
        timeline<rigid::world> time(make(), {.frames_between_keyframes = 10});
        ASSERT_TRUE(time.add(45, rigid::input::create(joint_key, blueprint, {{0, 20, 0}, {}}, {})));
        time.advance(60);
        const auto expect_as_stepped = [&](bool is_body_expected) {
            EXPECT_EQ(static_cast<bool>(time.known()->at(joint_key, 50)), is_body_expected);
            rigid::world plain = make();
            time::detail::journal_step<rigid::world> steps;
            while (plain.frame() < time.head()) {
                steps.run(plain, time.journal());
                ASSERT_EQ(time.hash(plain.frame()), plain.hash()) << "frame " << plain.frame();
            }
        };
        expect_as_stepped(false);
        ASSERT_TRUE(time.add(15, rigid::input::destroy(hung_key)));
        EXPECT_TRUE(time.last_rewrite().was_local);
        expect_as_stepped(true);
        ASSERT_TRUE(time.undo());
        time.advance(1);                                            // so that undoing the next one computes
        ASSERT_TRUE(time.add(41, rigid::input::destroy(hung_key))); // in the interval of the other input
        expect_as_stepped(true);
        time.advance(1);
        ASSERT_TRUE(time.undo());
        expect_as_stepped(false);
    }
}

} // namespace
} // namespace orrery::test
