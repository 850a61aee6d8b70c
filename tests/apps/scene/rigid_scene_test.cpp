// Worlds from documents: that they are what the document says, and what is refused that no schema can see.
#include "apps/scene/rigid/rigid_scene.hpp"
#include "tests/apps/scene/built_scene.hpp"
#include "tests/core/property.hpp"

#include <orrery/math/vector.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/rules.hpp>

#include <gtest/gtest.h>

#include <string>

namespace orrery::scene_format {
namespace {

constexpr const char* ball = R"({"shape": {"kind": "sphere", "radius": 1}})";

TEST(rigid_scene, makes_bodies_as_they_are_described) {
    built scene(R"("settings": {"gravity": [0, -2, 0], "substeps": 7},
        "layers": {"names": ["all", "ghosts"], "apart": [["all", "ghosts"]]},
        "materials": {"ice": {"friction": 0.01, "restitution": 0.5}},
        "shapes": {"brick": {"kind": "box", "half_extents": [1, 2, 3]}},
        "bodies": [
            {"name": "one", "color": "#ff8000", "shape": "brick", "material": "ice", "position": [1, 2, 3], "mass": 5,
             "velocity": [4, 5, 6], "spin": [0.5, 0, 0], "damping": {"linear": 0.1}, "layer": "ghosts",
             "drag": {"quadratic": 2, "medium": [1, 0, 0]}, "locked": ["move_x", "turn_z"], "may_sleep": false,
             "attractor": 9, "feels_fields": true, "gravity": [1, 0, 0], "destroyed_at": 3, "sticks_at": 2,
             "steady_force": {"force": [7, 0, 0]}, "groups": 6, "mask": 5, "reports_contacts": true},
            {"kind": "fixed", "shape": {"kind": "plane"}, "is_sensor": true},
            {"kind": "kinematic", "rotation": {"axis": [0, 2, 0], "degrees": 90}, "spin": [0, 1, 0],
             "shape": {"kind": "capsule", "radius": 1, "half_height": 2}}])");
    EXPECT_EQ(scene.made.world.settings().substeps, 7U);
    EXPECT_FALSE(scene.made.world.settings().layers.do_meet(0, 1));
    EXPECT_TRUE(scene.made.world.settings().layers.do_meet(1, 1));
    EXPECT_EQ(scene.get<rigid::shape>(1), rigid::box({1, 2, 3}));
    EXPECT_EQ(scene.get<rigid::material>(1).restitution, scalar(0.5));
    EXPECT_EQ(scene.get<rigid::position>(1).value, (vector3{1, 2, 3}));
    EXPECT_EQ(scene.get<rigid::linear_velocity>(1).value, (vector3{4, 5, 6}));
    EXPECT_EQ(scene.get<rigid::mass>(1).value, 5);
    EXPECT_EQ(scene.get<rigid::gravity>(1).value, (vector3{1, 0, 0}));
    EXPECT_EQ(scene.get<rigid::damping>(1).linear, scalar(0.1));
    EXPECT_EQ(scene.get<rigid::drag>(1).quadratic, 2);
    EXPECT_EQ(scene.get<rigid::attractor>(1).strength, 9);
    EXPECT_EQ(scene.get<rigid::locked_axes>(1).bits, rigid::locked_axes::move_x | rigid::locked_axes::turn_z);
    EXPECT_EQ(scene.get<rigid::collision_filter>(1),
              (rigid::collision_filter{.groups = 6, .mask = 5, .layer = 1}));
    EXPECT_EQ(scene.get<rigid::destroyed_at>(1).impulse, 3);
    EXPECT_EQ(scene.get<rigid::sticks_at>(1).impulse, 2);
    EXPECT_EQ(scene.get<rigid::steady_force>(1).force, (vector3{7, 0, 0}));
    EXPECT_TRUE((
        scene.made.world.registry().all_of<rigid::never_sleeps, rigid::feels_fields, rigid::reports_contacts>(
            scene.at(1))));
    EXPECT_FALSE(scene.made.world.registry().all_of<rigid::material>(scene.at(2)));
    EXPECT_EQ(scene.get<rigid::body>(3).kind, rigid::body_kind::kinematic);
    EXPECT_NEAR(scene.get<rigid::orientation>(3).value.y, sqrt(scalar(0.5)), scalar(1e-6));
}

TEST(rigid_scene, lists_the_looks_of_what_has_a_name_or_a_colour) {
    const scene_file file =
        scene_of(R"("bodies": [{"name": "a", "mass": 1, "shape": {"kind": "sphere", "radius": 1}},
        {"kind": "fixed"}, {"kind": "fixed", "color": "#0a0B0c"}])");
    const std::vector<look> looks = looks_of(file);
    ASSERT_EQ(looks.size(), 2U);
    EXPECT_EQ(looks[0].key, entity_key{1});
    EXPECT_EQ(looks[0].name, "a");
    EXPECT_FALSE(looks[0].color);
    EXPECT_EQ(looks[1].key, entity_key{3});
    EXPECT_EQ(looks[1].color, 0x0a0b0cU);
}

TEST(rigid_scene, joins_bodies_where_it_is_told_to) {
    built scene(R"("bodies": [{"name": "a", "position": [0, 2, 0], "shape": {"kind": "sphere", "radius": 1}},
            {"position": [3, 2, 0], "shape": {"kind": "sphere", "radius": 1}}],
        "constraints": [{"kind": "ball", "a": "a", "at": [0, 5, 0]}, {"kind": "fixed", "a": "a", "b": "bodies[1]"},
            {"kind": "distance", "a": "a", "b": "bodies[1]", "shortest": 0, "bodies_meet": true},
            {"kind": "apart", "a": "a", "b": "bodies[1]"}])");
    const auto key = std::uint64_t{2} << 40;
    EXPECT_EQ(scene.get<rigid::ball_joint>(key).pivot_a, (vector3{0, 3, 0}));
    EXPECT_EQ(scene.get<rigid::ball_joint>(key).pivot_b, (vector3{0, 5, 0}));
    EXPECT_FALSE(scene.get<rigid::ball_joint>(key).b);
    EXPECT_EQ(scene.get<rigid::fixed_joint>(key + 1).b, scene.at(2));
    EXPECT_EQ(scene.get<rigid::distance_joint>(key + 2).shortest, 0);
    EXPECT_EQ(scene.get<rigid::distance_joint>(key + 2).longest, 3);
    EXPECT_EQ(scene.get<rigid::distance_joint>(key + 2).do_bodies_meet, 1U);
    EXPECT_EQ(scene.get<rigid::excluded_pair>(key + 3).a, scene.at(1));
}

TEST(rigid_scene, reads_every_kind_of_input) {
    const std::string all = R"("blueprints": {"ball": {"shape": {"kind": "sphere", "radius": 1}}},
        "bodies": [{"name": "a", "shape": {"kind": "box", "half_extents": [1, 1, 1]},
                    "fracture": {"kind": "shattered", "pieces": 4}},
                   {"name": "b", "position": [9, 0, 0], "shape": {"kind": "sphere", "radius": 1}}],
        "inputs": [
            {"kind": "force", "frame": 0, "body": "a", "force": [1, 0, 0]},
            {"kind": "force", "frames": [2, 4], "body": "a", "force": [1, 0, 0], "at": [0, 1, 0]},
            {"kind": "torque", "frame": 0, "body": "a", "torque": [1, 0, 0]},
            {"kind": "impulse", "frame": 0, "body": "a", "impulse": [1, 0, 0]},
            {"kind": "impulse", "frame": 0, "body": "a", "impulse": [1, 0, 0], "at": [0, 1, 0]},
            {"kind": "angular_impulse", "frame": 0, "body": "a", "impulse": [1, 0, 0]},
            {"kind": "velocity", "frame": 0, "body": "a", "velocity": [1, 0, 0]},
            {"kind": "spin", "frame": 0, "body": "a", "spin": [1, 0, 0]},
            {"kind": "wake", "frame": 0, "body": "a"},
            {"kind": "acceleration", "frame": 0, "body": "a", "acceleration": [1, 0, 0]},
            {"kind": "place", "frame": 0, "body": "a", "position": [0, 1, 0]},
            {"kind": "material", "frame": 0, "body": "a", "material": {"friction": 0.25}},
            {"kind": "create", "frame": 5, "name": "c", "blueprint": "ball", "position": [0, 20, 0]},
            {"kind": "destroy", "frame": 7, "body": "c"},
            {"kind": "glue", "frame": 0, "body": "a", "to": "b"},
            {"kind": "unglue", "frame": 1, "body": "a"},
            {"kind": "break", "frame": 9, "body": "a"},
            {"kind": "drive", "frame": 9, "joint": "hold", "value": [1, 2, 3], "position": [4, 5, 6]},
            {"kind": "material_pair", "frame": 9, "between": [1, 2], "material": {"friction": 0.25}},
            {"kind": "material_pair", "frame": 11, "between": [1, 2]}],
        "constraints": [{"kind": "hinge", "name": "hold", "a": "b"}])";
    built scene(all);
    ASSERT_EQ(scene.made.inputs.size(), rigid::input_kind_count);
    for (std::uint64_t number = 0; number < rigid::input_kind_count; ++number) {
        const auto& each = scene.made.inputs[number];
        EXPECT_EQ(static_cast<std::uint64_t>(each.input.kind), number);
        EXPECT_EQ(each.id.author, 0U);
        EXPECT_EQ(each.id.sequence, number + 1);
    }
    EXPECT_EQ(scene.made.inputs[1].when, (time::frame_range{2, 5}));
    EXPECT_EQ(scene.made.inputs[12].input.target, entity_key{3}) << "created bodies have the next keys";
    EXPECT_EQ(scene.made.inputs[13].input.target, entity_key{3});
    EXPECT_EQ(
        scene.made.inputs[17].input,
        rigid::input::drive(entity_key{2}, entity_key{std::uint64_t{2} << 40}, {1, 2, 3}, {{4, 5, 6}, {}}));
}

TEST(rigid_scene, refuses_what_no_schema_can_see_as_precisely) {
    EXPECT_EQ(refusal_of(R"("bodies": [{"shape": "brik"}], "shapes": {"brick": {"kind": "plane"}})"),
              "x.json:2: bodies[0].shape is \"brik\", expected the name of a shape; did you mean 'brick'?");
    EXPECT_EQ(refusal_of("\"bodies\": [\n{}]"),
              "x.json:3: bodies[0]: a dynamic body without a solid shape needs a mass");
    EXPECT_EQ(
        refusal_of(
            "\"bodies\": [{\"name\": \"a\", \"kind\": \"fixed\"},\n{\"name\": \"a\", \"kind\": \"fixed\"}]"),
        "x.json:3: bodies[1].name is \"a\", expected a name that no other body has");
    EXPECT_EQ(refusal_of(std::string("\"bodies\": [") + ball +
                         "],\n\"constraints\": [{\"kind\": \"ball\", \"a\": "
                         "\"bodies[0]\", \"b\": \"bodies[0]\"}]"),
              "x.json:3: constraints[0].b is \"bodies[0]\", expected another body than a");
    EXPECT_EQ(refusal_of(R"("inputs": [{"kind": "wake", "frame": 0, "body": "nobody"}])"),
              "x.json:2: inputs[0].body is \"nobody\", expected the name of a body");
    EXPECT_EQ(refusal_of(R"("bodies": [{"kind": "fixed", "color": "#12345g"}])"),
              "x.json:2: bodies[0].color is \"#12345g\", expected a colour such as \"#ff8800\"");
    EXPECT_EQ(
        refusal_of(R"("bodies": [{"kind": "fixed", "rotation": [0, 0, 0, 0]}])"),
        "x.json:2: bodies[0].rotation is an array of 4, expected an axis or a quaternion that is not zero");
    EXPECT_EQ(refusal_of(R"("bodies": [{"kind": "fixed", "layer": "x"}])"),
              "x.json:2: bodies[0].layer is \"x\", expected the name of a layer");
    EXPECT_EQ(refusal_of(R"("bodies": [{"shape": {"kind": "sphere", "radius": 1}, "breaks_at": 1}])"),
              "x.json:2: bodies[0].fracture is missing, expected what the body breaks into, because it has "
              "breaks_at");
    const std::string flat = refusal_of(R"("bodies": [{"shape": {"kind": "hull",
        "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}])");
    EXPECT_TRUE(flat.starts_with("x.json:3: bodies[0].shape.points: ")) << flat;
}

TEST(rigid_scene, refuses_inputs_that_do_not_say_when) {
    const std::string body = std::string("\"bodies\": [") + ball + "],\n";
    EXPECT_EQ(
        refusal_of(body + R"("inputs": [{"kind": "wake", "body": "bodies[0]"}])"),
        "x.json:3: inputs[0].frame is missing, expected the frame, or 'frames' with the first and the last");
    EXPECT_EQ(refusal_of(body + R"("inputs": [{"kind": "wake", "body": "bodies[0]", "frames": [3, 2]}])"),
              "x.json:3: inputs[0].frames[1] is 2, expected a last frame that is not before the first");
}

TEST(rigid_scene, refuses_more_bodies_than_a_scene_may_have) {
    const std::string many =
        refusal_of(std::string(R"("generators": [{"kind": "grid", "count": [200000, 200000, 200000],
        "spacing": [3, 3, 3], "repeat": {"count": [200000, 200000, 200000], "spacing": [1, 1, 1]}, "bodies": [)") +
                   ball + "]}]");
    EXPECT_TRUE(many.starts_with("x.json:2: generators[0]: it makes about ")) << many;
    EXPECT_TRUE(many.ends_with("but a scene has at most 200000")) << many;
}

TEST(rigid_scene, refuses_fragments_that_break_into_themselves) {
    const std::string endless = refusal_of(R"("blueprints": {"a": {"shape": {"kind": "sphere", "radius": 1},
        "fracture": {"kind": "fragments", "fragments": [{"blueprint": "a"}]}}},
        "generators": [{"kind": "ring", "count": 1, "radius": 1, "bodies": ["a"]}])");
    EXPECT_NE(endless.find("fragments[0].blueprint is \"a\", expected fragments of fragments that end"),
              std::string::npos)
        << endless;
}

[[nodiscard]] std::string generator(const std::string& rest) {
    return std::string("\"generators\": [{\"name\": \"g\", \"bodies\": [") + ball + "], " + rest + "}]";
}

TEST(generators, place_as_many_bodies_as_they_say) {
    const auto count = [](const std::string& rest) { return built(generator(rest)).count<rigid::body>(); };
    EXPECT_EQ(count(R"("kind": "grid", "count": [2, 3, 4], "spacing": [3, 3, 3])"), 24U);
    EXPECT_EQ(count(R"("kind": "wall", "length": 4, "height": 3, "spacing": [2, 2])"), 12U);
    EXPECT_EQ(count(R"("kind": "pyramid", "base": [4, 1], "spacing": [2, 2, 2])"), 10U);
    EXPECT_EQ(count(R"("kind": "pyramid", "base": [3, 3], "spacing": [2, 2, 2])"), 14U);
    EXPECT_EQ(count(R"("kind": "ring", "count": 5, "radius": 9, "layers": 2)"), 10U);
    EXPECT_EQ(count(R"("kind": "spiral", "count": 7, "radius": 3, "gap": 3, "spacing": 2)"), 7U);
    EXPECT_EQ(count(R"("kind": "pile", "columns": 2, "layers": 3, "spacing": 3, "layer_height": 3)"), 12U);
    EXPECT_EQ(count(R"("kind": "scatter", "count": 6, "half_extents": [9, 9, 9])"), 6U);
    EXPECT_EQ(count(R"("kind": "scatter", "count": 6, "half_extents": [9, 9, 9],
        "repeat": {"count": [2, 1, 2], "spacing": [50, 0, 50]})"),
              24U);
    EXPECT_EQ(count(R"("kind": "rain", "count": 6, "half_extents": [9, 9, 9])"), 0U) << "they come later";
}

TEST(generators, let_it_rain) {
    built scene(generator(R"("kind": "rain", "count": 3, "half_extents": [5, 0, 5], "position": [0, 9, 0],
        "from": 10, "every": 4)"));
    ASSERT_EQ(scene.made.inputs.size(), 3U);
    EXPECT_EQ(scene.made.inputs[2].when, time::frame_range::one(18));
    EXPECT_EQ(scene.made.inputs[2].input.kind, rigid::input_kind::create);
    EXPECT_EQ(scene.made.inputs[2].input.target, entity_key{3});
    EXPECT_EQ(scene.made.inputs[2].input.point.y, 9);
    ASSERT_EQ(scene.made.looks.size(), 3U);
    EXPECT_EQ(scene.made.looks[2].name, "g 3");
}

TEST(generators, put_bodies_on_circular_orbits) {
    built scene(R"("settings": {"gravity": [0, 0, 0], "substeps": 1},
        "bodies": [{"name": "sun", "position": [5, 0, 0], "shape": {"kind": "sphere", "radius": 1}, "attractor": 1000}],
        "generators": [{"kind": "orbits", "count": 9, "around": "sun", "radii": [20, 30], "lean": 10, "bodies": [
            {"shape": {"kind": "sphere", "radius": 0.1}, "feels_fields": true}]}])");
    std::vector<scalar> radii;
    const auto radius = [&](std::uint64_t key) {
        return length(scene.get<rigid::position>(key).value - vector3{5, 0, 0});
    };
    for (std::uint64_t key = 2; key <= 10; ++key) {
        radii.push_back(radius(key));
        EXPECT_GE(radii.back(), scalar(19.99));
        EXPECT_LE(radii.back(), scalar(30.01));
    }
    for (int frame = 0; frame < 300; ++frame) {
        scene.made.world.step();
    }
    for (std::uint64_t key = 2; key <= 10; ++key) {
        EXPECT_NEAR(radius(key), radii[key - 2], scalar(0.3));
    }
}

TEST(generators, give_the_same_world_for_the_same_seed_and_another_for_another) {
    EXPECT_TRUE(property::holds("by the hash of the state", [] {
        const auto seed = property::in_range(0, 1'000'000);
        const std::string kind = property::one_of<std::string>(
            {R"("kind": "grid", "count": [2, 2, 2], "spacing": [3, 3, 3])",
             R"("kind": "scatter", "count": 8, "half_extents": [9, 9, 9])",
             R"("kind": "pile", "columns": 2, "layers": 2, "spacing": 3, "layer_height": 3)"});
        const auto world_of = [&](int with) {
            built made(
                generator(kind + R"(, "jitter": [1, 1, 1], "turn": 90, "seed": )" + std::to_string(with)));
            return made.made.world.hash();
        };
        PROPERTY_ASSERT(world_of(seed) == world_of(seed));
        PROPERTY_ASSERT(world_of(seed) != world_of(seed + 1));
    }));
}

TEST(generators, leave_their_bodies_where_they_were_when_there_are_more) {
    const auto scattered = [](int count) {
        return generator(R"("kind": "scatter", "half_extents": [9, 9, 9], "turn": 30, "count": )" +
                         std::to_string(count));
    };
    built few(scattered(3));
    built many(scattered(30));
    for (std::uint64_t key = 1; key <= 3; ++key) {
        EXPECT_EQ(few.get<rigid::position>(key).value, many.get<rigid::position>(key).value);
        EXPECT_EQ(few.get<rigid::orientation>(key).value, many.get<rigid::orientation>(key).value);
    }
}

TEST(rigid_scene, gives_ids_to_materials_that_a_pair_names) {
    built scene(
        R"("materials": {"wood": {"friction": 0.5}, "ice": {"friction": 0.02}, "steel": {"id": 1}, "rubber": {}},
        "material_pairs": [
            {"between": ["rubber", "ice"], "material": {"friction": 0.15, "restitution": 0.3}},
            {"between": ["steel", 9], "material": "ice"}],
        "bodies": [
            {"shape": {"kind": "sphere", "radius": 1}, "material": "wood"},
            {"shape": {"kind": "sphere", "radius": 1}, "material": "ice"},
            {"shape": {"kind": "sphere", "radius": 1}, "material": "rubber"},
            {"shape": {"kind": "sphere", "radius": 1}, "material": {"id": 9}}],
        "inputs": [
            {"kind": "material_pair", "frame": 5, "between": ["ice", "rubber"], "material": {"friction": 0.4}},
            {"kind": "material_pair", "frame": 9, "between": ["ice", "rubber"]}])");
    EXPECT_EQ(scene.get<rigid::material>(1).id, 0U) << "no pair names it";
    EXPECT_EQ(scene.get<rigid::material>(2).id, 2U);
    EXPECT_EQ(scene.get<rigid::material>(3).id, 3U);
    EXPECT_EQ(scene.get<rigid::material>(4).id, 9U);
    const rigid::material* const together = scene.made.world.materials().find(2, 3);
    ASSERT_NE(together, nullptr);
    EXPECT_EQ(together->friction, scalar(0.15));
    EXPECT_EQ(together->restitution, scalar(0.3));
    ASSERT_NE(scene.made.world.materials().find(9, 1), nullptr);
    EXPECT_EQ(scene.made.world.materials().find(9, 1)->friction, scalar(0.02));
    ASSERT_EQ(scene.made.inputs.size(), 2U);
    EXPECT_EQ(scene.made.inputs[0].input, rigid::input::set_material_pair(2, 3, {.friction = scalar(0.4)}));
    EXPECT_EQ(scene.made.inputs[1].input, rigid::input::remove_material_pair(2, 3));
}

TEST(rigid_scene, refuses_pairs_of_materials_that_are_none) {
    const auto refusal = [](const std::string& pairs) {
        return refusal_of(R"("materials": {"ice": {}, "rubber": {}}, "material_pairs": )" + pairs);
    };
    EXPECT_EQ(refusal(R"([{"between": ["ice", "ruber"], "material": {}}])"),
              "x.json:2: material_pairs[0].between[1] is \"ruber\", expected the name of a material; did you "
              "mean 'rubber'?");
    EXPECT_NE(refusal(R"([{"between": ["ice"], "material": {}}])"), "");
    EXPECT_NE(refusal(R"([{"between": ["ice", 0], "material": {}}])"), "");
    EXPECT_NE(refusal(R"([{"between": ["ice", "rubber"]}])"), "");
    EXPECT_NE(refusal(R"([{"between": ["ice", "rubber"], "material": {}},
        {"between": ["rubber", "ice"], "material": {}}])"),
              "");
}

} // namespace
} // namespace orrery::scene_format
