// Joints that are driven and that break, and a past that changes under them.
#include "scenes/machines.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/motor_joint.hpp>
#include <orrery/rigid/parts.hpp>
#include <orrery/rigid/pulley_joint.hpp>
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

} // namespace
} // namespace orrery::test
