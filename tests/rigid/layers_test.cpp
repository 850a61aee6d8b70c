#include "tests/rigid/small_world.hpp"

#include <orrery/rigid/world_archive.hpp>

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::rigid;
using orrery::test::small_world;

namespace {

// Whether two balls that are put into each other touch.
bool do_balls_touch(const world_settings& settings, const collision_filter& a, const collision_filter& b) {
    small_world in(settings);
    in.add({.shape = sphere(1), .filter = a, .key = entity_key{1}});
    in.add({.position = {1, 0, 0}, .shape = sphere(1), .filter = b, .key = entity_key{2}});
    in.run(1);
    return !in.world.events().empty();
}

} // namespace

TEST(layer_matrix, all_layers_meet_at_first) {
    const layer_matrix all;
    for (std::uint32_t a = 0; a < layer_matrix::count; ++a) {
        for (std::uint32_t b = 0; b < layer_matrix::count; ++b) {
            EXPECT_TRUE(all.do_meet(a, b));
        }
    }
    EXPECT_FALSE(all.do_meet(0, layer_matrix::count));
}

TEST(layer_matrix, is_symmetric) {
    layer_matrix some;
    some.set(3, 31, false);
    EXPECT_FALSE(some.do_meet(3, 31));
    EXPECT_FALSE(some.do_meet(31, 3));
    EXPECT_TRUE(some.do_meet(3, 3));
    some.set(31, 3, true);
    EXPECT_EQ(some, layer_matrix{});
}

TEST(layer_matrix, says_who_meets_together_with_groups_and_masks) {
    world_settings settings;
    settings.layers.set(1, 2, false);
    settings.layers.set(2, 2, false);
    for (std::uint32_t a = 0; a < 3; ++a) {
        for (std::uint32_t b = 0; b < 3; ++b) {
            const bool expected = settings.layers.do_meet(a, b);
            EXPECT_EQ(do_balls_touch(settings, {.layer = a}, {.layer = b}), expected) << a << " and " << b;
            EXPECT_FALSE(do_balls_touch(settings, {.groups = 2, .layer = a}, {.mask = 1, .layer = b}));
        }
    }
}

TEST(layer_matrix, a_body_that_changes_its_layer_meets_others) {
    world_settings settings;
    settings.layers.set(0, 1, false);
    small_world in(settings);
    in.add_floor();
    const entity ball = in.add({.position = {0, scalar(0.9), 0}, .shape = sphere(1), .filter = {.layer = 1}});
    in.run(3);
    EXPECT_LT(in.position(ball).y, scalar(0.9));
    in.world.registry().replace<collision_filter>(ball, collision_filter{});
    in.run(60);
    EXPECT_NEAR(in.position(ball).y, 1, 0.02);
}

TEST(layer_matrix, belongs_to_saved_worlds) {
    world_settings settings;
    settings.layers.set(4, 0, false);
    const small_world with(settings);
    small_world without;
    byte_writer out;
    save_world(out, with.world);
    byte_reader in(out.bytes());
    const status answer = load_world(in, without.world);
    ASSERT_FALSE(answer);
    EXPECT_NE(answer.reason().message.find("'layers.0'"), std::string::npos) << answer.reason().message;
}
