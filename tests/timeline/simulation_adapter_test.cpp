#include "tests/timeline/toy_timeline.hpp"

#include <orrery/timeline/simulation_adapter.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace orrery::test {
namespace {

using toy_adapter = time::simulation_adapter<toy_world>;

[[nodiscard]] time::detail::journal_item toy_item(const toy_input& input) {
    return time::detail::item_of(time::journal_entry<toy_input>{.when = {0, 1}, .input = input});
}

TEST(simulation_adapter, steps_and_goes_back_as_the_world_does) {
    xoshiro256 dice(1);
    toy_world plain = random_scene(dice, true);
    toy_adapter adapted(plain);
    std::vector<time::detail::frame_state> states;
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 40; ++frame) {
        states.push_back(adapted.snapshot());
        hashes.push_back(adapted.hash());
        ASSERT_EQ(plain.hash(), adapted.hash());
        ASSERT_EQ(states.back()->frame, plain.frame());
        ASSERT_EQ(adapted.hash_of(states.back()), plain.hash());
        const toy_input input = random_input(dice);
        plain.step(std::array{input});
        adapted.step(std::array{toy_item(input)});
    }
    adapted.restore(states[10]);
    EXPECT_EQ(adapted.frame(), 10U);
    EXPECT_EQ(adapted.hash(), hashes[10]);
}

TEST(simulation_adapter, tells_what_the_world_tells_of_a_frame) {
    xoshiro256 dice(2);
    toy_world plain = random_scene(dice, true);
    toy_adapter adapted(plain);
    frame_record<toy_world> record;
    time::detail::recorded_frame told;
    std::size_t events = 0;
    for (int frame = 0; frame < 60; ++frame) {
        const toy_input input = random_input(dice);
        plain.step(std::array{input});
        adapted.step(std::array{toy_item(input)});
        plain.record(record);
        adapted.record(record_extent::changes, told);
        ASSERT_EQ(told.frame, record.frame);
        ASSERT_EQ(told.moved, record.moved);
        ASSERT_EQ(told.who->keys, record.who->keys);
        ASSERT_EQ(told.motions.size(), record.motions.size() * sizeof(toy_motion));
        ASSERT_EQ(std::memcmp(told.motions.data(), record.motions.data(), told.motions.size()), 0);
        ASSERT_EQ(told.events.size(), record.events.size());
        ASSERT_EQ(told.event_payloads.size(), record.events.size() * adapted.event_payload_bytes());
        ASSERT_EQ(told.departed.size(), record.departed.size());
        for (std::size_t index = 0; index < record.events.size(); ++index) {
            ASSERT_EQ(told.events[index].a, record.events[index].key_a);
            ASSERT_EQ(told.events[index].frame, record.frame);
        }
        events += record.events.size();
    }
    EXPECT_GT(events, 10U);
}

TEST(simulation_adapter, takes_parts_out_and_puts_them_in) {
    xoshiro256 dice(3);
    const toy_adapter adapted(random_scene(dice, false));
    ASSERT_TRUE(adapted.is_divisible());
    const std::vector<entity_key> keys{entity_key{2}, entity_key{3}};
    const auto whole = adapted.snapshot();
    const auto part = adapted.extract_part(whole, keys);
    EXPECT_EQ(toy_adapter::state_of(part).state().bodies.size(), 2U);
    EXPECT_EQ(adapted.hash_of(adapted.insert_part(whole, keys, part)), adapted.hash_of(whole));
}

TEST(simulation_adapter, says_what_an_input_means) {
    const toy_adapter adapted(toy_world{});
    const auto push = toy_item({.target = entity_key{4}});
    EXPECT_TRUE(adapted.check_input(push));
    EXPECT_EQ(adapted.keys_of(push)[0], entity_key{4});
    EXPECT_FALSE(adapted.concerns_all(push));
    EXPECT_FALSE(adapted.check_input(toy_item({.kind = static_cast<toy_input_kind>(99)})));
    const auto renamed = adapted.renamed(push, {7, 8});
    EXPECT_EQ(renamed.id, (time::entry_id{7, 8}));
    EXPECT_FALSE(adapted.journal_equality()(push.entry.get(), renamed.entry.get()));
    EXPECT_TRUE(adapted.journal_equality()(renamed.entry.get(), adapted.renamed(push, {7, 8}).entry.get()));
}

} // namespace
} // namespace orrery::test
