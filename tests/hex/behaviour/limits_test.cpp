// What a hex world does when there is no room: it refuses, sweeps out, or says what it has left out.
#include "tests/hex/small_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::hex;
using namespace orrery::hex::test;

TEST(hex_limits, objects_that_cannot_be_are_refused_and_the_world_is_as_it_was) {
    small_world at;
    at.add(make(1, rock, {0, 0}, {}, bar(1)));
    const std::uint64_t hash = at.world.hash();
    const auto message = [&](const object_definition& what) {
        const status answer = at.world.add(what);
        return answer.is_ok() ? std::string() : answer.reason().message;
    };
    EXPECT_EQ(message(make(1, pebble, {0, 0})), "there is already an object with the key 1");
    EXPECT_EQ(message(make(0, pebble, {0, 0})), "an object needs a key other than 0");
    EXPECT_EQ(message(make(2, 99, {0, 0})), "the type is 99, expected less than 7");
    EXPECT_NE(message(make(2, rock, {0, 0})), "");
    EXPECT_NE(message(make(2, rock, {0, 0}, {}, bar(65))), "");
    std::vector<tile> unknown = bar(2);
    unknown[1].type = 77;
    EXPECT_NE(message(make(2, rock, {0, 0}, {}, unknown)).find("77"), std::string::npos);
    std::vector<object_definition> many(70'000, make(0, rock, {0, 0}, {}, bar(1)));
    for (std::size_t number = 0; number < many.size(); ++number) {
        many[number].key = entity_key{number + 10};
    }
    const status answer = at.world.add(many);
    ASSERT_FALSE(answer.is_ok());
    EXPECT_EQ(answer.reason().message,
              "the world would have 70001 objects with extended data, and can have 65535");
    EXPECT_EQ(at.world.hash(), hash);
    EXPECT_EQ(at.world.current().count, 1u);
}

TEST(hex_limits, equal_composites_share_a_record) {
    small_world at;
    std::vector<object_definition> many;
    for (std::uint64_t key = 1; key <= 20'000; ++key) {
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 20'000, 0}, {},
                            bar(static_cast<std::int16_t>(1 + key % 5))));
    }
    ASSERT_TRUE(at.world.add(many).is_ok());
    EXPECT_LT(at.world.current().arena->used(), 100u);
}

TEST(hex_limits, composites_that_do_not_fit_into_the_arena_are_refused_with_the_limit) {
    small_world at;
    std::vector<object_definition> many;
    for (std::uint64_t key = 1; key <= 300; ++key) {
        // Big ones that all differ: 4 KB each.
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 50; ++i) {
                const bool is_marked = (key >> (i % 9) & 1) != 0;
                tiles.push_back({.at = {i, j}, .type = is_marked ? core : hull, .hit_points = 1});
            }
        }
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 200'000, 0}, {}, std::move(tiles)));
    }
    const status answer = at.world.add(many);
    ASSERT_FALSE(answer.is_ok());
    EXPECT_NE(answer.reason().message.find("1048560"), std::string::npos) << answer.reason().message;
    EXPECT_EQ(at.world.current().count, 0u);
    many.resize(200);
    EXPECT_TRUE(at.world.add(many).is_ok()) << "the attempt has cost nothing";
}

TEST(hex_limits, an_arena_full_of_old_records_is_swept_and_nothing_shows) {
    // A big composite that is damaged again and again fills the arena with records of the past.
    const auto play = [](bool goes_back) {
        small_world at;
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 40; ++i) {
                tiles.push_back({.at = {i, j}, .type = core, .hit_points = 9});
            }
        }
        at.add(make(1, rock, {0, 0}, {}, tiles));
        at.add(make(2, rock, {400'000, 0}, {20, 0}, bar(5)));
        bool has_collected = false;
        for (std::uint16_t tick = 0; tick < 900; ++tick) {
            const std::array<input, 1> blow{
                input{.target = entity_key{1},
                      .kind = input_kind::damage_tile,
                      .at = {static_cast<std::int16_t>(tick % 40), static_cast<std::int16_t>(tick / 40)},
                      .amount = 1}};
            const world_snapshot before = at.world.snapshot();
            at.world.step(blow);
            if (goes_back) { // so that the arena fills at other times
                at.world.restore(before);
                at.world.step(blow);
            }
            has_collected |= at.world.statistics().has_collected;
        }
        EXPECT_TRUE(has_collected);
        EXPECT_EQ(at.tiles_of(2).size(), 5u);
        return at.world.hash();
    };
    EXPECT_EQ(play(false), play(true));
}

TEST(hex_limits, says_what_there_is_no_room_for_and_goes_on) {
    small_world at;
    std::vector<object_definition> many;
    constexpr std::uint32_t count = 240;
    for (std::uint64_t key = 1; key <= count; ++key) {
        std::vector<tile> tiles;
        for (std::int16_t j = 0; j < 40; ++j) {
            for (std::int16_t i = 0; i < 49; ++i) {
                const bool is_marked = (key >> (i % 9) & 1) != 0;
                tiles.push_back({.at = {i, j}, .type = is_marked ? core : hull, .hit_points = 1});
            }
        }
        many.push_back(make(key, rock, {static_cast<std::int32_t>(key) * 200'000, 0}, {}, std::move(tiles)));
    }
    ASSERT_TRUE(at.world.add(many).is_ok());
    ASSERT_GT(at.world.current().arena->free(), at.world.current().composite(0).header().grains);
    std::vector<input> blows;
    for (std::uint64_t key = 1; key <= count; ++key) {
        blows.push_back(
            {.target = entity_key{key}, .kind = input_kind::damage_tile, .at = {3, 3}, .amount = 1});
    }
    at.world.step(blows);
    const std::vector<event> left_out = at.events(event_kind::overfull);
    EXPECT_FALSE(left_out.empty());
    EXPECT_LT(left_out.size(), count);
    EXPECT_EQ(at.world.current().count, count);
    for (const event& each : left_out) {
        EXPECT_EQ(at.tiles_of(static_cast<std::uint64_t>(each.key_a)).size(), 40u * 49);
    }
    at.run(10);
}
