// Bodies on meshes of triangles: where they come to rest, what is told of it, and that a mesh keeps the laws.
#include "tests/rigid/behaviour/playground.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/rigid/contact_list.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/shapes/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

using namespace orrery::rigid;

// A square of cells of 0.25 m around the origin, as high as the function says.
template <typename Height>
[[nodiscard]] shape add_land(world& where, std::uint32_t cells, Height height,
                             std::span<const vertex_material> materials = {}) {
    std::vector<scalar> heights;
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            const auto at = [&](std::uint32_t number) {
                return (static_cast<scalar>(number) - static_cast<scalar>(cells) / 2) * scalar(0.25);
            };
            heights.push_back(height(at(column), at(row)));
        }
    }
    const mesh_definition made = mesh_of({.columns = cells + 1,
                                          .rows = cells + 1,
                                          .spacing = scalar(0.25),
                                          .heights = heights,
                                          .materials = materials})
                                     .value();
    return where.shapes().add_mesh(triangle_mesh::from(made).value()).value();
}

[[nodiscard]] scalar level(scalar, scalar) {
    return 0;
}

// A bowl, so that what falls into it stays.
[[nodiscard]] scalar bowl(scalar x, scalar z) {
    return (x * x + z * z) / 16;
}

[[nodiscard]] std::vector<shape> some_of_each(world& where) {
    const std::vector<vector3> wedge{{-0.4f, -0.3f, -0.4f}, {0.4f, -0.3f, -0.4f}, {-0.4f, -0.3f, 0.4f},
                                     {0.4f, -0.3f, 0.4f},   {-0.3f, 0.3f, 0},     {0.3f, 0.3f, 0}};
    return {sphere(scalar(0.3)), capsule(scalar(0.2), scalar(0.3)), cylinder(scalar(0.3), scalar(0.25)),
            box({scalar(0.3), scalar(0.2), scalar(0.4)}), where.shapes().add_hull(wedge).value()};
}

// Twenty-five bodies above a bowl.
std::vector<entity> drop_many(playground& ground, std::uint64_t first_key = 1) {
    const shape land = add_land(ground.world(), 48, bowl);
    ground.add({.kind = body_kind::fixed, .shape = land, .key = entity_key{first_key + 1000}});
    const std::vector<shape> kinds = some_of_each(ground.world());
    std::vector<entity> all;
    for (std::uint32_t number = 0; number < 25; ++number) {
        const auto at = [](std::uint32_t place) { return (static_cast<scalar>(place) - 2) * scalar(1.1); };
        all.push_back(ground.add({.position = {at(number % 5), scalar(2.5), at(number / 5)},
                                  .angular_velocity = {1, scalar(0.2), scalar(-0.5)},
                                  .shape = kinds[number % kinds.size()],
                                  .key = entity_key{first_key + number}}));
    }
    return all;
}

// In the last step.
int count_events(playground& ground, event_kind kind) {
    return static_cast<int>(std::ranges::count(ground.world().events(), kind, &event::kind));
}

TEST(meshes, bodies_of_all_shapes_come_to_rest_on_one) {
    playground ground;
    const shape land = add_land(ground.world(), 40, level);
    ground.add({.kind = body_kind::fixed, .shape = land});
    const std::vector<shape> kinds = some_of_each(ground.world());
    const scalar heights[] = {scalar(0.3), scalar(0.5), scalar(0.25), scalar(0.2), scalar(0.3)};
    for (std::size_t number = 0; number < kinds.size(); ++number) {
        const auto x = static_cast<scalar>(number) * scalar(1.5) - 3;
        const entity it = ground.add({.position = {x, heights[number] + scalar(0.1), scalar(0.07)},
                                      .shape = kinds[number],
                                      .center_of_mass = vector3{}});
        ground.run(2);
        EXPECT_NEAR(placement(ground.world(), it).position.y, heights[number], 0.005)
            << name_of(kinds[number].kind);
        EXPECT_LT(length(ground.velocity(it)), 0.01) << name_of(kinds[number].kind);
    }
}

TEST(meshes, in_a_bowl_nobody_is_lost_and_all_fall_asleep) {
    playground ground;
    const std::vector<entity> all = drop_many(ground);
    ground.run(12);
    for (const entity each : all) {
        const vector3 at = ground.position(each);
        EXPECT_GT(at.y, bowl(at.x, at.z)) << "below the ground";
        EXPECT_TRUE(ground.is_asleep(each)) << "speed " << length(ground.velocity(each));
    }
}

TEST(meshes, a_body_begins_and_ends_to_touch_one_only_once) {
    playground ground;
    // It lies in a valley and so touches both sides of it.
    const shape valley = add_land(ground.world(), 40, [](scalar x, scalar) { return abs(x) * scalar(0.7); });
    // Without friction, which would bear a part of the weight.
    const material ice{.friction = 0};
    ground.add({.kind = body_kind::fixed, .shape = valley, .material = ice});
    const entity ball = ground.add(
        {.position = {0, scalar(0.7), scalar(0.1)}, .shape = sphere(scalar(0.5)), .material = ice});
    int began = 0;
    for (int step = 0; step < 120; ++step) {
        ground.step();
        began += count_events(ground, event_kind::contact_began);
    }
    EXPECT_EQ(began, 1);
    std::vector<touching> found;
    find_contacts(ground.world(), ball, found);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(abs(found[0].normal.x), 0.5734, 0.01);
    EXPECT_NEAR(found[0].normal.x, -found[1].normal.x, 0.01);
    // The two sides bear its weight together.
    const scalar borne = (found[0].points[0].impulse * abs(found[0].normal.y) +
                          found[1].points[0].impulse * abs(found[1].normal.y)) *
                         240;
    EXPECT_NEAR(borne / (ground.mass(ball) * gravity), 1, 0.02);
    const input leap{.target = ground.state().key_of(ball), .kind = input_kind::velocity, .value = {0, 8, 0}};
    ground.world().step({&leap, 1});
    int ended = 0;
    for (int step = 0; step < 20; ++step) {
        ended += count_events(ground, event_kind::contact_ended);
        ground.step();
    }
    EXPECT_EQ(ended, 1);
}

TEST(meshes, whoever_is_bounced_off_by_one_has_begun_to_touch_it_once) {
    int blows = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        xoshiro256 random(seed);
        playground ground(weightless);
        const shape bumpy = add_land(ground.world(), 12,
                                     [](scalar x, scalar z) { return scalar(0.4) * sin(x * 7 + z * 13); });
        ground.add({.kind = body_kind::fixed, .shape = bumpy});
        const vector3 velocity{uniform_real<scalar>(random, -10, 10), -10,
                               uniform_real<scalar>(random, -10, 10)};
        const scalar radius = uniform_real<scalar>(random, scalar(0.2), scalar(0.6));
        const entity ball = ground.add({.position = {0, 2, 0},
                                        .linear_velocity = velocity,
                                        .shape = sphere(radius),
                                        .material = material{.restitution = scalar(0.5)}});
        int began = 0;
        int ended = 0;
        while (ground.velocity(ball) == velocity && ground.position(ball).y > -2) {
            ground.step();
            began += count_events(ground, event_kind::contact_began);
            ended += count_events(ground, event_kind::contact_ended);
        }
        EXPECT_EQ(began, ground.velocity(ball) == velocity ? 0 : 1) << "seed " << seed;
        EXPECT_EQ(ended, 0) << "seed " << seed;
        blows += began;
    }
    EXPECT_GT(blows, 200);
}

TEST(meshes, vertices_say_how_much_friction_there_is) {
    playground ground;
    // Ice for x < 0, and beyond x = 0.25 a coefficient of 0.4; a box of 0.6 passes the strip between them.
    constexpr std::uint32_t cells = 80;
    std::vector<vertex_material> materials;
    for (std::uint32_t row = 0; row <= cells; ++row) {
        for (std::uint32_t column = 0; column <= cells; ++column) {
            materials.push_back({.friction = column > cells / 2 ? scalar(0.4) : scalar(0)});
        }
    }
    const shape land = add_land(ground.world(), cells, level, materials);
    ground.add({.kind = body_kind::fixed, .shape = land});
    const entity sled = ground.add({.position = {-5, scalar(0.3), scalar(0.1)},
                                    .linear_velocity = {4, 0, 0},
                                    .shape = box({scalar(0.3), scalar(0.3), scalar(0.3)}),
                                    .material = material{.friction = scalar(0.4)}});
    while (ground.position(sled).x < scalar(-0.5)) {
        ground.step();
    }
    EXPECT_NEAR(ground.velocity(sled).x, 4, 0.01); // friction mixes as the geometric mean
    while (ground.position(sled).x < scalar(0.7)) {
        ground.step();
    }
    const scalar entered = ground.velocity(sled).x;
    ground.step(12);
    EXPECT_NEAR(entered - ground.velocity(sled).x, 0.4 * 9.81 * 0.2, 0.05);
}

TEST(meshes, a_kinematic_one_lifts_what_lies_on_it) {
    playground ground;
    const shape land = add_land(ground.world(), 16, level);
    const entity lift =
        ground.add({.kind = body_kind::kinematic, .linear_velocity = {0, 1, 0}, .shape = land});
    const entity crate = ground.add({.position = {scalar(0.1), scalar(0.5), scalar(0.2)},
                                     .shape = box({scalar(0.4), scalar(0.4), scalar(0.4)})});
    ground.run(2);
    EXPECT_NEAR(ground.position(crate).y, ground.position(lift).y + scalar(0.4), 0.01);
    EXPECT_NEAR(ground.velocity(crate).y, 1, 0.01);
}

TEST(meshes, frames_go_on_with_the_same_bits_on_any_threads_from_a_snapshot_and_alone) {
    playground whole({}, {.thread_count = 2});
    drop_many(whole);
    whole.run(1);
    const world_snapshot middle = whole.world().snapshot();
    whole.run(1);
    playground again;
    again.world().restore(middle);
    again.run(1);
    EXPECT_EQ(again.world().hash(), whole.world().hash());

    // One body that has touched nobody else, with the land.
    playground lonely;
    playground crowded;
    const std::vector<entity> all = drop_many(crowded);
    const std::vector<entity_key> keys{crowded.state().key_of(all[0]), entity_key{1001}};
    lonely.world().restore(part_of(crowded.world().snapshot(), keys));
    for (int step = 0; step < 45; ++step) {
        lonely.step();
        crowded.step();
    }
    EXPECT_EQ(lonely.state().hash_of(lonely.state().find(keys[0])), crowded.state().hash_of(all[0]));
}

TEST(meshes, a_dynamic_body_cannot_have_one) {
    playground ground;
    const shape land = add_land(ground.world(), 4, level);
    const auto refused = make_body(ground.world(), {.shape = land, .mass = scalar(1)});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.reason().message.find("a mesh has no mass, so its body must be fixed or kinematic"),
              std::string::npos)
        << refused.reason().message;
}

} // namespace
} // namespace orrery::test
