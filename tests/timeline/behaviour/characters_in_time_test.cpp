// Somebody who walks, and a past in which things are otherwise.
#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

constexpr entity_key walker_key{10};
constexpr entity_key ceiling_key{20};

class characters_in_time : public testing::Test {
protected:
    // A step that somebody 1.8 m tall cannot climb for the ceiling above it, and crates far away.
    [[nodiscard]] rigid::world corridor() {
        rigid::world made(machine);
        const auto add_block = [&](vector3 low, vector3 high, entity_key key) {
            (void)make_body(made, {.kind = rigid::body_kind::fixed,
                                   .position = (low + high) / 2,
                                   .shape = rigid::box((high - low) / 2),
                                   .key = key})
                .value();
        };
        (void)make_body(made,
                        {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{1}})
            .value();
        add_block({2, 0, -2}, {8, scalar(0.25), 2}, entity_key{2});
        add_block({1, scalar(1.95), -2}, {8, scalar(2.2), 2}, ceiling_key);
        for (std::uint64_t number = 0; number < 8; ++number) {
            (void)make_body(made, {.position = {50, 3 + static_cast<scalar>(number) * 2, 0},
                                   .shape = rigid::box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                   .key = entity_key{100 + number}})
                .value();
        }
        (void)make_character(made, {.position = {0, scalar(0.9), 0}, .key = walker_key}).value();
        return made;
    }

    void expect_what_computing_everything_gives(timeline<rigid::world>& time) {
        rigid::world plain = corridor();
        time::detail::journal_step<rigid::world> steps;
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
        }
        EXPECT_EQ(plain.hash(), time.world().hash());
    }

    [[nodiscard]] static vector3 walker_in(timeline<rigid::world>& time) {
        const registry& state = time.world().registry();
        return state.get<rigid::position>(state.find(walker_key)).value;
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(characters_in_time, somebody_walks_the_other_way) {
    timeline<rigid::world> time(corridor());
    time.add(5, rigid::walk(walker_key, {3, 0, 0}));
    time.advance(90);
    EXPECT_NEAR(walker_in(time).x, 1.7, 0.02);
    time.add(30, rigid::walk(walker_key, {-3, 0, 1}, 4));
    time.advance(1);
    EXPECT_LT(walker_in(time).x, -0.5);
    expect_what_computing_everything_gives(time);
}

TEST_F(characters_in_time, somebody_feels_that_a_ceiling_was_taken_away_which_was_only_looked_at) {
    timeline<rigid::world> time(corridor());
    time.add(5, rigid::walk(walker_key, {3, 0, 0}));
    time.advance(90);
    ASSERT_NEAR(walker_in(time).x, 1.7, 0.02);
    time.add(60, rigid::input::destroy(ceiling_key));
    time.advance(1);
    EXPECT_GT(walker_in(time).x, 2.5);
    EXPECT_NEAR(walker_in(time).y, 1.15, 5e-3);
    expect_what_computing_everything_gives(time);
}

} // namespace
} // namespace orrery::test
