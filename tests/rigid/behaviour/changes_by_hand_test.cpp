// Components taken away and given by hand, in any order, never end in a crash: a body that lacks something is
// not simulated until it is complete again, and what such changes leave behind is mended when the next step
// begins. Every world that can come of it can be saved, and goes on in the same way from its bytes.
#include "tests/rigid/behaviour/random_program.hpp"

#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>

#include <gtest/gtest.h>

#include <tests/rigid/small_world.hpp>

namespace orrery::test {
namespace {

using namespace rigid;

// A box on another, glued together, on a floor.
struct glued_pair {
    explicit glued_pair(body_kind carrier_kind) {
        scene.add_floor();
        carrier = scene.add({.kind = carrier_kind,
                             .position = {0, scalar(0.5), 0},
                             .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                             .key = entity_key{11}});
        part = scene.add({.position = {0, scalar(1.5), 0},
                          .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                          .key = entity_key{12}});
        scene.step(input::glue(entity_key{12}, entity_key{11}));
        scene.run(2);
    }

    [[nodiscard]] orrery::registry& registry() { return scene.world.registry(); }

    small_world scene;
    entity carrier;
    entity part;
};

void expect_it_can_be_saved(world& what) {
    byte_writer out;
    save_world(out, what);
    world loaded(what.machine(), what.settings());
    byte_reader in(out.bytes());
    const status answer = load_world(in, loaded);
    ASSERT_TRUE(answer) << answer.reason().message;
    for (int number = 0; number < 3; ++number) {
        ASSERT_EQ(loaded.hash(), what.hash()) << "after " << number << " steps";
        loaded.step();
        what.step();
    }
}

TEST(changes_by_hand, glue_ends_where_a_body_lacks_what_it_needs) {
    const component_type* types[] = {
        &component_type::of<body>(), &component_type::of<position>(), &component_type::of<orientation>(),
        &component_type::of<mass>(), &component_type::of<inertia>(),  &component_type::of<linear_velocity>(),
    };
    for (const component_type* type : types) {
        for (const bool is_of_carrier : {false, true}) {
            glued_pair pair(body_kind::dynamic);
            ASSERT_TRUE(pair.registry().all_of<carries>(pair.carrier));
            pair.registry().remove(is_of_carrier ? pair.carrier : pair.part, *type);
            expect_it_can_be_saved(pair.scene.world);
            EXPECT_FALSE(pair.registry().all_of<glued_to>(pair.part)) << type->name << is_of_carrier;
            EXPECT_FALSE(pair.registry().all_of<carries>(pair.carrier)) << type->name << is_of_carrier;
            EXPECT_EQ(pair.registry().get<const shape>(pair.carrier).kind, shape_kind::box) << type->name;
        }
    }
}

TEST(changes_by_hand, glue_to_a_body_that_is_not_pushed_ends_with_its_place) {
    for (const body_kind kind : {body_kind::kinematic, body_kind::fixed}) {
        glued_pair pair(kind);
        ASSERT_TRUE(pair.registry().all_of<glued_to>(pair.part));
        pair.registry().remove<orientation>(pair.carrier);
        expect_it_can_be_saved(pair.scene.world);
        EXPECT_FALSE(pair.registry().all_of<glued_to>(pair.part));
    }
}

TEST(changes_by_hand, what_stays_glued_is_carried_on_when_another_part_is_let_go) {
    glued_pair pair(body_kind::dynamic);
    (void)pair.scene.add({.position = {1, scalar(0.5), 0},
                          .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                          .key = entity_key{13}});
    pair.scene.step(input::glue(entity_key{13}, entity_key{11}));
    const scalar own = pair.registry().get<const mass>(pair.part).value;
    EXPECT_NEAR(pair.registry().get<const mass>(pair.carrier).value, 3 * own, 1e-5 * own);
    pair.registry().remove<inertia>(pair.part);
    pair.scene.run(1);
    EXPECT_FALSE(pair.registry().all_of<glued_to>(pair.part));
    EXPECT_TRUE(pair.registry().all_of<glued_to>(pair.registry().find(entity_key{13})));
    EXPECT_NEAR(pair.registry().get<const mass>(pair.carrier).value, 2 * own, 1e-5 * own);
}

TEST(changes_by_hand, a_body_stands_still_while_it_lacks_something_and_goes_on_when_it_has_it) {
    small_world scene;
    const entity ball = scene.add({.position = {0, 9, 0}, .shape = sphere(scalar(0.5))});
    scene.run(5);
    orrery::registry& registry = scene.world.registry();
    const mass own = registry.get<const mass>(ball);
    registry.remove<mass>(ball);
    registry.remove<stillness>(ball);
    const vector3 place = scene.position(ball);
    scene.run(5);
    EXPECT_EQ(scene.position(ball), place);
    registry.emplace<mass>(ball, own);
    scene.run(5);
    EXPECT_LT(scene.position(ball).y, place.y - scalar(0.05));
    registry.remove<stillness>(ball);
    scene.run(5);
    EXPECT_TRUE(registry.all_of<stillness>(ball));
}

TEST(changes_by_hand, a_body_without_a_mass_takes_another_shape_with_a_density_only) {
    small_world scene;
    const entity ball = scene.add({.shape = sphere(1)});
    scene.world.registry().remove<mass>(ball);
    const status answer = change_shape(scene.world, ball, sphere(2));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.reason().message, "the body has no mass to keep, so a density is needed");
    EXPECT_TRUE(change_shape(scene.world, ball, sphere(2), scalar(1000)));
    EXPECT_GT(scene.world.registry().get<const mass>(ball).value, 0);
}

TEST(changes_by_hand, a_body_that_has_only_a_spin_takes_another_kind) {
    small_world scene;
    const entity ball = scene.add({.angular_velocity = {0, 1, 0}, .shape = sphere(1)});
    scene.world.registry().remove<linear_velocity>(ball);
    EXPECT_TRUE(change_kind(scene.world, ball, body_kind::kinematic));
    EXPECT_TRUE(scene.world.registry().all_of<linear_velocity>(ball));
    EXPECT_EQ(scene.spin(ball), (vector3{0, 1, 0}));
}

TEST(changes_by_hand, a_body_that_is_given_a_contact_outlives_it) {
    small_world scene;
    const entity floor = scene.add_floor();
    const entity ball = scene.add({.position = {0, scalar(0.5), 0}, .shape = sphere(scalar(0.5))});
    const entity far = scene.add({.position = {9, 9, 0}, .shape = sphere(scalar(0.5))});
    scene.run(5);
    ASSERT_EQ(scene.world.registry().count<contact>(), 1U);
    contact strange;
    strange.a = far;
    strange.b = floor;
    scene.world.registry().emplace<contact>(ball, strange);
    expect_it_can_be_saved(scene.world);
    EXPECT_TRUE(scene.world.registry().all_of<body>(ball));
    EXPECT_EQ(scene.world.registry().count<contact>(), 1U);
}

TEST(changes_by_hand, random_programs_neither_crash_nor_make_worlds_that_cannot_be_saved) {
    engine machine({.thread_count = 1, .level = log_level::error});
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        random_program program(machine, seed);
        for (int round = 0; round < 3; ++round) {
            program.run(15);
            ASSERT_EQ(program.first_difference(), "") << "seed " << seed << program.trace();
        }
    }
}

} // namespace
} // namespace orrery::test
