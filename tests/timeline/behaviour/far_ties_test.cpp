// A past that changes under bodies that hang on others far away: by glue, by what they stick to, by joints.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/make_joint.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <utility>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr entity_key carrier_key{2};
constexpr entity_key box_key{3};

class far_ties : public testing::Test {
protected:
    // Boxes far from each other on a floor, and something to hang them on.
    [[nodiscard]] world scene(const body_definition& carrier) {
        world made(machine);
        (void)make_body(made, {.kind = body_kind::fixed, .shape = plane(), .key = entity_key{1}}).value();
        body_definition named = carrier;
        named.key = carrier_key;
        (void)make_body(made, named).value();
        for (std::uint64_t number = 0; number < 6; ++number) {
            (void)make_body(made, {.position = {5 + 4 * static_cast<scalar>(number), scalar(0.5), 3},
                                   .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                   .key = entity_key{static_cast<std::uint64_t>(box_key) + number}})
                .value();
        }
        return made;
    }

    void expect_equal(timeline<world>& time, world plain) {
        time::detail::journal_step<world> steps;
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
            ASSERT_EQ(time.known()->revive(plain.frame(), machine).hash(), plain.hash())
                << "frame " << plain.frame();
        }
        ASSERT_EQ(time.world().hash(), plain.hash());
    }

    engine machine{{.thread_count = 1}};
};

const body_definition moving_carrier{.kind = body_kind::kinematic,
                                     .position = {-20, 1, 0},
                                     .linear_velocity = {2, 0, 0},
                                     .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)})};

const body_definition fixed_carrier{
    .kind = body_kind::fixed, .position = {-20, 1, 0}, .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)})};

TEST_F(far_ties, glueing_onto_a_carrier_in_the_past_keeps_the_carrier) {
    for (const body_definition& carrier : {moving_carrier, fixed_carrier}) {
        timeline<world> time(scene(carrier));
        time.advance(240);
        time.add(65, input::glue(box_key, carrier_key));
        EXPECT_TRUE(time.last_rewrite().was_local);
        const registry& now = time.world().registry();
        EXPECT_EQ(now.get<glued_to>(now.find(box_key)).carrier, now.find(carrier_key));
        expect_equal(time, scene(carrier));
        time.advance(60);
        ASSERT_TRUE(time.undo());
        expect_equal(time, scene(carrier));
    }
}

TEST_F(far_ties, what_came_to_stick_in_the_past_goes_on_with_its_carrier) {
    body_definition sticky = moving_carrier;
    sticky.position = {5, 4, 3};
    sticky.linear_velocity = {0, 0, 20};
    sticky.sticks_at = scalar(1);
    timeline<world> time(scene(sticky));
    time.advance(200);
    // Hits the carrier on its way, and is far from where it was soon after.
    time.add(0, {.target = box_key, .kind = input_kind::velocity, .value = {0, scalar(200), scalar(19)}});
    const registry& now = time.world().registry();
    ASSERT_TRUE(now.all_of<glued_to>(now.find(box_key)));
    expect_equal(time, scene(sticky));
}

TEST_F(far_ties, a_joint_that_was_lost_holds_again_when_its_end_is_undone) {
    const auto with_rope = [&] {
        world made = scene(fixed_carrier);
        registry& all = made.registry();
        (void)make_joint(
            made,
            distance_joint{.a = all.find(box_key), .b = all.find(carrier_key), .shortest = 0, .longest = 26},
            entity_key{50})
            .value();
        return made;
    };
    timeline<world> time(with_rope());
    time.add(10, {.target = box_key, .kind = input_kind::velocity, .value = {6, 0, 0}});
    const auto end = time.add(20, input::destroy(box_key));
    time.advance(240);
    ASSERT_TRUE(time.apply(timeline<world>::transaction{}.remove(*end)));
    EXPECT_TRUE(time.last_rewrite().was_local);
    EXPECT_EQ(time.world().registry().count<distance_joint>(), 1u);
    expect_equal(time, with_rope());
}

TEST_F(far_ties, contacts_with_a_mesh_go_with_the_body_in_all_their_patches) {
    const auto valley = [&] {
        world made(machine);
        const mesh_definition slopes{
            .vertices = {{-30, 20, -30}, {0, 0, -30}, {30, 20, -30}, {-30, 20, 30}, {0, 0, 30}, {30, 20, 30}},
            .triangles = {{0, 3, 1}, {3, 4, 1}, {1, 4, 2}, {4, 5, 2}}};
        const shape ground = made.shapes().add_mesh(triangle_mesh::from(slopes).value()).value();
        (void)make_body(made, {.kind = body_kind::fixed, .shape = ground, .key = entity_key{1}}).value();
        for (std::uint64_t number = 0; number < 5; ++number) {
            (void)make_body(made, {.position = {0, scalar(0.8), -20 + 8 * static_cast<scalar>(number)},
                                   .shape = sphere(scalar(0.5)),
                                   .may_sleep = false,
                                   .key = entity_key{2 + number}})
                .value();
        }
        return made;
    };
    timeline<world> time(valley());
    time.advance(240);
    ASSERT_EQ(time.world().registry().count<contact>(), 10u) << "each ball touches both slopes";
    time.add(45, {.target = entity_key{2}, .kind = input_kind::impulse, .value = {0, 6000, 0}});
    EXPECT_TRUE(time.last_rewrite().was_local);
    expect_equal(time, valley());
}

TEST_F(far_ties, what_was_glued_goes_on_with_the_spin_of_a_carrier_that_is_destroyed_after_loading) {
    body_definition spinning = moving_carrier;
    spinning.kind = body_kind::dynamic;
    spinning.angular_velocity = {0, 3, 0};
    spinning.gravity = vector3{};
    world first = scene(spinning);
    const std::array<input, 2> inputs{input::place(box_key, {{-20, 2, 0}, {}}),
                                      input::glue(box_key, carrier_key)};
    first.step(inputs);
    byte_writer out;
    save_world(out, first);
    world second(machine);
    byte_reader in(out.bytes());
    ASSERT_TRUE(load_world(in, second));
    const input end = input::destroy(carrier_key);
    first.step({&end, 1});
    second.step({&end, 1});
    const registry& now = first.registry();
    EXPECT_GT(now.get<angular_velocity>(now.find(box_key)).value.y, 1);
    EXPECT_EQ(first.hash(), second.hash());
}

} // namespace
} // namespace orrery::test
