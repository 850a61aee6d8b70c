// The scenes of circles that come with the program: each is what its title promises.
#include "apps/scene/circles/circles_scene.hpp"
#include "tests/apps/scene/running_scene.hpp"

#include <orrery/core/archive/file_io.hpp>
#include <orrery/math/vector.hpp>

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace orrery::scene_format {
namespace {

// Counts what happens in it.
class running_circles_scene : public running_scene_of<circles_scene, build_circles> {
public:
    using running_scene_of::running_scene_of;

    void run(std::uint64_t until) {
        running_scene_of::run(until, [this] {
            for (const circles::event& each : world().events()) {
                ++counts_[static_cast<std::size_t>(each.kind)];
                if (each.wall != circles::no_wall) {
                    touched_.insert(world().rules().walls[each.wall].name);
                }
            }
        });
    }

    [[nodiscard]] std::size_t count(circles::event_kind what) const {
        return counts_[static_cast<std::size_t>(what)];
    }

    [[nodiscard]] bool has_touched(const std::string& wall) const { return touched_.contains(wall); }

    [[nodiscard]] std::size_t touched_count() const { return touched_.size(); }

    // The mean of all.
    [[nodiscard]] scalar speed() const {
        scalar sum = 0;
        for (const circles::motion& each : built().world.current().motions) {
            sum += length(each.velocity);
        }
        return sum / static_cast<scalar>(built().world.current().size());
    }

private:
    std::array<std::size_t, circles::event_kind_count> counts_{};
    std::set<std::string> touched_;
};

class shipped_circles_scenes : public testing::TestWithParam<const char*> {};

TEST_P(shipped_circles_scenes, go_through_the_same_bits_when_they_are_built_twice) {
    running_circles_scene first(GetParam());
    running_circles_scene second(GetParam());
    EXPECT_EQ(first.world().hash(), second.world().hash());
    first.run(40);
    second.run(40);
    EXPECT_EQ(first.world().frame(), 40U);
    EXPECT_EQ(first.world().hash(), second.world().hash());
    EXPECT_EQ(first.count(circles::event_kind::refused), 0U);
}

TEST_P(shipped_circles_scenes, tell_people_what_there_is_to_see) {
    const running_circles_scene scene(GetParam());
    EXPECT_EQ(scene.file().name, GetParam());
    EXPECT_FALSE(scene.file().title.empty());
    EXPECT_FALSE(scene.file().about.empty());
    EXPECT_TRUE(scene.file().view);
    EXPECT_GE(scene.file().frames, 60U);
}

TEST_P(shipped_circles_scenes, have_colours_for_all_that_is_to_be_seen) {
    const running_circles_scene scene(GetParam());
    const circles_appearance alone = circles_appearance_of(scene.file());
    EXPECT_EQ(alone.looks.size(), scene.built().looks.size());
    EXPECT_EQ(alone.wall_colors, scene.built().wall_colors);
    EXPECT_EQ(alone.wall_colors.size(), scene.built().world.rules().walls.size());
    for (const auto& color : alone.wall_colors) {
        EXPECT_TRUE(color);
    }
    EXPECT_GE(alone.looks.size(), scene.built().world.current().size());
}

INSTANTIATE_TEST_SUITE_P(all, shipped_circles_scenes, testing::Values("ball_pit", "circle_gas", "pinball"),
                         [](const auto& each) { return std::string(each.param); });

TEST(ball_pit, pours_past_pegs_and_loses_nobody) {
    running_circles_scene scene("ball_pit");
    EXPECT_EQ(scene.world().current().size(), 2'400U);
    scene.run(500);
    EXPECT_TRUE(scene.has_touched("wheel") && scene.has_touched("peg 6") && scene.has_touched("pit"));
    std::size_t arrived = 0;
    for (const circles::motion& each : scene.world().current().motions) {
        EXPECT_GT(each.position.y, -4);
        EXPECT_LT(abs(each.position.x), 62);
        arrived += each.position.y < 50 ? 1 : 0;
    }
    EXPECT_GT(arrived, 200U);
}

TEST(circle_gas, has_the_circles_and_walls_of_the_benchmark_and_keeps_moving) {
    running_circles_scene scene("circle_gas");
    EXPECT_EQ(scene.world().current().size(), 16'384U);
    EXPECT_GE(scene.world().rules().walls.size(), 2'500U);
    const scalar before = scene.speed();
    scene.run(10);
    EXPECT_GT(scene.count(circles::event_kind::impact), 1'000U);
    EXPECT_GT(scene.speed(), before * scalar(0.8));
}

TEST(pinball, is_played_to_the_end) {
    running_circles_scene scene("pinball");
    scene.run(scene.file().frames);
    // What is touched when depends on the last bit of the world; that the table is used does not.
    EXPECT_TRUE(scene.has_touched("drain"));
    EXPECT_TRUE(scene.has_touched("left bumper") || scene.has_touched("right bumper"));
    EXPECT_TRUE(scene.has_touched("left kicker") || scene.has_touched("right kicker"));
    EXPECT_TRUE(scene.has_touched("left flip") || scene.has_touched("right flip"));
    EXPECT_GE(scene.touched_count(), 15U);
    EXPECT_EQ(scene.count(circles::event_kind::created), 7U);
    EXPECT_EQ(scene.count(circles::event_kind::refused), 0U);
    // All eight balls are on the table or in the trough, and some have drained.
    const circles::frame& now = scene.world().current();
    EXPECT_EQ(now.size(), 8U);
    std::size_t drained = 0;
    for (const circles::motion& each : now.motions) {
        EXPECT_TRUE(each.position.x > 0 && each.position.x < 43 && each.position.y > -9 &&
                    each.position.y < 80);
        drained += each.position.y < 0 ? 1 : 0;
    }
    EXPECT_GE(drained, 3U);
}

TEST(circles_docs, have_a_scene_that_works) {
    const auto bytes = read_file(ORRERY_SCENES "../docs/scenes.md", 1 << 20);
    ASSERT_TRUE(bytes) << bytes.reason().message;
    const std::string page(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string mark = "```json\n";
    const std::size_t begin = page.find(mark, page.find("## Circles")) + mark.size();
    const auto scene = parse_scene(page.substr(begin, page.find("```", begin) - begin), "example");
    ASSERT_TRUE(scene) << scene.reason().message;
    engine machine;
    const auto built = build_circles(*scene, machine);
    ASSERT_TRUE(built) << built.reason().message;
    EXPECT_EQ(built->world.current().size(), 21U);
    EXPECT_EQ(built->inputs.size(), 1U);
}

} // namespace
} // namespace orrery::scene_format
