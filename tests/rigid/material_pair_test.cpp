#include "tests/rigid/small_world.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr std::uint32_t ice = 3;
constexpr std::uint32_t rubber = 7;
constexpr material slippery{.friction = 0};
constexpr material sticky{.friction = scalar(0.8)};

// A box of rubber that slides over a floor of ice.
struct sliding_box : small_world {
    explicit sliding_box(const world_settings& settings = {})
        : small_world(settings) {
        add({.kind = body_kind::fixed,
             .shape = plane(),
             .material = material{.id = ice},
             .key = entity_key{1}});
        box_id = add({.position = {0, scalar(0.5), 0},
                      .linear_velocity = {4, 0, 0},
                      .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                      .material = material{.id = rubber},
                      .key = entity_key{2}});
    }

    entity box_id;
};

TEST(material_pair, decides_what_two_materials_do_together) {
    sliding_box slides;
    slides.world.materials().insert(rubber, ice, slippery);
    slides.run(60);
    EXPECT_NEAR(slides.velocity(slides.box_id).x, 4, 1e-3);
    sliding_box stops;
    stops.world.materials().insert(ice, rubber, sticky);
    stops.run(60);
    EXPECT_NEAR(stops.velocity(stops.box_id).x, 0, 1e-3);
}

TEST(material_pair, is_found_replaced_and_removed_whatever_the_order) {
    small_world in;
    material_pairs pairs = in.world.materials();
    EXPECT_TRUE(pairs.empty());
    pairs.insert(ice, rubber, sticky);
    pairs.insert(rubber, ice, slippery);
    EXPECT_EQ(pairs.size(), 1U);
    ASSERT_NE(pairs.find(ice, rubber), nullptr);
    EXPECT_EQ(*pairs.find(rubber, ice), slippery);
    EXPECT_EQ(pairs.find(ice, ice), nullptr);
    EXPECT_TRUE(pairs.remove(rubber, ice));
    EXPECT_FALSE(pairs.remove(rubber, ice));
    EXPECT_TRUE(pairs.empty());
}

TEST(material_pair, is_part_of_the_hash_and_leaves_that_of_a_world_without_one_alone) {
    small_world without;
    small_world with;
    EXPECT_EQ(with.world.hash(), without.world.hash());
    with.world.materials().insert(ice, rubber, sticky);
    const std::uint64_t hash = with.world.hash();
    EXPECT_NE(hash, without.world.hash());
    with.world.materials().insert(ice, rubber, slippery);
    EXPECT_NE(with.world.hash(), hash);
    with.world.materials().remove(ice, rubber);
    EXPECT_EQ(with.world.hash(), without.world.hash());
}

// Frames with a change of the pairs before, after and between them.
TEST(material_pair, is_saved_and_gone_back_to_at_every_frame) {
    sliding_box in;
    const input changes[] = {input::set_material_pair(ice, rubber, slippery),
                             input::set_material_pair(ice, rubber, {.friction = scalar(0.3)}),
                             input::remove_material_pair(rubber, ice)};
    for (int frame = 0; frame < 60; ++frame) {
        byte_writer out;
        save_world(out, in.world);
        world loaded(in.machine);
        byte_reader from(out.bytes());
        ASSERT_TRUE(load_world(from, loaded));
        world restored(in.machine);
        restored.restore(in.world.snapshot());
        world forked = in.world.fork(in.machine);
        const auto inputs = frame % 15 == 7
                                ? std::span(changes).subspan(static_cast<std::size_t>(frame / 20), 1)
                                : std::span<const input>();
        for (world* each : {&in.world, &loaded, &restored, &forked}) {
            each->step(inputs);
            ASSERT_EQ(each->hash(), in.world.hash()) << "frame " << frame;
        }
    }
    EXPECT_LT(in.velocity(in.box_id).x, 4);
}

TEST(material_pair, goes_with_every_part_of_a_world) {
    sliding_box in;
    in.world.materials().insert(ice, rubber, slippery);
    in.run(3);
    const entity_key keys[] = {entity_key{1}, entity_key{2}};
    const world_snapshot whole = in.world.snapshot();
    world alone(in.machine);
    alone.restore(part_of(whole, keys));
    for (int frame = 0; frame < 30; ++frame) {
        in.world.step();
        alone.step();
    }
    EXPECT_EQ(alone.registry().get<const linear_velocity>(alone.registry().find(entity_key{2})).value,
              in.velocity(in.box_id));
    EXPECT_EQ(with_part(whole, keys, alone.snapshot()).hash(), in.world.hash());
}

TEST(material_pair, wakes_what_sleeps_when_it_changes) {
    sliding_box in;
    in.run(240);
    ASSERT_TRUE(in.world.registry().all_of<asleep>(in.box_id));
    in.step(input::set_material_pair(ice, rubber, slippery));
    EXPECT_FALSE(in.world.registry().all_of<asleep>(in.box_id));
}

TEST(material_pair, input_with_an_id_of_zero_or_values_out_of_range_is_refused) {
    const status no_id = world::check_input(input::set_material_pair(0, rubber, {}));
    ASSERT_FALSE(no_id);
    EXPECT_EQ(no_id.reason().message, "its materials have the ids 0 and 7, but they must not be 0");
    EXPECT_FALSE(world::check_input(input::remove_material_pair(ice, 0)));
    EXPECT_FALSE(world::check_input(input::set_material_pair(ice, rubber, {.friction = -1})));
    EXPECT_FALSE(world::check_input(input::set_material_pair(ice, rubber, {.restitution = 2})));
    EXPECT_TRUE(world::check_input(input::set_material_pair(ice, rubber, sticky)));
}

// Not one that a part of the world could lack.
TEST(material_pair, of_a_body_does_not_count) {
    sliding_box in;
    in.world.registry().emplace<material_pair>(in.box_id, ice, rubber, slippery);
    in.run(60);
    EXPECT_LT(in.velocity(in.box_id).x, 1);
    EXPECT_EQ(in.world.materials().find(ice, rubber), nullptr);
}

TEST(material_pair, put_in_by_hand_with_an_id_of_zero_counts_for_nobody_and_is_saved) {
    sliding_box in;
    sliding_box plain;
    registry& state = in.world.registry();
    state.emplace<material_pair>(state.create(), 0U, rubber, slippery);
    state.emplace<material_pair>(state.create(), ice, 0U, slippery);
    const auto expect_loads = [&] {
        byte_writer out;
        save_world(out, in.world);
        rigid::world again(in.machine);
        byte_reader bytes(out.bytes());
        const status loaded = load_world(bytes, again);
        ASSERT_TRUE(loaded) << loaded.reason().message;
        EXPECT_EQ(again.hash(), in.world.hash());
    };
    expect_loads();
    in.run(30);
    plain.run(30);
    expect_loads();
    EXPECT_EQ(in.velocity(in.box_id), plain.velocity(plain.box_id));
    EXPECT_DEATH(in.world.materials().insert(0, ice, {}), "its materials have the ids 0 and 3");
}

} // namespace
} // namespace orrery::test
