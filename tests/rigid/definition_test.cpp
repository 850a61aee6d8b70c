#include "tests/rigid/refusals.hpp"
#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/definition.hpp>
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/glue.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

constexpr std::array<vector3, 3> seeds{vector3{scalar(-0.2), 0, 0}, vector3{scalar(0.2), scalar(0.1), 0},
                                       vector3{0, scalar(-0.2), 0}};

[[nodiscard]] body_definition brittle_crate() {
    return {.shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}), .density = 500};
}

template <typename Id>
[[nodiscard]] std::uint64_t number_of(Id id) {
    return static_cast<std::uint64_t>(id);
}

// Of what a crate breaks into.
[[nodiscard]] std::vector<definition> fracture_definitions() {
    small_world in;
    const auto cells = shatter(*brittle_crate().shape, seeds, in.world.shapes()).value();
    return definitions_for(in.world, add_fracture(in.world, brittle_crate(), cells).value());
}

[[nodiscard]] std::vector<std::byte> bytes_of(const definition& what) {
    byte_writer out;
    save_definition(out, what);
    return out.take();
}

} // namespace

TEST(rigid_definition, has_the_id_that_a_world_gives_to_its_content) {
    small_world in;
    body_definition elsewhere = brittle_crate();
    elsewhere.position = {1, 2, 3};
    elsewhere.key = entity_key{9};
    EXPECT_EQ(definition::of(elsewhere).id(), number_of(add_blueprint(in.world, brittle_crate()).value()));
    EXPECT_EQ(definition::of(elsewhere), definition::of(brittle_crate()));
    const std::vector<definition> all = fracture_definitions();
    for (const definition& each : all) {
        ASSERT_TRUE(in.world.define(each));
    }
    const definition& fracture = all.back();
    ASSERT_EQ(fracture.kind(), definition_kind::fracture);
    EXPECT_EQ(fracture.id(), number_of(add_fracture(in.world, *fracture.fracture()).value()));
    const definition& hull = all.front();
    ASSERT_EQ(hull.kind(), definition_kind::hull);
    const shape added = in.world.shapes().add_hull(hull.hull()->vertices()).value();
    EXPECT_EQ(hull.id(), number_of(added.id));
    const compound::child children[] = {{added, {{1, 0, 0}, {}}}, {sphere(1), {}}};
    EXPECT_EQ(definition::of_compound(children).id(),
              number_of(in.world.shapes().add_compound(children).value().id));
}

TEST(rigid_definition, makes_a_world_know_what_it_is_made_of_and_changes_no_hash) {
    small_world in;
    (void)make_body(in.world, brittle_crate()).value();
    const std::uint64_t hash = in.world.hash();
    const std::vector<definition> all = fracture_definitions();
    ASSERT_GT(all.size(), 4U);
    for (int count = 0; count < 2; ++count) {
        for (const definition& each : all) {
            EXPECT_EQ(in.world.has_definition(each.id()), count == 1);
            EXPECT_TRUE(in.world.check_definition(each));
            EXPECT_EQ(in.world.has_definition(each.id()), count == 1) << "checking defines nothing";
            EXPECT_TRUE(in.world.define(each));
            EXPECT_TRUE(in.world.has_definition(each.id()));
        }
    }
    EXPECT_EQ(in.world.hash(), hash);
    EXPECT_EQ(in.world.frame(), 0U);
    const world_snapshot before = small_world().world.snapshot();
    in.world.restore(before);
    EXPECT_TRUE(in.world.has_definition(all.back().id()))
        << "a frame that does not know it takes nothing away";
}

TEST(rigid_definition, is_refused_before_those_that_it_refers_to) {
    small_world in;
    const std::vector<definition> all = fracture_definitions();
    const status fracture = in.world.define(all.back());
    ASSERT_FALSE(fracture);
    EXPECT_NE(fracture.reason().message.find("which the world does not have"), std::string::npos);
    body_definition brittle = brittle_crate();
    brittle.fracture = fracture_id{all.back().id()};
    EXPECT_FALSE(in.world.define(definition::of(brittle)));
    const compound::child child{{.id = shape_id{all.front().id()}, .size = {}, .kind = shape_kind::hull}, {}};
    EXPECT_FALSE(in.world.define(definition::of_compound({&child, 1})));
    EXPECT_FALSE(in.world.define(definition::of_compound({})));
    EXPECT_FALSE(in.world.define(definition::of({.shape = sphere(-1)})));
    EXPECT_TRUE(in.world.blueprints().blueprints().empty());
    EXPECT_EQ(in.world.shapes().size(), 0U);
}

// Such a compound is gone from the store as soon as nobody is glued any more.
// What a kind of shape does not use is saved as well, and what is saved must be finite.
TEST(rigid_definition, is_refused_with_a_size_that_is_not_finite) {
    const scalar nan = std::numeric_limits<scalar>::quiet_NaN();
    const scalar infinity = std::numeric_limits<scalar>::infinity();
    small_world in;
    for (const vector3 size : {vector3{1, nan, 0}, vector3{1, 0, infinity}}) {
        shape ball = sphere(1);
        ball.size = size;
        const auto what = definition::of({.shape = ball});
        EXPECT_FALSE(in.world.define(what));
        EXPECT_FALSE(in.world.has_definition(what.id()));
        const compound::child child{.what = ball, .where = {}};
        EXPECT_FALSE(in.world.define(definition::of_compound(std::array{child})));
    }
}

// Each is looked into once: as often as it occurs would be two to the power of forty times.
TEST(rigid_definition, is_found_in_deeply_nested_fractures) {
    small_world in;
    body_definition wanted{.shape = sphere(scalar(0.3))};
    std::size_t count = 0;
    for (int depth = 0; depth < 40; ++depth) {
        const definition piece = definition::of(wanted);
        ASSERT_TRUE(in.world.define(piece));
        const std::array<fragment, 2> two{fragment{blueprint_id{piece.id()}, {}},
                                          fragment{blueprint_id{piece.id()}, {{1, 0, 0}, {}}}};
        const definition pattern = definition::of_fracture(two);
        ASSERT_TRUE(in.world.define(pattern));
        wanted.fracture = fracture_id{pattern.id()};
        count += 2;
    }
    const std::vector<definition> all = definitions_for(in.world, wanted.fracture);
    EXPECT_EQ(all.size(), count);
    small_world other;
    for (const definition& each : all) {
        EXPECT_TRUE(other.world.define(each));
    }
}

TEST(rigid_definition, does_not_take_a_compound_that_gluing_has_made) {
    small_world in;
    const compound::child children[] = {{sphere(1), {{1, 0, 0}, {}}}, {sphere(1), {}}};
    const shape assembly = in.world.shapes().add_assembly(children).value();
    const definition blueprint = definition::of({.shape = assembly});
    EXPECT_FALSE(in.world.define(blueprint));
    ASSERT_TRUE(in.world.define(definition::of_compound(children)));
    EXPECT_TRUE(in.world.define(blueprint));
}

TEST(rigid_definition, survives_being_saved_and_refuses_every_truncation) {
    small_world in;
    std::vector<definition> all = fracture_definitions();
    const compound::child children[] = {{sphere(1), {{1, 0, 0}, {}}}, {sphere(1), {}}};
    all.push_back(definition::of_compound(children));
    for (const definition& each : all) {
        const std::vector<std::byte> bytes = bytes_of(each);
        byte_reader in_full(bytes);
        const auto loaded = load_definition(in_full, in.world);
        ASSERT_TRUE(loaded) << loaded.reason().message;
        EXPECT_EQ(*loaded, each);
        EXPECT_EQ(loaded->id(), each.id());
        EXPECT_TRUE(in_full.finish());
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            byte_reader cut{std::span(bytes).first(size)};
            EXPECT_FALSE(load_definition(cut, in.world)) << size << " of " << bytes.size() << " bytes";
        }
    }
    const std::byte unknown[] = {std::byte{4}, std::byte{0}};
    byte_reader of_no_kind(unknown);
    EXPECT_FALSE(load_definition(of_no_kind, in.world));
}

TEST(rigid_definition, is_named_by_inputs_that_create_or_break_bodies) {
    EXPECT_EQ(world::definition_of(input::create(entity_key{1}, blueprint_id{7}, {})), 7U);
    EXPECT_EQ(world::definition_of(input::break_up(entity_key{1}, fracture_id{8})), 8U);
    EXPECT_EQ(world::definition_of(input::break_up(entity_key{1})), 0U);
    EXPECT_EQ(world::definition_of(input::glue(entity_key{1}, entity_key{2})), 0U);
}
