// Worlds of circles from documents: that they are what the document says, and what is refused that no schema
// can see.
#include "apps/scene/circles/circles_scene.hpp"
#include "apps/scene/scene_schema.hpp"

#include <orrery/circles/rules.hpp>
#include <orrery/math/vector.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <numbers>
#include <string>

namespace orrery::scene_format {
namespace {

constexpr scalar pi = std::numbers::pi_v<scalar>;

// The members of a document besides those that every one has, one on each line from the second on.
[[nodiscard]] scene_file circles_scene_of(const std::string& members) {
    return parse_scene("{\"title\": \"t\", \"world\": \"circles\",\n" + members + "}", "x.json").value();
}

[[nodiscard]] std::string circles_refusal_of(const std::string& members) {
    auto parsed = parse_scene("{\"title\": \"t\", \"world\": \"circles\",\n" + members + "}", "x.json");
    if (!parsed) {
        return parsed.reason().message;
    }
    engine machine(engine_settings{.thread_count = 1});
    const auto made = build_circles(*parsed, machine);
    return made ? "" : made.reason().message;
}

struct built_circles {
    engine machine{engine_settings{.thread_count = 1}};
    circles_scene made;

    explicit built_circles(const std::string& members)
        : made(build_circles(circles_scene_of(members), machine).value()) {}

    [[nodiscard]] const circles::rules& rules() const { return made.world.rules(); }

    [[nodiscard]] const circles::motion& motion(std::uint64_t key) const {
        return made.world.current().motions.at(made.world.find(entity_key{key}).value());
    }

    [[nodiscard]] const circles::form& form(std::uint64_t key) const {
        return made.world.current().roster->forms.at(made.world.find(entity_key{key}).value());
    }

    // Two circles that overlap, or a circle that does so with a wall, stand for a mistake.
    [[nodiscard]] scalar smallest_gap() const {
        const circles::frame& now = made.world.current();
        scalar smallest = 1000;
        for (std::size_t a = 0; a < now.size(); ++a) {
            for (std::size_t b = a + 1; b < now.size(); ++b) {
                const scalar apart = length(now.motions[a].position - now.motions[b].position);
                smallest =
                    std::min(smallest, apart - now.roster->forms[a].radius - now.roster->forms[b].radius);
            }
        }
        return smallest;
    }
};

TEST(circles_scene, has_the_settings_of_the_document) {
    const built_circles scene(R"("settings": {"time_step": 0.01, "gravity": [1, -2], "damping": 0.5,
        "spin_damping": 0.25, "max_speed": 50, "skin": 0.001, "rest_speed": 0.75, "contact_rounds": 4, "max_impacts": 9})");
    EXPECT_EQ(scene.rules().time_step, scalar(0.01));
    EXPECT_EQ(scene.rules().gravity, (vector2{1, -2}));
    EXPECT_EQ(scene.rules().damping, scalar(0.5));
    EXPECT_EQ(scene.rules().spin_damping, scalar(0.25));
    EXPECT_EQ(scene.rules().max_speed, scalar(50));
    EXPECT_EQ(scene.rules().skin, scalar(0.001));
    EXPECT_EQ(scene.rules().rest_speed, scalar(0.75));
    EXPECT_EQ(scene.rules().contact_rounds, 4U);
    EXPECT_EQ(scene.rules().max_impacts, 9U);
}

TEST(circles_scene, has_the_defaults_of_the_engine_where_nothing_is_said) {
    const built_circles scene(R"("circles": [{}], "walls": [{"kind": "chain", "points": [[0, 5], [1, 5]]}])");
    circles::rules usual;
    usual.walls.push_back({.points = {{0, 5}, {1, 5}}});
    EXPECT_EQ(scene.rules(), usual);
    EXPECT_EQ(scene.form(1), circles::form{});
    EXPECT_EQ(scene.motion(1), circles::motion{});
}

TEST(circles_schema, tells_the_defaults_that_the_engine_has) {
    const auto default_in = [](const json::value* rules) {
        return static_cast<scalar>(rules->find("default")->number());
    };
    const json::value* const all = scene_schema().document().find("$defs");
    const json::value* const settings = all->find("circles_settings")->find("properties");
    const circles::rules usual;
    const std::map<const char*, scalar> numbers = {
        {"time_step", usual.time_step},
        {"damping", usual.damping},
        {"spin_damping", usual.spin_damping},
        {"max_speed", usual.max_speed},
        {"skin", usual.skin},
        {"rest_speed", usual.rest_speed},
        {"contact_rounds", static_cast<scalar>(usual.contact_rounds)},
        {"max_impacts", static_cast<scalar>(usual.max_impacts)},
    };
    for (const auto& [name, value] : numbers) {
        EXPECT_EQ(default_in(settings->find(name)), value) << name;
    }
    EXPECT_EQ(default_in(all->find("circles_radius")), circles::form{}.radius);
    EXPECT_EQ(default_in(all->find("circles_mass")), circles::form{}.mass);
    EXPECT_EQ(default_in(all->find("circles_friction")), circles::surface{}.friction);
    EXPECT_EQ(default_in(all->find("circles_restitution")), circles::surface{}.restitution);
}

TEST(circles_scene, has_circles_with_forms_motions_names_and_colours) {
    const built_circles scene(R"("groups": ["a", "b", "c"],
        "blueprints": {"stone": {"radius": 2, "mass": 7, "friction": 0.5, "restitution": 1, "color": "#112233"}},
        "circles": [
          {"name": "first", "blueprint": "stone", "position": [1, 2], "angle": 90, "velocity": [3, 4], "spin": 180},
          {"radius": 1, "groups": ["b", "c"], "meets": ["a"], "family": 5, "is_sensor": true, "user_data": 77, "color": "#445566", "position": [9, 9]}])");
    EXPECT_EQ(scene.form(1).radius, 2);
    EXPECT_EQ(scene.form(1).mass, 7);
    EXPECT_EQ(scene.form(1).surface, (circles::surface{scalar(0.5), 1}));
    EXPECT_EQ(scene.motion(1).position, (vector2{1, 2}));
    EXPECT_EQ(scene.motion(1).velocity, (vector2{3, 4}));
    EXPECT_NEAR(scene.motion(1).angle, pi / 2, 1e-6);
    EXPECT_NEAR(scene.motion(1).spin, pi, 1e-6);
    EXPECT_EQ(scene.form(2).filter, (circles::collision_filter{6, 1, 5}));
    EXPECT_EQ(scene.form(2).is_sensor, 1U);
    EXPECT_EQ(scene.form(2).user_data, 77U);
    ASSERT_EQ(scene.made.looks.size(), 2U);
    EXPECT_EQ(scene.made.looks[0].name, "first");
    EXPECT_EQ(scene.made.looks[0].color, 0x112233U);
    EXPECT_EQ(scene.made.looks[1].color, 0x445566U);
}

TEST(circles_scene, takes_angles_of_any_number_of_turns) {
    const built_circles scene(
        R"("circles": [{"angle": 180}, {"angle": -540, "position": [2, 0]}, {"angle": 36000, "position": [4, 0]}])");
    EXPECT_NEAR(scene.motion(1).angle, -pi, 1e-6);
    EXPECT_NEAR(scene.motion(2).angle, -pi, 1e-6);
    EXPECT_NEAR(scene.motion(3).angle, 0, 1e-6);
    EXPECT_GE(scene.motion(1).angle, -pi);
    EXPECT_LT(scene.motion(1).angle, pi);
}

TEST(circles_scene, has_walls_of_all_kinds) {
    const built_circles scene(R"("groups": ["a", "b"], "walls": [
        {"kind": "circle", "name": "peg", "color": "#aabbcc", "position": [1, 2], "radius": 3, "kick": 4, "friction": 0.5, "restitution": 0.25},
        {"kind": "chain", "points": [[0, 10], [5, 10], [5, 15]], "is_sensor": true, "user_data": 8},
        {"kind": "box", "position": [20, 0], "size": [4, 2], "angle": 90, "groups": ["b"], "meets": ["a"]},
        {"kind": "polygon", "position": [30, 0], "radius": 2, "corners": 4},
        {"kind": "arc", "position": [40, 0], "radius": 2, "from": 0, "to": 180, "segments": 2}])");
    const std::vector<circles::wall>& walls = scene.rules().walls;
    ASSERT_EQ(walls.size(), 5U);
    EXPECT_EQ(walls[0], (circles::wall{.name = "peg",
                                       .points = {{1, 2}},
                                       .radius = 3,
                                       .surface = {scalar(0.5), scalar(0.25)},
                                       .kick = 4}));
    EXPECT_EQ(walls[1].points, (std::vector<vector2>{{0, 10}, {5, 10}, {5, 15}}));
    EXPECT_TRUE(walls[1].is_sensor && !walls[1].is_closed);
    EXPECT_EQ(walls[1].user_data, 8U);
    const auto expect_points = [](const circles::wall& wall, const std::vector<vector2>& expected) {
        ASSERT_EQ(wall.points.size(), expected.size());
        for (std::size_t number = 0; number < expected.size(); ++number) {
            EXPECT_LT(length(wall.points[number] - expected[number]), 1e-5) << number;
        }
    };
    expect_points(walls[2], {{21, -2}, {21, 2}, {19, 2}, {19, -2}});
    EXPECT_TRUE(walls[2].is_closed);
    EXPECT_EQ(walls[2].filter, (circles::collision_filter{2, 1, 0}));
    expect_points(walls[3], {{32, 0}, {30, 2}, {28, 0}, {30, -2}});
    EXPECT_TRUE(walls[3].is_closed);
    expect_points(walls[4], {{42, 0}, {40, 2}, {38, 0}});
    EXPECT_FALSE(walls[4].is_closed);
    ASSERT_EQ(scene.made.wall_colors.size(), 5U);
    EXPECT_EQ(scene.made.wall_colors[0], 0xaabbccU);
    EXPECT_FALSE(scene.made.wall_colors[1]);
}

TEST(circles_scene, joins_arcs_to_the_lines_of_a_chain) {
    const built_circles scene(R"("walls": [{"kind": "chain", "is_closed": true, "points": [
        [-2, -5], [2, -5], [2, 0], {"position": [0, 0], "radius": 2, "from": 0, "to": 180, "segments": 4}, [-2, -5]]}])");
    // The arc begins at the third corner, and the last point is the first one.
    EXPECT_EQ(scene.rules().walls.at(0).points.size(), 7U);
}

TEST(circles_scene, repeats_walls_in_rows) {
    const built_circles scene(
        R"("walls": [{"kind": "circle", "name": "peg", "color": "#010203", "position": [1, 1], "radius": 0.5,
        "repeat": {"count": [3, 2], "spacing": [4, 5], "shift": 2}}])");
    const std::vector<circles::wall>& walls = scene.rules().walls;
    ASSERT_EQ(walls.size(), 6U);
    EXPECT_EQ(walls[2].points.at(0), (vector2{9, 1}));
    EXPECT_EQ(walls[3].points.at(0), (vector2{3, 6}));
    EXPECT_EQ(walls[0].name, "peg 1");
    EXPECT_EQ(walls[5].name, "peg 6");
    EXPECT_EQ(scene.made.wall_colors, wall_colors(6, 0x010203U));
}

TEST(circles_scene, generates_grids_and_rings_relative_to_their_places) {
    const built_circles scene(R"("blueprints": {"dot": {"radius": 0.25}}, "generators": [
        {"kind": "grid", "name": "dot", "colors": ["#000001", "#000002"], "circles": ["dot"], "count": [2, 2], "spacing": [4, 2], "position": [10, 20]},
        {"kind": "ring", "circles": [{"radius": 0.5, "velocity": [1, 0]}], "count": 4, "radius": 3}])");
    EXPECT_EQ(scene.made.world.current().size(), 8U);
    EXPECT_EQ(scene.motion(1).position, (vector2{8, 19}));
    EXPECT_EQ(scene.motion(4).position, (vector2{12, 21}));
    EXPECT_EQ(scene.made.looks.at(1).name, "dot 2");
    EXPECT_EQ(scene.made.looks.at(2).color, 0x000001U);
    EXPECT_LT(length(scene.motion(6).position - vector2{0, 3}), 1e-5) << "a quarter of a turn to the left";
    EXPECT_LT(length(scene.motion(6).velocity - vector2{0, 1}), 1e-5);
    EXPECT_NEAR(scene.motion(6).angle, pi / 2, 1e-6);
}

const std::string fill_of_a_box =
    R"("walls": [{"kind": "circle", "position": [5, 5], "radius": 2}, {"kind": "chain", "points": [[0, 8], [10, 8]]}],
    "circles": [{"radius": 1.5, "position": [1.6, 1.6]}], "generators": [{"kind": "fill", "low": [0, 0], "high": [10, 10],
    "circles": [{"radius": 0.2}, {"radius": 0.3}], "gap": 0.05, "speed": 3, "seed": 7, "count": )";

TEST(circles_scene, fills_a_box_without_touching_anything) {
    const built_circles scene(fill_of_a_box + "80}]");
    EXPECT_EQ(scene.made.world.current().size(), 81U);
    EXPECT_GE(scene.smallest_gap(), scalar(0.0499));
    scalar fastest = 0;
    for (std::uint64_t key = 2; key <= 81; ++key) {
        const vector2 at = scene.motion(key).position;
        const scalar radius = scene.form(key).radius;
        EXPECT_EQ(radius, key % 2 == 0 ? scalar(0.2) : scalar(0.3));
        EXPECT_GE(length(at - vector2{5, 5}), 2 + radius);
        EXPECT_GE(abs(at.y - 8), radius);
        EXPECT_TRUE(at.x >= radius && at.x <= 10 - radius && at.y >= radius && at.y <= 10 - radius);
        fastest = std::max(fastest, length(scene.motion(key).velocity));
    }
    EXPECT_GT(fastest, 2);
    EXPECT_LE(fastest, scalar(3.0001));
}

TEST(circles_scene, leaves_circles_where_they_were_when_more_are_filled_in) {
    const built_circles some(fill_of_a_box + "40}]");
    const built_circles more(fill_of_a_box + "80}]");
    for (std::uint64_t key = 1; key <= 41; ++key) {
        EXPECT_EQ(some.motion(key), more.motion(key)) << key;
    }
}

TEST(circles_scene, has_the_fields_that_are_measured) {
    const built_circles field(
        R"("settings": {"time_step": 0.02}, "generators": [{"kind": "field", "name": "c", "count": 200, "pillars": 20,
        "polygons": 10, "speed": 9, "wall_color": "#123456", "position": [1000, 0]}])");
    EXPECT_GT(field.made.world.current().size(), 150U);
    EXPECT_GT(field.rules().walls.size(), 20U);
    EXPECT_EQ(field.rules().time_step, scalar(0.02)) << "what the scene says stays";
    EXPECT_EQ(field.made.wall_colors, wall_colors(field.rules().walls.size(), 0x123456U));
    EXPECT_GT(field.motion(1).position.x, 500);
    EXPECT_EQ(field.made.looks.at(0).name, "c 1");
    const built_circles pit(R"("generators": [{"kind": "ball_pit", "count": 100, "pegs": 5, "width": 30}])");
    EXPECT_EQ(pit.made.world.current().size(), 100U);
    EXPECT_LT(pit.rules().gravity.y, 0) << "a pit brings gravity along";
}

TEST(circles_scene, has_every_kind_of_input) {
    const built_circles scene(
        R"("blueprints": {"small": {"radius": 0.25, "color": "#0000ff"}, "large": {"radius": 2}},
        "circles": [{"name": "one"}, {"position": [9, 0]}], "inputs": [
        {"kind": "push", "frame": 1, "circle": "one", "velocity": [1, 2], "spin": 180},
        {"kind": "launch", "frames": [2, 4], "circle": "circles[1]", "velocity": [3, 4]},
        {"kind": "place", "frame": 3, "circle": "one", "position": [5, 6], "angle": 90},
        {"kind": "create", "frame": 4, "name": "new", "blueprint": "small", "position": [7, 8], "velocity": [0, 1]},
        {"kind": "become", "frame": 5, "circle": "new", "blueprint": "large"},
        {"kind": "destroy", "frame": 6, "circle": "new"}])");
    using kinds = circles::input_kind;
    const auto& all = scene.made.inputs;
    ASSERT_EQ(all.size(), 6U);
    EXPECT_EQ(all[0].input.kind, kinds::push);
    EXPECT_EQ(all[0].input.target, entity_key{1});
    EXPECT_EQ(all[0].input.velocity, (vector2{1, 2}));
    EXPECT_NEAR(all[0].input.spin, pi, 1e-6);
    EXPECT_EQ(all[1].input.kind, kinds::launch);
    EXPECT_EQ(all[1].input.target, entity_key{2});
    EXPECT_EQ(all[1].when, (time::frame_range{2, 5}));
    EXPECT_EQ(all[2].input.kind, kinds::place);
    EXPECT_EQ(all[2].input.position, (vector2{5, 6}));
    EXPECT_NEAR(all[2].input.angle, pi / 2, 1e-6);
    EXPECT_EQ(all[3].input.kind, kinds::create);
    EXPECT_EQ(all[3].input.target, entity_key{3});
    EXPECT_EQ(all[3].input.subject, 0U);
    EXPECT_EQ(all[4].input.kind, kinds::become);
    EXPECT_EQ(all[4].input.subject, 1U);
    EXPECT_EQ(all[5].input.kind, kinds::destroy);
    EXPECT_EQ(scene.made.looks.back().color, 0x0000ffU);
}

TEST(circles_scene, is_seen_from_where_y_points_up) {
    const scene_file scene = circles_scene_of(R"("view": {"center": [3, 4], "height": 10})");
    ASSERT_TRUE(scene.view);
    EXPECT_EQ(scene.view->target, (vector3{3, 4, 0}));
    EXPECT_GT(scene.view->eye.z, 10);
}

TEST(circles_scene, is_refused_in_one_sentence_that_names_the_place) {
    const std::map<std::string, std::string> refused = {
        {R"("circles": [{"radius": -1}])", "x.json:2: circles[0].radius is -1, expected a number above 0"},
        {R"("circles": [{"raduis": 1}])",
         "x.json:2: circles[0].raduis is not known here; did you mean 'radius'?"},
        {R"("circles": [{"radius": 1e-9}])",
         "x.json:2: circles[0]: radius is 1e-09, expected 1e-04 to 1e+06"},
        {R"("blueprints": {"b": {}}, "circles": [{"blueprint": "c"}])",
         "x.json:2: circles[0].blueprint is \"c\", expected the name of a blueprint; did you mean 'b'?"},
        {R"("blueprints": {"b": {}}, "circles": [{"blueprint": "b", "mass": 2}])",
         "x.json:2: circles[0].mass is 2, expected none, because 'blueprint' says what the circle is like"},
        {R"("groups": ["one"], "circles": [{"groups": ["on"]}])",
         "x.json:2: circles[0].groups[0] is \"on\", expected the name of a group; did you mean 'one'?"},
        {R"("groups": ["one", "one"])",
         "x.json:2: groups[1] is \"one\", expected a name that no other group has"},
        {R"("circles": [{"name": "a"}, {"name": "a", "position": [5, 5]}])",
         "x.json:2: circles[1].name is \"a\", expected a name that no other circle has"},
        {R"("walls": [{"kind": "chain", "points": [[1, 1], [1, 1]]}])",
         "x.json:2: walls[0]: its points are all in one place"},
        {R"("walls": [{"kind": "pentagon"}])", "x.json:2: walls[0].kind is \"pentagon\", expected"},
        {R"("walls": [{"kind": "circle", "position": [0, 0], "radius": 1, "repeat": {"count": [1000, 1000], "spacing": [1, 1]}}])",
         "x.json:2: walls[0]: a scene has at most 200000 walls with 2000000 points in all"},
        {R"("generators": [{"kind": "fill", "circles": [{}], "low": [0, 0], "high": [3, 3], "count": 50}])",
         "x.json:2: generators[0]: of 50 circles, "},
        {R"("generators": [{"kind": "fill", "circles": [{}], "low": [0, 0], "high": [-3, 3], "count": 5}])",
         "x.json:2: generators[0].high is an array of 2, expected a corner to the right of 'low' and above "
         "it"},
        {R"("generators": [{"kind": "grid", "circles": [{}], "count": [1000, 1000], "spacing": [2, 2]}])",
         "x.json:2: generators[0]: it makes about 1e+06 circles, but a scene has at most 200000"},
        {R"("generators": [{"kind": "field", "count": 10, "diameters": [3, 2]}])",
         "x.json:2: generators[0].diameters[1] is 2, expected at least as much as the first number"},
        {R"("generators": [{"kind": "field", "count": 10, "diameters": [3, 6]}])",
         "x.json:2: generators[0]: its cells are 4 wide, expected at least 6 as its largest circles are"},
        {R"("circles": [{"name": "ball"}], "inputs": [{"kind": "push", "frame": 1, "circle": "bal"}])",
         "x.json:2: inputs[0].circle is \"bal\", expected the name of a circle; did you mean 'ball'?"},
        {R"("circles": [{}], "inputs": [{"kind": "push", "circle": "circles[0]"}])",
         "x.json:2: inputs[0].frame is missing, expected the frame, or 'frames' with the first and the last"},
        {R"("circles": [{}], "inputs": [{"kind": "become", "frame": 1, "circle": "circles[0]", "blueprint": "x"}])",
         "x.json:2: inputs[0].blueprint is \"x\", expected the name of a blueprint"},
        {R"("objects": [])", "x.json:2: objects is not known here"},
    };
    for (const auto& [members, sentence] : refused) {
        const std::string told = circles_refusal_of(members);
        EXPECT_TRUE(told.starts_with(sentence)) << members << "\n" << told;
        EXPECT_EQ(told.find('\n'), std::string::npos);
    }
}

TEST(circles_scene, refuses_chains_that_cross_themselves_where_they_stand) {
    const std::string told =
        circles_refusal_of(R"("walls": [{"kind": "box", "position": [0, 0], "size": [2, 2]},
        {"kind": "chain", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}])");
    EXPECT_TRUE(told.starts_with("x.json:3: walls[1]: ")) << told;
}

} // namespace
} // namespace orrery::scene_format
