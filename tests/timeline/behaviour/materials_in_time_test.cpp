// Pairs of materials that are changed in the past: all bodies feel it, wherever they are.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace orrery::test {
namespace {

using namespace rigid;

constexpr std::uint32_t ice = 1;
constexpr std::uint32_t rubber = 2;

class materials_in_time : public testing::Test {
protected:
    // Boxes that slide far from each other, every other one of rubber.
    [[nodiscard]] world scene() {
        world made(machine);
        made.materials().insert(ice, rubber, {.friction = scalar(0.05)});
        (void)make_body(made, {.kind = body_kind::fixed,
                               .shape = plane(),
                               .material = material{.id = ice},
                               .key = entity_key{100}})
            .value();
        for (std::uint64_t number = 0; number < 8; ++number) {
            (void)make_body(made, {.position = {0, scalar(0.5), static_cast<scalar>(number) * 20},
                                   .linear_velocity = {6, 0, 0},
                                   .shape = box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                   .material = material{.id = number % 2 == 0 ? rubber : 0},
                                   .key = entity_key{1 + number}})
                .value();
        }
        return made;
    }

    void expect_as_computed_again(timeline<world>& time) {
        world plain = scene();
        time::detail::journal_step<world> steps;
        for (const auto& each : time.known()->keyframes.frames()) {
            while (plain.frame() < each->frame) {
                steps.run(plain, time.journal());
            }
            ASSERT_EQ(each->state.hash(), plain.hash()) << "frame " << each->frame;
        }
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
        }
        ASSERT_EQ(time.world().hash(), plain.hash());
        ASSERT_EQ(time.hash(time.head()), plain.hash());
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(materials_in_time, a_pair_that_is_set_in_the_past_is_felt_by_all_and_can_be_undone) {
    timeline<world> time(scene(), {.frames_between_keyframes = 20});
    time.advance(150);
    const std::uint64_t before = time.hash(150);
    time.add(45, input::set_material_pair(ice, rubber, {.friction = scalar(0.9)}));
    EXPECT_FALSE(time.last_rewrite().was_local);
    EXPECT_NE(time.hash(150), before);
    expect_as_computed_again(time);
    time.add(90, input::remove_material_pair(ice, rubber));
    expect_as_computed_again(time);
    time.undo();
    time.undo();
    EXPECT_EQ(time.hash(150), before);
}

// The pairs as they were then, also for those who are computed alone.
TEST_F(materials_in_time, a_local_change_finds_the_pairs_of_its_time) {
    timeline<world> time(scene(), {.frames_between_keyframes = 20});
    time.add(30, input::set_material_pair(ice, rubber, {.friction = scalar(0.4)}));
    time.add(70, input::set_material_pair(ice, rubber, {.friction = 0}));
    time.advance(150);
    time.add(25, {.target = entity_key{3}, .kind = input_kind::impulse, .value = {4000, 0, 0}});
    EXPECT_TRUE(time.last_rewrite().was_local);
    expect_as_computed_again(time);
}

TEST_F(materials_in_time, a_branch_before_the_change_does_not_have_it) {
    timeline<world> time(scene(), {.frames_between_keyframes = 20});
    time.add(30, input::set_material_pair(ice, rubber, {.friction = scalar(0.7)}));
    time.advance(100);
    timeline<world> other = time.branch(20);
    EXPECT_EQ(material_table_of(other.world().registry()).find(ice, rubber)->friction, scalar(0.05));
    other.advance(30);
    EXPECT_EQ(material_table_of(other.world().registry()).find(ice, rubber)->friction, scalar(0.7));
    EXPECT_EQ(other.hash(50), time.hash(50));
}

} // namespace
} // namespace orrery::test
