#include "tests/rigid/refusals.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <set>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::refusing_world;
using orrery::test::small_world;

namespace {

constexpr entity_key crate_key{7};
constexpr scalar not_a_number = std::numeric_limits<scalar>::quiet_NaN();

body_definition crate_definition() {
    return {.shape = box({1, 1, 1}), .density = 500};
}

} // namespace

TEST(blueprint_store, the_same_definition_has_the_same_id_in_every_world) {
    small_world one;
    small_world other;
    (void)add_blueprint(other.world, {.shape = sphere(2)}).value();
    const blueprint_id id = add_blueprint(one.world, crate_definition()).value();
    EXPECT_EQ(add_blueprint(other.world, crate_definition()).value(), id);
    body_definition elsewhere = crate_definition();
    elsewhere.position = {4, 5, 6};
    elsewhere.linear_velocity = {1, 0, 0};
    elsewhere.key = crate_key;
    EXPECT_EQ(add_blueprint(one.world, elsewhere).value(), id) << "where it is does not matter";
    EXPECT_EQ(one.world.blueprints().blueprints().size(), 1U);
}

TEST(blueprint_store, whatever_differs_has_another_id) {
    small_world in;
    std::set<blueprint_id> ids;
    const auto add = [&](auto change) {
        body_definition changed = crate_definition();
        change(changed);
        ids.insert(add_blueprint(in.world, changed).value());
    };
    add([](body_definition&) {});
    add([](body_definition& what) { what.kind = body_kind::fixed; });
    add([](body_definition& what) { what.shape = sphere(1); });
    add([](body_definition& what) { what.material->friction = 1; });
    add([](body_definition& what) { what.material.reset(); });
    add([](body_definition& what) { what.mass = 500; });
    add([](body_definition& what) { what.gravity = vector3{}; });
    add([](body_definition& what) { what.filter.layer = 3; });
    add([](body_definition& what) { what.breaks_at = scalar(1); });
    add([](body_definition& what) { what.destroyed_at = scalar(1); });
    EXPECT_EQ(ids.size(), 10U);
}

TEST(blueprint_store, an_input_creates_a_body_that_takes_part_at_once) {
    small_world in;
    const blueprint_id id = add_blueprint(in.world, crate_definition()).value();
    const quaternion turn = quaternion::from_axis_angle({0, 1, 0}, 1);
    const input created[] = {input::create(crate_key, id, {{1, 2, 3}, turn}, {60, 0, 0}),
                             {crate_key, input_kind::spin, {0, 0, 2}}};
    in.world.step(created);
    const entity made = in.world.registry().find(crate_key);
    ASSERT_TRUE(made);
    EXPECT_NEAR(in.position(made).x, 2, 1e-4);
    EXPECT_EQ(in.spin(made).z, 2);
    EXPECT_NEAR(in.world.registry().get<mass>(made).value, 4000, 1e-2);
    ASSERT_EQ(in.world.events().size(), 1U);
    EXPECT_EQ(in.world.events()[0].kind, event_kind::created);
    EXPECT_EQ(in.world.events()[0].key_a, crate_key);
}

TEST(blueprint_store, a_body_that_cannot_be_created_is_refused) {
    refusing_world in;
    const blueprint_id id = add_blueprint(in.world(), crate_definition()).value();
    (void)make_body(in.world(), {.shape = sphere(1), .gravity = vector3{}, .key = entity_key{3}}).value();
    const auto sentence = [&](const input& what) { return in.refusal_of(what); };
    EXPECT_EQ(sentence(input::create(crate_key, blueprint_id{5}, {})),
              "an input for the body with the key 7 is refused: the world has no blueprint with the id 5");
    EXPECT_EQ(sentence(input::create(entity_key{3}, id, {})),
              "an input for the body with the key 3 is refused: the key 3 is taken by another entity");
    EXPECT_EQ(sentence(input::create(entity_key::none, id, {})),
              "an input for the body with the key 0 is refused: a body that is created needs a key");
    EXPECT_EQ(
        sentence(input::create(crate_key, id, {{not_a_number, 0, 0}, {}})),
        "an input for the body with the key 7 is refused: input.point.x is nan, expected a finite number");
    EXPECT_EQ(sentence(input::create(crate_key, id, {{}, {0, 0, 0, 2}})),
              "an input for the body with the key 7 is refused: the body's orientation has length 2, but it "
              "must be 1");
    EXPECT_EQ(sentence(input::create(crate_key, id, {})), "");
}

TEST(blueprint_store, refuses_what_make_body_refuses) {
    small_world in;
    EXPECT_FALSE(add_blueprint(in.world, {}).has_value());
    EXPECT_FALSE(add_blueprint(in.world, {.shape = sphere(-1)}).has_value());
    EXPECT_EQ(add_blueprint(in.world, {.shape = sphere(1), .fracture = fracture_id{9}}).reason().message,
              "the world has no fracture with the id 9");
    EXPECT_EQ(add_blueprint(in.world, {.shape = sphere(1), .breaks_at = scalar(-1)}).reason().message,
              "the body's breaks_at is -1 N s, but it must be finite and not negative");
    EXPECT_EQ(add_blueprint(in.world, {.shape = sphere(1), .filter = {.layer = 32}}).reason().message,
              "the body's layer is 32, but it must be 0 to 31");
}

TEST(blueprint_store, is_saved_with_the_world) {
    small_world original;
    body_definition whole = crate_definition();
    const vector3 seeds[] = {{-1, 0, 0}, {1, 0, 0}};
    const auto pieces = shatter(*whole.shape, seeds, original.world.shapes()).value();
    whole.fracture = add_fracture(original.world, whole, pieces).value();
    const blueprint_id id = add_blueprint(original.world, whole).value();
    byte_writer out;
    save_world(out, original.world);
    small_world copy;
    byte_reader in(out.bytes());
    ASSERT_TRUE(load_world(in, copy.world).is_ok());
    ASSERT_NE(copy.world.blueprints().find(whole.fracture), nullptr);
    const input steps[2][1] = {{input::create(crate_key, id, {})}, {input::break_up(crate_key)}};
    for (const auto& inputs : steps) {
        original.world.step(inputs);
        copy.world.step(inputs);
        EXPECT_EQ(copy.world.hash(), original.world.hash());
    }
    EXPECT_EQ(copy.world.registry().count<body>(), 2U);
}
