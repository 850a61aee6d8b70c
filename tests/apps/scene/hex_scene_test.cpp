// Hex worlds from documents: that they are what the document says, and what is refused that no schema can
// see.
#include "apps/scene/hex/hex_scene.hpp"
#include "apps/scene/scene_schema.hpp"

#include <orrery/hex/rules.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

namespace orrery::scene_format {
namespace {

// The members of a document besides those that every one has, one on each line from the second on.
[[nodiscard]] scene_file hex_scene_of(const std::string& members) {
    return parse_scene("{\"title\": \"t\", \"world\": \"hex\",\n" + members + "}", "x.json").value();
}

const std::string rules_of_all =
    R"("tiles": {"hull": {"symbol": "#", "mass": 3, "hit_points": 4, "color": "#102030"},
        "gun": {"symbol": ">", "weapon": "cannon"}},
    "weapons": {"cannon": {"projectile": "shot", "period": 7, "speed": 50}},
    "pilots": {"ace": {"thrust": 50, "turning": 200, "sight": 100, "distance": 10, "aim": 5}},
    "types": {"ship": {"kind": "composite", "pilot": "ace", "restitution": 1, "friction": 0},
        "rock": {"kind": "composite"},
        "shot": {"kind": "particle", "damage": 3, "mass": 2, "lifetime": 40, "is_spent_by_hits": true, "color": "#ffee00"}},
    "blueprints": {"dart": {"type": "ship", "rows": ["# ", " # >", "# "], "color": "#abcdef"},
        "spark": {"type": "shot"}})";

struct built_hex {
    engine machine{engine_settings{.thread_count = 1}};
    hex_scene made;

    explicit built_hex(const std::string& members)
        : made(build_hex(hex_scene_of(members), machine).value()) {}

    [[nodiscard]] hex::object at(std::uint64_t key) const {
        return made.world.current().at(made.world.find(entity_key{key}).value());
    }

    [[nodiscard]] std::vector<hex::tile> tiles_of(std::uint64_t key) const {
        std::vector<hex::tile> tiles;
        hex::read_tiles(made.world.current().composite(made.world.find(entity_key{key}).value()), tiles);
        return tiles;
    }
};

[[nodiscard]] std::string hex_refusal_of(const std::string& members) {
    engine machine(engine_settings{.thread_count = 1});
    const auto made = build_hex(hex_scene_of(members), machine);
    return made ? "" : made.reason().message;
}

TEST(hex_scene, knows_rules_by_their_names) {
    const built_hex scene(rules_of_all);
    const hex::rules& rules = scene.made.world.rules();
    ASSERT_EQ(rules.tile_types.size(), 2U);
    EXPECT_EQ(rules.tile_types[0], (hex::tile_type{.name = "hull", .mass = 3, .hit_points = 4}));
    EXPECT_EQ(rules.tile_types[1].weapon, 0);
    EXPECT_EQ(rules.weapons.at(0),
              (hex::weapon{.name = "cannon", .projectile = 2, .period = 7, .speed = 2048})); // 50 * 40.96
    const hex::pilot& ace = rules.pilots.at(0);
    EXPECT_EQ(ace.thrust, 20);  // 50 * 4096 / 100^2
    EXPECT_EQ(ace.turning, 15); // 200 * 65536 / 360 * 4 / 100^2
    EXPECT_EQ(ace.sight, 100 * 1024);
    EXPECT_EQ(ace.distance, 10 * 1024);
    EXPECT_EQ(ace.aim, 910); // 5 * 65536 / 360
    ASSERT_EQ(rules.object_types.size(), 3U);
    EXPECT_EQ(rules.object_types[0].restitution, 255);
    EXPECT_EQ(rules.object_types[0].friction, 0);
    EXPECT_EQ(rules.object_types[0].pilot, 0);
    EXPECT_EQ(rules.object_types[1].pilot, hex::no_index);
    EXPECT_EQ(rules.object_types[2].kind, hex::object_kind::particle);
    EXPECT_EQ(rules.object_types[2].lifetime, 40);
    EXPECT_TRUE(rules.object_types[2].is_spent_by_hits);
    EXPECT_EQ(rules.blueprints.at(0).tiles.size(), 4U);
    EXPECT_EQ(rules.blueprints.at(1).type, 2);
    ASSERT_EQ(scene.made.colors.tiles.size(), 2U);
    EXPECT_EQ(scene.made.colors.tiles[0], 0x102030U);
    EXPECT_FALSE(scene.made.colors.tiles[1]);
    EXPECT_EQ(scene.made.colors.types.at(2), 0xffee00U);
}

TEST(hex_scene, has_the_defaults_of_the_engine_where_nothing_is_said) {
    const built_hex scene(R"("types": {"p": {"kind": "particle"}, "c": {"kind": "composite"}},
        "weapons": {"w": {"projectile": "p"}}, "pilots": {"q": {}}, "tiles": {"t": {}})");
    const hex::rules& rules = scene.made.world.rules();
    EXPECT_EQ(rules.tile_types.at(0), (hex::tile_type{.name = "t"}));
    EXPECT_EQ(rules.weapons.at(0), (hex::weapon{.name = "w"}));
    EXPECT_EQ(rules.pilots.at(0), (hex::pilot{.name = "q"}));
    EXPECT_EQ(rules.object_types.at(0), (hex::object_type{.name = "p", .kind = hex::object_kind::particle}));
    EXPECT_EQ(rules.object_types.at(1), (hex::object_type{.name = "c"}));
    EXPECT_EQ(rules.environment, hex::environment{});
    EXPECT_EQ(rules.ticks_per_second, 100);
}

TEST(hex_schema, tells_the_defaults_that_the_engine_has) {
    const auto default_of = [](const char* of, const char* member) {
        const json::value* rules = scene_schema().document().find("$defs")->find(of);
        return rules->find("properties")->find(member)->find("default")->number();
    };
    // Of quarters of a unit a tick, and of that each tick; the same for steps of an angle.
    constexpr double velocity = 100.0 / 4096;
    constexpr double spin = 100.0 * 360 / (4 * 65536);
    const hex::weapon weapon;
    EXPECT_EQ(default_of("hex_weapon", "period"), weapon.period);
    EXPECT_EQ(default_of("hex_weapon", "speed"), weapon.speed * velocity);
    const hex::pilot pilot;
    EXPECT_EQ(default_of("hex_pilot", "period"), pilot.period);
    EXPECT_EQ(default_of("hex_pilot", "thrust"), pilot.thrust * velocity * 100);
    EXPECT_DOUBLE_EQ(default_of("hex_pilot", "turning"), pilot.turning * spin * 100);
    EXPECT_EQ(default_of("hex_pilot", "sight"), pilot.sight / 1024.0);
    EXPECT_EQ(default_of("hex_pilot", "distance"), pilot.distance / 1024.0);
    EXPECT_EQ(default_of("hex_pilot", "aim"), pilot.aim * 360.0 / 65536);
    const hex::tile_type tile;
    EXPECT_EQ(default_of("hex_tile", "mass"), tile.mass);
    EXPECT_EQ(default_of("hex_tile", "hit_points"), tile.hit_points);
    EXPECT_EQ(default_of("hex_settings", "ticks_per_second"), hex::rules{}.ticks_per_second);
}

TEST(hex_scene, reads_drawings_as_they_look_on_the_screen) {
    const built_hex scene(rules_of_all + R"(, "objects": [
        {"type": "rock", "rows": [". # # .", " #   # #", "  # #"]},
        {"type": "rock", "cells": [{"tile": "gun", "at": [3, 2], "hit_points": 9}, {"tile": "hull", "at": [3, 1]}]}])");
    std::vector<hex::cell> cells;
    for (const hex::tile& each : scene.tiles_of(1)) {
        cells.push_back(each.at);
    }
    // By steps along A, which is right, and B, which is down and half a cell to the left.
    EXPECT_EQ(cells, (std::vector<hex::cell>{{0, 0}, {1, 0}, {0, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}}));
    const std::vector<hex::tile> listed = scene.tiles_of(2);
    ASSERT_EQ(listed.size(), 2U);
    EXPECT_EQ(listed[0], (hex::tile{.at = {0, 0}, .type = 0, .hit_points = 4}));
    EXPECT_EQ(listed[1], (hex::tile{.at = {0, 1}, .type = 1, .hit_points = 9}));
}

TEST(hex_scene, puts_objects_where_and_how_it_says) {
    const built_hex scene(rules_of_all + R"(, "objects": [
        {"name": "one", "blueprint": "dart", "position": [10, 20], "angle": 90, "velocity": [5, 0], "spin": -45,
         "friction": 0.25, "turn_friction": 0.5, "acceleration": [0, 100], "turn_acceleration": 500, "group": 7},
        {"type": "shot", "velocity": [0, -10], "color": "#123456"}])");
    const hex::object one = scene.at(1);
    EXPECT_EQ(one.place.position, from_screen({10240, 20480}));
    EXPECT_EQ(one.place.angle, angle16::quarter());
    EXPECT_EQ(one.place.group, 7);
    EXPECT_EQ(one.motion.a.velocity, 205); // 5 * 40.96
    EXPECT_EQ(one.motion.b.velocity, 0);
    EXPECT_EQ(one.motion.turn.velocity, -328); // 45 * 65536 / 360 * 4 / 100
    EXPECT_EQ(one.motion.a.friction, 64);
    EXPECT_EQ(one.motion.b.friction, 64);
    EXPECT_EQ(one.motion.turn.friction, 128);
    EXPECT_EQ(one.motion.b.acceleration, 47); // 100 * 4096 / 100^2 * 2 / sqrt(3)
    EXPECT_EQ(one.motion.a.acceleration, 24);
    EXPECT_EQ(one.motion.turn.acceleration, 36);
    const hex::object shot = scene.at(2);
    EXPECT_EQ(shot.place.radius, 0);
    EXPECT_EQ(shot.motion.b.velocity, -473);
    EXPECT_EQ(shot.motion.a.velocity, -236);
    ASSERT_EQ(scene.made.looks.size(), 2U);
    EXPECT_EQ(scene.made.looks[0].name, "one");
    EXPECT_EQ(scene.made.looks[0].color, 0xabcdefU) << "of the blueprint";
    EXPECT_EQ(scene.made.looks[1].color, 0x123456U);
}

TEST(hex_scene, surrounds_objects_with_borders_and_regions) {
    const built_hex scene(
        R"("environment": {"border": {"low": [-10, -20], "high": [10, 20], "friction": 0.5, "pull": 2},
        "regions": [{"low": [0, 0], "high": [1, 1], "friction": 0.125, "acceleration": [25, 0]}]})");
    const hex::environment& around = scene.made.world.rules().environment;
    EXPECT_EQ(around.border.inside, (aabb2i{{-10240, -20480}, {10240, 20480}}));
    EXPECT_EQ(around.border.friction, 128);
    EXPECT_EQ(around.border.pull, 52); // 2 * 64 * 4096 / 100^2
    ASSERT_EQ(around.regions.size(), 1U);
    EXPECT_EQ(around.regions[0].area, (aabb2i{{0, 0}, {1024, 1024}}));
    EXPECT_EQ(around.regions[0].friction, 32);
    EXPECT_EQ(around.regions[0].acceleration, (hex_vector{10, 0}));
}

TEST(hex_scene, reads_every_kind_of_input) {
    const built_hex scene(rules_of_all + R"(, "objects": [{"name": "ship", "blueprint": "dart"}],
        "inputs": [
        {"kind": "push", "frame": 3, "object": "ship", "velocity": [5, 0], "spin": 45},
        {"kind": "thrust", "frames": [4, 6], "object": "objects[0]", "acceleration": [25, 0], "turn_acceleration": -500},
        {"kind": "brake", "frame": 5, "object": "ship", "friction": 0.5},
        {"kind": "place", "frame": 6, "object": "ship", "position": [1, 0], "angle": -90},
        {"kind": "create", "frame": 7, "name": "second", "blueprint": "spark", "position": [2, 0], "velocity": [5, 0], "group": 9},
        {"kind": "add_tile", "frame": 8, "object": "ship", "tile": "gun", "at": [-1, 2]},
        {"kind": "remove_tile", "frame": 9, "object": "ship", "at": [1, 0]},
        {"kind": "damage_tile", "frame": 10, "object": "ship", "at": [0, 1], "amount": 300},
        {"kind": "set_group", "frame": 11, "object": "second", "group": 4},
        {"kind": "destroy", "frame": 12, "object": "ship"}])");
    const auto& inputs = scene.made.inputs;
    ASSERT_EQ(inputs.size(), hex::input_kind_count);
    const entity_key ship{1};
    using kinds = hex::input_kind;
    EXPECT_EQ(inputs[0].input,
              (hex::input{.target = ship, .kind = kinds::push, .velocity = {205, 0}, .spin = 328}));
    EXPECT_EQ(inputs[0].when, time::frame_range::one(3));
    EXPECT_EQ(inputs[1].input,
              (hex::input{.target = ship, .kind = kinds::thrust, .velocity = {10, 0}, .spin = -36}));
    EXPECT_EQ(inputs[1].when, (time::frame_range{4, 7}));
    EXPECT_EQ(inputs[2].input, (hex::input{.target = ship, .kind = kinds::brake, .amount = 128}));
    EXPECT_EQ(inputs[3].input,
              (hex::input{.target = ship, .kind = kinds::place, .position = {1024, 0}, .angle = -16384}));
    EXPECT_EQ(inputs[4].input, (hex::input{.target = entity_key{2},
                                           .kind = kinds::create,
                                           .position = {2048, 0},
                                           .velocity = {205, 0},
                                           .subject = 1,
                                           .amount = 9}));
    EXPECT_EQ(inputs[5].input,
              (hex::input{.target = ship, .kind = kinds::add_tile, .at = {-1, 2}, .subject = 1}));
    EXPECT_EQ(inputs[6].input, (hex::input{.target = ship, .kind = kinds::remove_tile, .at = {1, 0}}));
    EXPECT_EQ(inputs[7].input,
              (hex::input{.target = ship, .kind = kinds::damage_tile, .at = {0, 1}, .amount = 300}));
    EXPECT_EQ(inputs[8].input, (hex::input{.target = entity_key{2}, .kind = kinds::set_group, .amount = 4}));
    EXPECT_EQ(inputs[9].input, (hex::input{.target = ship, .kind = kinds::destroy}));
    EXPECT_EQ(inputs[9].id.sequence, 10U);
    ASSERT_EQ(scene.made.looks.size(), 2U);
    EXPECT_EQ(scene.made.looks[1].name, "second");
}

TEST(hex_scene, looks_straight_down_at_what_is_to_be_seen) {
    const scene_file scene = hex_scene_of(R"("view": {"center": [10, 20], "height": 100})");
    ASSERT_TRUE(scene.view);
    EXPECT_EQ(scene.view->target, (vector3{10, -20, 0}));
    EXPECT_EQ(scene.view->eye.x, 10);
    EXPECT_EQ(scene.view->eye.y, -20);
    EXPECT_NEAR(scene.view->eye.z, 137.37, 0.01); // 50 / tan(20 degrees)
}

TEST(hex_generators, put_blueprints_on_grids_and_rings) {
    const built_hex scene(rules_of_all + R"(, "generators": [
        {"kind": "grid", "name": "g", "objects": ["dart", {"type": "shot", "position": [1, 0], "velocity": [5, 0]}],
         "count": [2, 2], "spacing": [30, 40], "position": [100, 0], "angle": 90, "colors": ["#000001", "#000002"]},
        {"kind": "ring", "objects": ["dart"], "count": 4, "radius": 50, "angle": 180}])");
    EXPECT_EQ(scene.made.world.current().count, 8U);
    // Turned by a quarter, what was right is down.
    EXPECT_EQ(scene.at(1).place.position, from_screen({(100 + 20) * 1024, -15 * 1024}));
    EXPECT_EQ(scene.at(2).place.position, from_screen({(100 + 20) * 1024, (15 + 1) * 1024}));
    EXPECT_EQ(scene.at(1).place.angle, angle16::quarter());
    EXPECT_EQ(scene.at(2).motion.b.velocity, 236) << "5 cells a second, downwards";
    EXPECT_EQ(scene.at(5).place.position, from_screen({-50 * 1024, 0}));
    EXPECT_EQ(scene.at(5).place.angle, angle16::half());
    EXPECT_EQ(scene.at(6).place.position, from_screen({0, -50 * 1024}));
    ASSERT_GE(scene.made.looks.size(), 4U);
    EXPECT_EQ(scene.made.looks[3].name, "g 4");
    EXPECT_EQ(scene.made.looks[3].color, 2U);
}

TEST(hex_generators, bring_what_they_need_and_leave_what_the_scene_defines) {
    // With two tiles of the scene itself, all those of the generator have other numbers than it gives them.
    const built_hex scene(R"("tiles": {"mud": {}, "ore": {"mass": 77, "color": "#0000ff"}},
        "generators": [{"kind": "two_fleets", "ships": 4, "asteroids": 3, "position": [500, 0],
            "names": {"fighter": "ship"}, "colors": {"hull": "#00ff00", "shot": "#ff0000"}}],
        "inputs": [{"kind": "push", "frame": 1, "object": "ship 3", "velocity": [1, 1]},
            {"kind": "create", "frame": 2, "blueprint": "fighter"}])");
    const hex::rules& rules = scene.made.world.rules();
    EXPECT_EQ(scene.made.world.current().count, 7U);
    EXPECT_EQ(rules.tile_types.at(1).name, "ore");
    EXPECT_EQ(rules.tile_types.at(1).mass, 77) << "as the scene has it";
    const auto number_of = [](const auto& list, std::string_view name) {
        for (std::size_t number = 0; number < list.size(); ++number) {
            if (list[number].name == name) {
                return number;
            }
        }
        return list.size();
    };
    const std::size_t gun = number_of(rules.tile_types, "gun");
    ASSERT_LT(gun, rules.tile_types.size());
    const hex::weapon& cannon = rules.weapons.at(rules.tile_types[gun].weapon);
    EXPECT_EQ(rules.object_types.at(cannon.projectile).name, "shot");
    EXPECT_EQ(scene.made.colors.tiles.at(number_of(rules.tile_types, "hull")), 0x00ff00U);
    EXPECT_EQ(scene.made.colors.types.at(cannon.projectile), 0xff0000U);
    EXPECT_GT(rules.environment.border.pull, 0) << "the generator's, since the scene has none";
    EXPECT_GT(rules.environment.border.inside.max.x, 500 * 1024);
    for (std::uint64_t key = 1; key <= 4; ++key) {
        EXPECT_EQ(rules.object_types[scene.at(key).place.type].name, "fighter");
        std::set<std::string> names;
        for (const hex::tile& each : scene.tiles_of(key)) {
            names.insert(rules.tile_types.at(each.type).name);
        }
        EXPECT_EQ(names, (std::set<std::string>{"armor", "cockpit", "engine", "gun", "hull"}));
    }
    EXPECT_EQ(scene.made.inputs[0].input.target, entity_key{3});
}

TEST(hex_generators, keep_the_environment_of_the_scene) {
    const built_hex scene(R"("environment": {"border": {"low": [-9, -9], "high": [9, 9]}},
        "generators": [{"kind": "asteroid_field", "count": 20, "tiles": [4, 9], "speed": 1}])");
    EXPECT_EQ(scene.made.world.rules().environment.border.inside.max.x, 9 * 1024);
    EXPECT_EQ(scene.made.world.current().count, 20U);
}

TEST(hex_scene, has_the_looks_and_colours_that_the_file_alone_gives) {
    const std::string members = rules_of_all + R"(, "objects": [{"name": "a", "blueprint": "dart"}],
        "generators": [{"kind": "rapid_fire", "rocks": 3, "bullets": 400, "names": {"rock": "stone"}, "colors": {"gun": "#010203"}}])";
    const built_hex scene(members);
    const hex_appearance alone = hex_appearance_of(hex_scene_of(members));
    ASSERT_EQ(alone.looks.size(), scene.made.looks.size());
    ASSERT_EQ(alone.looks.size(), 4U);
    for (std::size_t number = 0; number < alone.looks.size(); ++number) {
        EXPECT_EQ(alone.looks[number].key, scene.made.looks[number].key);
        EXPECT_EQ(alone.looks[number].name, scene.made.looks[number].name);
        EXPECT_EQ(alone.looks[number].color, scene.made.looks[number].color);
    }
    EXPECT_EQ(alone.colors.tiles, scene.made.colors.tiles);
    EXPECT_EQ(alone.colors.types, scene.made.colors.types);
}

TEST(hex_scene, refuses_names_that_are_not_known) {
    const auto refusal = [](const std::string& more) { return hex_refusal_of(rules_of_all + ",\n" + more); };
    EXPECT_EQ(refusal(R"("objects": [{"blueprint": "drat"}])"),
              "x.json:11: objects[0].blueprint is \"drat\", expected the name of a blueprint; did you mean "
              "'dart'?");
    EXPECT_EQ(refusal(R"("objects": [{"type": "roc"}])"),
              "x.json:11: objects[0].type is \"roc\", expected the name of a type; did you mean 'rock'?");
    EXPECT_EQ(
        refusal(R"("objects": [{"type": "rock", "cells": [{"tile": "hul", "at": [0, 0]}]}])"),
        "x.json:11: objects[0].cells[0].tile is \"hul\", expected the name of a tile; did you mean 'hull'?");
    EXPECT_EQ(
        refusal(R"("objects": [{"type": "rock", "rows": ["# ?"]}])"),
        "x.json:11: objects[0].rows[0] is \"# ?\", expected symbols of tiles, spaces and dots: '#' for hull, "
        "'>' for gun");
    EXPECT_EQ(refusal(R"("inputs": [{"kind": "destroy", "frame": 1, "object": "shp"}])"),
              "x.json:11: inputs[0].object is \"shp\", expected the name of an object");
    EXPECT_EQ(hex_refusal_of(R"("tiles": {"a": {"weapon": "w"}})"),
              "x.json:2: tiles.a.weapon is \"w\", expected the name of a weapon");
    EXPECT_EQ(
        hex_refusal_of(R"("types": {"c": {"kind": "composite"}}, "weapons": {"w": {"projectile": "c"}})"),
        "x.json:2: weapons.w.projectile is \"c\", expected the name of a type of particles");
}

TEST(hex_scene, refuses_drawings_that_do_not_fit_the_grid) {
    const auto refusal = [](const std::string& rows) {
        return hex_refusal_of(rules_of_all + ",\n\"objects\": [{\"type\": \"rock\", \"rows\": " + rows +
                              "}]");
    };
    EXPECT_EQ(refusal(R"(["# #", "# #"])"), "x.json:11: objects[0].rows[1] is \"# #\", expected tiles two "
                                            "characters from each other, and one from "
                                            "those in the row above");
    EXPECT_EQ(refusal(R"(["##"])"), "x.json:11: objects[0].rows[0] is \"##\", expected tiles two characters "
                                    "from each other, and one from "
                                    "those in the row above");
    EXPECT_EQ(refusal(R"(["#   #"])"),
              "x.json:11: objects[0]: the tiles of a composite are 2 parts that do not touch, expected 1");
    EXPECT_EQ(refusal(R"(["  "])"), "x.json:11: objects[0]: a composite has no tiles, expected at least 1");
}

TEST(hex_scene, refuses_numbers_that_a_world_cannot_hold) {
    const auto refusal = [](const std::string& member) {
        return hex_refusal_of(rules_of_all + ",\n\"objects\": [{\"blueprint\": \"dart\", " + member + "}]");
    };
    EXPECT_EQ(refusal(R"("velocity": [900, 0])"), "x.json:11: objects[0].velocity is an array of 2, expected "
                                                  "at most 799.9756 cells/s along each axis of "
                                                  "the grid");
    EXPECT_EQ(refusal(R"("spin": 5000)"), "x.json:11: objects[0].spin is 5000, expected between "
                                          "-4499.863 and 4499.863 degrees/s");
    EXPECT_TRUE(refusal(R"("friction": 0.001)")
                    .starts_with("x.json:11: objects[0].friction is 0.001, expected 0 or "
                                 "at least 0.001953125 of the velocity"));
    EXPECT_TRUE(refusal(R"("acceleration": [1, 0])")
                    .starts_with("x.json:11: objects[0].acceleration is an array of 2, "
                                 "expected 0 or at least 2.4414062 cells/s2"));
    EXPECT_EQ(refusal(R"("rows": ["#"])"), "x.json:11: objects[0].rows is an array of 1, expected none, "
                                           "because 'blueprint' says what the object is "
                                           "made of");
}

TEST(hex_scene, refuses_a_composite_that_is_larger_than_the_maximum) {
    std::string row;
    for (int cell = 0; cell < 65; ++cell) {
        row += "# ";
    }
    EXPECT_EQ(hex_refusal_of(rules_of_all + R"(, "objects": [{"type": "rock", "rows": [")" + row + R"("]}])"),
              "x.json:10: objects[0]: a composite is 65 cells wide along A, expected at most 64");
}

TEST(hex_scene, refuses_more_composites_than_pointers_can_name) {
    const std::string many = hex_refusal_of(rules_of_all + R"(, "generators": [
        {"kind": "grid", "objects": ["dart"], "count": [300, 200], "spacing": [10, 10]},
        {"kind": "grid", "objects": ["dart"], "count": [300, 200], "spacing": [10, 10], "position": [9000, 0]}])");
    EXPECT_TRUE(many.starts_with("x.json:12: generators[1]: of 120000 objects, 65535 have room: ")) << many;
    EXPECT_TRUE(many.ends_with("can have 65535")) << many;
}

TEST(hex_scene, refuses_more_records_than_an_arena_holds) {
    // Rocks of 60 times 60 tiles, no two of them alike: about 8 KB each.
    std::string objects;
    for (int number = 0; number < 140; ++number) {
        std::string rows;
        for (int row = 0; row < 60; ++row) {
            std::string drawn(static_cast<std::size_t>(59 - row), ' ');
            for (int column = 0; column < 60; ++column) {
                const bool is_marked = row == 0 && column < 8 && (number >> column & 1) != 0;
                drawn += is_marked ? "> " : "# ";
            }
            rows += (row == 0 ? "\"" : ", \"") + drawn + "\"";
        }
        objects += (number == 0 ? "" : ",\n") + std::string(R"({"type": "rock", "rows": [)") + rows + "]}";
    }
    const std::string full = hex_refusal_of(rules_of_all + ", \"objects\": [\n" + objects + "]");
    EXPECT_NE(full.find(" have room: the records of the composites would take "), std::string::npos) << full;
    EXPECT_TRUE(full.starts_with("x.json:")) << full;
    EXPECT_NE(full.find("objects["), std::string::npos) << full;
}

TEST(hex_scene, refuses_more_objects_than_a_scene_may_have) {
    EXPECT_EQ(hex_refusal_of(rules_of_all + R"(, "generators": [
        {"kind": "grid", "objects": ["spark"], "count": [2000, 2000], "spacing": [1, 1]}])"),
              "x.json:11: generators[0]: it makes about 4e+06 objects, but a scene has at most 200000");
}

} // namespace
} // namespace orrery::scene_format
