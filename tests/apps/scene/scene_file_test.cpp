// Documents that are scenes, and the sentences about those that are none.
#include "apps/scene/scene_file.hpp"
#include "apps/scene/scene_schema.hpp"
#include "tests/core/property.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/settings.hpp>

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace orrery::scene_format {
namespace {

// One line for each member, so that a mutation has a line of its own.
using document = std::vector<std::pair<std::string, std::string>>;

const document good = {
    {"title", R"("Good")"},
    {"about", R"("All is well.")"},
    {"world", R"("rigid")"},
    {"frames", "300"},
    {"view", R"({"eye": [1, 2, 3], "target": [0, 0, 0]})"},
    {"settings", R"({"substeps": 8, "gravity": [0, -1, 0]})"},
    {"bodies", R"([{"shape": {"kind": "sphere", "radius": 1}, "material": {"friction": 0.1}}])"},
};

[[nodiscard]] std::string text_of(const document& members) {
    std::string made = "{\n";
    for (const auto& [name, value] : members) {
        made += (made == "{\n" ? "" : ",\n") + ("\"" + name + "\": " + value);
    }
    return made + "\n}\n";
}

[[nodiscard]] std::string refusal_of(const std::string& text) {
    const auto parsed = parse_scene(text, "x.json");
    return parsed ? "" : parsed.reason().message;
}

TEST(scene_file, knows_what_is_the_same_for_every_world) {
    const auto scene = parse_scene(text_of(good), "folder/some.thing.json");
    ASSERT_TRUE(scene) << scene.reason().message;
    EXPECT_EQ(scene->name, "some.thing");
    EXPECT_EQ(scene->title, "Good");
    EXPECT_EQ(scene->about, "All is well.");
    EXPECT_EQ(scene->world, "rigid");
    EXPECT_EQ(scene->frames, 300U);
    ASSERT_TRUE(scene->view);
    EXPECT_EQ(scene->view->eye, (vector3{1, 2, 3}));
    EXPECT_EQ(scene->text, text_of(good));
}

TEST(scene_file, takes_defaults_for_what_is_not_said) {
    const auto scene = parse_scene(R"({"title": "t", "world": "rigid"})", "t");
    ASSERT_TRUE(scene) << scene.reason().message;
    EXPECT_EQ(scene->frames, 600U);
    EXPECT_FALSE(scene->view);
    EXPECT_EQ(scene->about, "");
}

TEST(scene_file, names_file_line_path_value_and_what_was_expected) {
    EXPECT_EQ(refusal_of("{\"title\": \"t\", \"world\": \"rigid\",\n\"bodies\": [{}, {},\n"
                         "{\"shape\": {\"kind\": \"sphere\",\n\"radius\": -1}}]}"),
              "x.json:4: bodies[2].shape.radius is -1, expected a number above 0");
    EXPECT_EQ(refusal_of("{\"title\": \"t\",\n\"world\": \"flat\"}"),
              "x.json:2: world is \"flat\", expected \"rigid\", \"hex\" or \"circles\"");
    EXPECT_EQ(refusal_of("{"), "x.json:1:2: the document ends before it is complete");
}

TEST(scene_file, that_is_too_large_is_refused_unread) {
    EXPECT_EQ(refusal_of(std::string(max_scene_bytes + 1, ' ')),
              "x.json has 67108865 bytes, but a scene has at most 67108864");
}

TEST(scene_file, that_is_not_there_is_refused_with_its_path) {
    const auto scene = load_scene("no/such/scene.json");
    ASSERT_FALSE(scene);
    EXPECT_NE(scene.reason().message.find("no/such/scene.json"), std::string::npos) << scene.reason().message;
}

TEST(scene_file, with_one_mutation_is_refused_on_its_line_and_by_its_path) {
    struct mutation {
        std::string member;
        std::string value;
        std::string path;
    };

    const std::vector<mutation> mutations = {
        {"title", "5", "title"},
        {"about", "[]", "about"},
        {"frames", "0", "frames"},
        {"frames", "1.5", "frames"},
        {"frames", R"("many")", "frames"},
        {"view", R"({"eye": [1, 2, 3]})", "view.target"},
        {"view", R"({"eye": [1, 2], "target": [0, 0, 0]})", "view.eye"},
        {"view", R"({"eye": [1, 2, "3"], "target": [0, 0, 0]})", "view.eye[2]"},
        {"settings", R"({"substeps": 65})", "settings.substeps"},
        {"settings", R"({"substep": 4})", "settings.substep"},
        {"settings", R"({"time_step": 0})", "settings.time_step"},
        {"bodies", R"([{"shape": {"kind": "ball"}}])", "bodies[0].shape.kind"},
        {"bodies", R"([{"shape": {"kind": "sphere"}}])", "bodies[0].shape.radius"},
        {"bodies", R"([{"mass": 0}])", "bodies[0].mass"},
        {"bodies", R"([{"mass": 1e31}])", "bodies[0].mass"},
        {"bodies", R"([{"material": {"restitution": 1.1}}])", "bodies[0].material.restitution"},
        {"bodies", R"([{"kind": "static"}])", "bodies[0].kind"},
        {"bodies", R"([{"rotation": {"axis": [0, 1, 0]}}])", "bodies[0].rotation.degrees"},
        {"bodies", R"([{"locked": ["move_w"]}])", "bodies[0].locked[0]"},
        {"bodies", "{}", "bodies"},
    };
    EXPECT_TRUE(property::holds("each is refused, wherever it stands", [&] {
        document changed = good;
        const mutation& what = mutations[property::in_range<std::size_t>(0, mutations.size())];
        for (std::size_t left = changed.size(); left > 1; --left) { // in any order
            std::swap(changed[left - 1], changed[property::in_range<std::size_t>(0, left)]);
        }
        std::size_t line = 2;
        for (auto& [name, value] : changed) {
            if (name == what.member) {
                value = what.value;
                break;
            }
            ++line;
        }
        const std::string message = refusal_of(text_of(changed));
        PROPERTY_ASSERT(message.starts_with("x.json:" + std::to_string(line) + ": " + what.path + " is "));
    }));
}

TEST(scene_file, without_what_is_required_is_refused) {
    for (const std::string_view name : {"title", "world"}) {
        document changed = good;
        std::erase_if(changed, [&](const auto& each) { return each.first == name; });
        const std::string expected = "x.json:1: " + std::string(name) + " is missing, expected ";
        EXPECT_TRUE(refusal_of(text_of(changed)).starts_with(expected)) << refusal_of(text_of(changed));
    }
}

TEST(scene_file, with_an_unknown_member_is_told_which_one_was_meant) {
    document changed = good;
    changed.emplace_back("boddies", "[]");
    EXPECT_EQ(refusal_of(text_of(changed)), "x.json:9: boddies is not known here; did you mean 'bodies'?");
}

TEST(scene_schema, tells_the_defaults_that_the_engine_has) {
    const json::value& schema = scene_schema().document();
    const auto default_of = [&](const char* of, const char* member) {
        const json::value* rules = schema.find("$defs")->find(of)->find("properties")->find(member);
        return static_cast<scalar>(rules->find("default")->number());
    };
    const rigid::world_settings settings;
    const std::map<const char*, scalar> numbers = {
        {"time_step", settings.time_step},
        {"substeps", static_cast<scalar>(settings.substeps)},
        {"speculative_margin", settings.speculative_margin},
        {"contact_frequency", settings.contact_frequency},
        {"contact_damping", settings.contact_damping},
        {"push_speed", settings.push_speed},
        {"joint_frequency", settings.joint_frequency},
        {"joint_damping", settings.joint_damping},
        {"bounce_speed", settings.bounce_speed},
        {"sleep_speed", settings.sleep_speed},
        {"sleep_seconds", settings.sleep_seconds},
        {"max_speed", settings.max_speed},
        {"field_softening", settings.field_softening},
        {"direct_attractors", static_cast<scalar>(settings.direct_attractors)},
        {"field_opening", settings.field_opening},
    };
    for (const auto& [name, value] : numbers) {
        EXPECT_EQ(default_of("settings", name), value) << name;
    }
    EXPECT_EQ(default_of("body", "density"), rigid::body_definition{}.density);
    EXPECT_EQ(default_of("material", "friction"), rigid::material{}.friction);
    EXPECT_EQ(default_of("material", "restitution"), rigid::material{}.restitution);
}

} // namespace
} // namespace orrery::scene_format
