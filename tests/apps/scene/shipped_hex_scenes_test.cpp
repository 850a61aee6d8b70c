// The hex scenes that come with the program: each is what its title promises.
#include "apps/scene/hex/hex_scene.hpp"
#include "tests/apps/scene/running_scene.hpp"

#include <orrery/core/archive/file_io.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace orrery::scene_format {
namespace {

// Counts what happens in it.
class running_hex_scene : public running_scene_of<hex_scene, build_hex> {
public:
    using running_scene_of::running_scene_of;

    void run(std::uint64_t until) {
        running_scene_of::run(until, [this] {
            for (const hex::event& each : world().events()) {
                ++counts_[static_cast<std::size_t>(each.kind)];
            }
        });
    }

    [[nodiscard]] std::size_t count(hex::event_kind what) const {
        return counts_[static_cast<std::size_t>(what)];
    }

private:
    std::array<std::size_t, hex::event_kind_count> counts_{};
};

class shipped_hex_scenes : public testing::TestWithParam<const char*> {};

TEST_P(shipped_hex_scenes, go_through_the_same_bits_when_they_are_built_twice) {
    running_hex_scene first(GetParam());
    running_hex_scene second(GetParam());
    EXPECT_EQ(first.world().hash(), second.world().hash());
    first.run(40);
    second.run(40);
    EXPECT_EQ(first.world().frame(), 40U);
    EXPECT_EQ(first.world().hash(), second.world().hash());
}

TEST_P(shipped_hex_scenes, tell_people_what_there_is_to_see) {
    const running_hex_scene scene(GetParam());
    EXPECT_EQ(scene.file().name, GetParam());
    EXPECT_FALSE(scene.file().title.empty());
    EXPECT_FALSE(scene.file().about.empty());
    EXPECT_TRUE(scene.file().view);
    EXPECT_GE(scene.file().frames, 60U);
}

TEST_P(shipped_hex_scenes, have_colours_for_all_that_is_to_be_seen) {
    const running_hex_scene scene(GetParam());
    const hex_appearance alone = hex_appearance_of(scene.file());
    EXPECT_EQ(alone.looks.size(), scene.built().looks.size());
    EXPECT_EQ(alone.colors.tiles, scene.built().colors.tiles);
    for (const auto& color : alone.colors.tiles) {
        EXPECT_TRUE(color);
    }
}

INSTANTIATE_TEST_SUITE_P(all, shipped_hex_scenes,
                         testing::Values("asteroid_field", "two_fleets", "rapid_fire"),
                         [](const auto& each) { return std::string(each.param); });

TEST(asteroid_field, has_ten_thousand_objects_of_which_seventy_percent_are_particles) {
    running_hex_scene scene("asteroid_field");
    EXPECT_EQ(scene.world().current().count, 10'000U);
    EXPECT_EQ(scene.world().current().composite_count, 3'000U);
    scene.run(20);
    EXPECT_GT(scene.count(hex::event_kind::impact), 0U);
    EXPECT_EQ(scene.world().current().count, 10'000U);
}

TEST(two_fleets, break_each_other_into_parts) {
    running_hex_scene scene("two_fleets");
    scene.run(1000);
    EXPECT_GT(scene.count(hex::event_kind::created), 100U) << "shots";
    EXPECT_GT(scene.count(hex::event_kind::tile_lost), 10U);
    EXPECT_GT(scene.count(hex::event_kind::split), 0U);
    EXPECT_EQ(scene.count(hex::event_kind::refused), 0U);
    EXPECT_EQ(scene.count(hex::event_kind::overfull), 0U);
}

TEST(rapid_fire, stands_in_a_column_along_b) {
    running_hex_scene scene("rapid_fire");
    scene.run(200);
    const hex::frame& now = scene.world().current();
    const std::uint32_t bullets = now.count - now.composite_count;
    EXPECT_GE(bullets, 190U);
    const std::int32_t first = now.at(now.composite_count).place.position.a;
    for (std::uint32_t number = now.composite_count; number < now.count; ++number) {
        EXPECT_NEAR(now.at(number).place.position.a, first, hex::cell_pitch);
    }
}

TEST(hex_docs, have_a_scene_that_works) {
    const auto bytes = read_file(ORRERY_SCENES "../docs/scenes.md", 1 << 20);
    ASSERT_TRUE(bytes) << bytes.reason().message;
    const std::string page(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string mark = "```json\n";
    const std::size_t begin = page.find(mark, page.find("## Hex worlds")) + mark.size();
    const auto scene = parse_scene(page.substr(begin, page.find("```", begin) - begin), "example");
    ASSERT_TRUE(scene) << scene.reason().message;
    engine machine;
    const auto built = build_hex(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    EXPECT_EQ(built->looks.size(), 2U);
    EXPECT_EQ(built->world.current().composite_count, 2U);
}

} // namespace
} // namespace orrery::scene_format
