// The time database over hex worlds; what every world promises is in tests/conformance/.
#include "scenes/builders/hex_fields.hpp"
#include "tests/hex/small_world.hpp"

#include <orrery/hex/world.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/timeline/timeline.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::test {
namespace {

using hex_timeline = timeline<hex::world>;

class hex_time : public testing::Test {
protected:
    // A few rocks far from each other, so that what is done to one does not matter to the others.
    [[nodiscard]] hex::world lonely_fields() {
        scenes::hex_scene scene = scenes::asteroid_field({.count = 200, .spacing = 8000, .seed = 5});
        std::vector<hex::object_definition> all;
        for (std::int32_t field = 0; field < 6; ++field) {
            for (hex::object_definition each : scene.objects) {
                each.key = entity_key{static_cast<std::uint64_t>(each.key) +
                                      static_cast<std::uint64_t>(field) * 1000};
                each.position.a += field * 4'000'000;
                all.push_back(each);
            }
        }
        hex::rules open = *scene.rules;
        open.environment = {};
        hex::world world(machine, std::make_shared<const hex::rules>(open));
        EXPECT_TRUE(world.add(all).is_ok());
        return world;
    }

    // Everything that the timeline knows is what a world finds that is stepped from the first frame on.
    static void expect_truth(hex_timeline& time, hex::world plain) {
        time::detail::journal_step<hex::world> steps;
        const auto known = time.known();
        while (plain.frame() < time.head()) {
            steps.run(plain, time.journal());
            const auto view = known->seek(plain.frame());
            ASSERT_TRUE(view);
            ASSERT_EQ(view->size(), plain.current().count) << "in frame " << plain.frame();
            for (std::uint32_t index = 0; index < plain.current().count; ++index) {
                const entity_key key = plain.current().key_of(index);
                const auto place = std::ranges::lower_bound(view->keys(), key) - view->keys().begin();
                ASSERT_EQ(view->motions()[static_cast<std::size_t>(place)],
                          hex::to_recorded(plain.current().at(index), plain.frame(),
                                           plain.current().is_composite(index)))
                    << "frame " << plain.frame() << ", object " << static_cast<std::uint64_t>(key);
            }
        }
        EXPECT_EQ(plain.hash(), time.world().hash());
    }

    engine machine{{.thread_count = 1}};
};

TEST_F(hex_time, what_is_far_away_is_not_computed_again) {
    hex_timeline time(lonely_fields());
    time.advance(120);
    xoshiro256 dice(11);
    int local = 0;
    for (int round = 0; round < 8; ++round) {
        const std::uint64_t frame = uniform_below(dice, time.head());
        const auto target = entity_key{1 + uniform_below(dice, 200) + 1000 * uniform_below(dice, 6)};
        time.add(frame, {.target = target, .kind = hex::input_kind::push, .velocity = {500, -200}});
        local += time.last_rewrite().was_local ? 1 : 0;
    }
    EXPECT_GE(local, 6);
    expect_truth(time, lonely_fields());
}

// The input for the part came to nothing, because only those were computed again that the change was made to.
TEST_F(hex_time, an_input_acts_on_a_part_that_only_a_change_of_the_past_has_split_off) {
    const auto make = [&] {
        hex::world world(machine, hex::test::shared_small_rules());
        for (std::uint64_t key = 1; key < 9; ++key) {
            const hex_vector far_away{static_cast<std::int32_t>(key) * 400'000, 0};
            EXPECT_TRUE(world.add(hex::test::make(key, hex::test::rock, far_away, {}, hex::test::bar(5))));
        }
        return world;
    };
    const hex::input split{.target = entity_key{1}, .kind = hex::input_kind::remove_tile, .at = {2, 0}};
    hex::world halved = make();
    halved.step({&split, 1});
    entity_key part = entity_key::none;
    for (std::uint32_t index = 0; index < halved.current().count; ++index) {
        part = std::max(part, halved.current().key_of(index));
    }
    ASSERT_GT(part, entity_key{8});

    hex_timeline time(make());
    time.add(30, {.target = part, .kind = hex::input_kind::push, .velocity = {700, 0}});
    time.advance(100);
    time.add(0, split);
    EXPECT_TRUE(time.last_rewrite().was_local);
    expect_truth(time, make());
}

} // namespace
} // namespace orrery::test
