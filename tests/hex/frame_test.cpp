#include "tests/core/allocation_count.hpp"
#include "tests/hex/small_world.hpp"

#include <orrery/hex/frame.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

namespace {

// Rocks in a row that bounce to and fro between two heavy ones, and pebbles.
void fill(small_world& at) {
    for (std::uint64_t key = 1; key <= 200; ++key) {
        const auto place = static_cast<std::int32_t>(key);
        at.add(make(key, key % 2 == 0 ? rock : pebble, {place * 1500, place % 7 * 300},
                    {place % 5 * 300 - 600, 0}, key % 2 == 0 ? bar(2) : std::vector<tile>()));
    }
}

} // namespace

TEST(hex_frame, a_snapshot_is_a_reference) {
    small_world at;
    fill(at);
    at.run(10);
    world_snapshot held;
    EXPECT_EQ(orrery::test::allocations_during([&] { held = at.world.snapshot(); }), 0u);
    EXPECT_EQ(&held.state(), &at.world.current());
}

TEST(hex_frame, a_world_that_runs_takes_no_memory) {
    small_world at;
    fill(at);
    at.run(300);
    EXPECT_EQ(orrery::test::allocations_during([&] { at.run(64); }), 0u);
}

TEST(hex_frame, records_of_this_tick_are_told_by_their_address) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(3)));
    at.add(make(2, rock, {90'000, 0}, {}, bar(4)));
    at.run(1);
    const auto is_new = [&](std::uint64_t key) {
        return at.world.current().has_new_record(at.world.find(entity_key{key}).value());
    };
    EXPECT_FALSE(is_new(1));
    const std::array<input, 1> blow{
        input{.target = entity_key{1}, .kind = input_kind::damage_tile, .at = {0, 0}, .amount = 1}};
    at.run(1, blow);
    EXPECT_TRUE(is_new(1));
    EXPECT_FALSE(is_new(2));
    at.run(1);
    EXPECT_FALSE(is_new(1));
}

TEST(hex_frame, worlds_that_went_on_from_one_frame_do_not_disturb_each_other) {
    small_world one;
    one.add(make(1, rock, {0, 0}, {}, bar(9)));
    one.run(1);
    small_world other(one.world.shared_rules());
    other.world.restore(one.world.snapshot());
    ASSERT_EQ(&one.world.current(), &other.world.current());
    for (std::int16_t tick = 0; tick < 8; ++tick) { // both write records to the same arena
        const auto blow = [&](std::int16_t at) {
            return std::array<input, 1>{
                input{.target = entity_key{1}, .kind = input_kind::remove_tile, .at = {at, 0}}};
        };
        one.run(1, blow(0));
        other.run(1, blow(static_cast<std::int16_t>(8 - tick)));
    }
    EXPECT_EQ(one.tiles_of(1).size(), 1u);
    EXPECT_EQ(other.tiles_of(1).size(), 1u);
    EXPECT_GT(one.at(1).place.position.a, 3000);
    EXPECT_LT(other.at(1).place.position.a, -3000);
}
