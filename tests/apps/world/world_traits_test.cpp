// What all kinds of worlds have in common in how they are described.
#include "apps/world/all_worlds.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/text.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace orrery::apps {
namespace {

template <typename World>
class world_traits_of : public testing::Test {};

using kinds = testing::Types<rigid::world, circles::world, hex::world>;
TYPED_TEST_SUITE(world_traits_of, kinds);

// A scene of one ball, without title and kind of world.
template <typename World>
constexpr std::string_view members =
    R"("bodies": [{"name": "ball", "color": "#ff8800", "shape": {"kind": "sphere", "radius": 1}}])";

template <>
constexpr std::string_view members<circles::world> =
    R"("circles": [{"name": "ball", "color": "#ff8800", "position": [0, 1], "radius": 1}])";

template <>
constexpr std::string_view members<hex::world> =
    R"("types": {"shot": {"kind": "particle"}},
       "objects": [{"name": "ball", "color": "#ff8800", "type": "shot", "position": [0, 0]}])";

template <typename World>
[[nodiscard]] result<scene_format::scene_file> scene_of(std::string_view more) {
    return scene_format::parse_scene(text(R"({"title": "t", "world": ")", World::type_name, "\",", more, "}"),
                                     "x.json");
}

// Names, all different and none empty.
template <typename Names, typename NameOf>
void expect_distinct(const Names& all, NameOf name_of_one) {
    std::set<std::string_view> names;
    for (const auto& each : all) {
        names.insert(name_of_one(each));
    }
    EXPECT_EQ(names.size(), all.size());
    EXPECT_FALSE(names.contains(""));
}

TYPED_TEST(world_traits_of, everything_has_a_name_of_its_own) {
    using traits = world_traits<TypeParam>;
    const auto itself = [](std::string_view name) { return name; };
    expect_distinct(traits::event_names, itself);
    expect_distinct(traits::input_names, itself);
    expect_distinct(traits::motion_fields, itself);
    expect_distinct(traits::phases, itself);
    expect_distinct(traits::lanes, [](const event_lane& each) { return each.name; });
    expect_distinct(traits::quantities, [](const quantity& each) { return each.name; });
    expect_distinct(traits::quantities, [](const quantity& each) { return each.title; });
    EXPECT_FALSE(std::string_view(traits::things).empty());
}

TYPED_TEST(world_traits_of, the_names_of_motion_fields_are_written_with_underscores) {
    for (const std::string_view name : world_traits<TypeParam>::motion_fields) {
        EXPECT_EQ(name.find(' '), std::string_view::npos) << name;
    }
}

TYPED_TEST(world_traits_of, quantities_are_found_by_name) {
    const auto& all = world_traits<TypeParam>::quantities;
    for (std::size_t index = 0; index < all.size(); ++index) {
        EXPECT_EQ(find_quantity<TypeParam>(all[index].name), index);
    }
    EXPECT_EQ(find_quantity<TypeParam>("beauty"), std::nullopt);
}

TYPED_TEST(world_traits_of, an_empty_frame_has_no_energy_no_speed_and_no_centre_of_mass) {
    using traits = world_traits<TypeParam>;
    engine machine({.thread_count = 1});
    const auto scene = scene_of<TypeParam>(members<TypeParam>);
    ASSERT_TRUE(scene) << scene.reason().message;
    const auto built = traits::build(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    const time::frame_view<TypeParam> nothing;
    EXPECT_EQ(traits::measure_all(quantity_kind::energy, nothing, {}, built->world), 0);
    EXPECT_EQ(traits::measure_all(quantity_kind::speed, nothing, {}, built->world), 0);
    EXPECT_EQ(traits::measure_all(quantity_kind::height, nothing, {}, built->world), std::nullopt);
}

TYPED_TEST(world_traits_of, a_scene_has_the_same_look_whether_it_is_built_or_only_read) {
    using traits = world_traits<TypeParam>;
    engine machine({.thread_count = 1});
    const auto scene = scene_of<TypeParam>(members<TypeParam>);
    ASSERT_TRUE(scene) << scene.reason().message;
    const auto built = traits::build(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    EXPECT_EQ(traits::entity_count(built->world), 1U);
    EXPECT_GT(traits::time_step(built->world), 0);
    for (const scene_look<TypeParam>& look : {built->look, traits::look_of(*scene)}) {
        EXPECT_EQ(look.names.called(entity_key{1}), "ball");
        EXPECT_EQ(look.names.color_of(entity_key{1}), 0xff8800U);
    }
}

TYPED_TEST(world_traits_of, a_world_from_the_rules_of_a_recording_is_empty_and_has_the_same_clock) {
    using traits = world_traits<TypeParam>;
    engine machine({.thread_count = 1});
    const auto scene = scene_of<TypeParam>(members<TypeParam>);
    ASSERT_TRUE(scene) << scene.reason().message;
    const auto built = traits::build(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    byte_writer rules;
    save_rules(rules, built->world);
    const auto again = traits::from_rules(rules.bytes(), machine);
    ASSERT_TRUE(again) << again.reason().message;
    EXPECT_EQ(traits::entity_count(*again), 0U);
    EXPECT_EQ(traits::time_step(*again), traits::time_step(built->world));
    EXPECT_FALSE(traits::from_rules(rules.bytes().first(3), machine));
}

TEST(all_worlds, each_kind_is_visited_by_its_name) {
    const auto visited = [](std::string_view name) {
        std::string found = "none";
        const bool is_known = visit_world(name, [&]<typename World>(std::type_identity<World>) {
            found = std::string(std::string_view(World::type_name));
        });
        EXPECT_EQ(is_known, found != "none");
        return found;
    };
    for (const std::string_view name : {"rigid", "circles", "hex"}) {
        EXPECT_EQ(visited(name), name);
    }
    EXPECT_EQ(visited("soft"), "none");
}

} // namespace
} // namespace orrery::apps
