#include "tests/circles/small_world.hpp"
#include "tests/core/allocation_count.hpp"

#include <orrery/circles/frame.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

TEST(circles_frame, a_snapshot_is_a_reference) {
    crowded at(1);
    at.run(10);
    world_snapshot held;
    EXPECT_EQ(orrery::test::allocations_during([&] { held = at.world.snapshot(); }), 0u);
    EXPECT_EQ(&held.state(), &at.world.current());
    EXPECT_EQ(held.rules(), at.world.shared_rules());
    small_world other(crowd_rules());
    other.world.restore(held);
    EXPECT_EQ(&other.world.current(), &at.world.current());
}

TEST(circles_frame, a_world_that_runs_takes_no_memory) {
    crowded at(1);
    const std::array<input, 2> pushes{
        input{.target = entity_key{3}, .kind = input_kind::push, .velocity = {3, 30}},
        input{.target = entity_key{9}, .kind = input_kind::place, .position = {40, 75}}};
    const auto run = [&] {
        for (int update = 0; update < 300; ++update) {
            const world_snapshot held = at.world.snapshot();
            at.world.step(update % 8 == 0 ? std::span<const input>(pushes) : std::span<const input>());
        }
    };
    at.run(100);
    const world_snapshot start = at.world.snapshot();
    run();
    at.world.restore(start);
    EXPECT_EQ(orrery::test::allocations_during(run), 0u);
}

TEST(circles_frame, shares_its_roster_until_somebody_comes_goes_or_changes) {
    crowded at(1);
    const std::shared_ptr<const roster> first = at.world.current().roster;
    const std::array<input, 1> push{input{.target = entity_key{3}, .kind = input_kind::push}};
    at.run(3, push);
    EXPECT_EQ(at.world.current().roster, first);
    const std::array<input, 1> become{input{.target = entity_key{3}, .kind = input_kind::become}};
    at.run(1, become);
    EXPECT_NE(at.world.current().roster, first);
    EXPECT_EQ(at.world.current().roster->keys, first->keys);
}

TEST(circles_frame, a_hash_tells_any_difference) {
    crowded at(1);
    const world_snapshot whole = at.world.snapshot();
    const auto hash_with = [&](auto change) {
        auto what = std::make_shared<frame>(whole.state());
        auto who = std::make_shared<roster>(*whole.state().roster);
        what->contacts = {{.a = 1, .b = 2, .normal_impulse = 3}};
        change(*what, *who);
        what->roster = who;
        return world_snapshot(what, whole.terrain()).hash();
    };
    const std::uint64_t before = hash_with([](frame&, roster&) {});
    EXPECT_NE(hash_with([](frame& what, roster&) { ++what.number; }), before);
    EXPECT_NE(hash_with([](frame& what, roster&) { what.motions[7].spin += 1; }), before);
    EXPECT_NE(hash_with([](frame& what, roster&) { what.contacts[0].normal_impulse = 4; }), before);
    EXPECT_NE(hash_with([](frame& what, roster&) { what.contacts.clear(); }), before);
    EXPECT_NE(hash_with([](frame&, roster& who) { who.forms[8].user_data = 4; }), before);
    EXPECT_NE(hash_with([](frame&, roster& who) { who.keys.back() = entity_key{1u << 20}; }), before);
}

TEST(circles_frame, outlives_its_world) {
    world_snapshot held;
    std::uint64_t hash = 0;
    {
        crowded at(1);
        at.run(20);
        held = at.world.snapshot();
        hash = held.hash();
    }
    EXPECT_EQ(held.hash(), hash);
    EXPECT_EQ(held.rules()->walls.size(), 3u);
}
