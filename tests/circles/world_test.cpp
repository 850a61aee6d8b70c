#include "tests/circles/small_world.hpp"

#include <orrery/circles/world.hpp>
#include <orrery/simulation/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace orrery;
using namespace orrery::circles;
using namespace orrery::circles::test;

static_assert(divisible_simulation<world>);

namespace {

std::string add_error(world& to, std::span<const circle_definition> all) {
    const status answer = to.add(all);
    return answer.is_ok() ? std::string() : answer.reason().message;
}

std::vector<entity_key> keys_in(const world& what) {
    return what.current().roster->keys;
}

} // namespace

TEST(circles_world, a_fork_shares_the_walls) {
    crowded at(3);
    engine other_machine({.thread_count = 1});
    const world other = at.world.fork(other_machine);
    EXPECT_EQ(other.snapshot().terrain(), at.world.snapshot().terrain()) << "walls are sorted once";
}

TEST(circles_world, the_order_of_additions_means_nothing) {
    std::vector<circle_definition> all = crowd(5);
    small_world forwards(crowd_rules());
    forwards.add(all);
    std::ranges::reverse(all);
    small_world backwards(crowd_rules());
    backwards.add(all);
    small_world one_by_one(crowd_rules());
    for (const circle_definition& each : all) {
        one_by_one.add(each);
    }
    for (int update = 0; update < 60; ++update) {
        forwards.world.step();
        backwards.world.step();
        one_by_one.world.step();
        ASSERT_EQ(forwards.world.hash(), backwards.world.hash()) << "in update " << update;
        ASSERT_EQ(forwards.world.hash(), one_by_one.world.hash());
    }
}

TEST(circles_world, additions_are_all_made_or_none_and_the_reason_is_one_sentence) {
    small_world at;
    at.add(make(5, {0, 0}));
    const std::uint64_t hash = at.world.hash();
    const std::array taken{make(1, {9, 9}), make(5, {5, 5})};
    EXPECT_EQ(add_error(at.world, taken), "circle 1: there is already a circle with the key 5");
    const std::array twice{make(1, {9, 9}), make(1, {5, 5})};
    EXPECT_EQ(add_error(at.world, twice), "circle 1: there is already a circle with the key 1");
    const std::array nameless{make(0, {0, 0})};
    EXPECT_EQ(add_error(at.world, nameless), "a circle needs a key other than 0");
    const std::array wrong{make(1, {0, 0}, {}, -1)};
    EXPECT_NE(add_error(at.world, wrong).find("radius is -1, expected "), std::string::npos);
    EXPECT_EQ(at.world.hash(), hash);
    EXPECT_EQ(at.world.current().size(), 1u);
}

TEST(circles_world, a_hundred_thousand_circles_are_added_in_one_go) {
    constexpr std::uint64_t count = 1 << 17;
    std::vector<circle_definition> all;
    for (std::uint64_t key = count; key > 0; --key) {
        all.push_back(make(key, {static_cast<scalar>(key % 512) * 2, static_cast<scalar>(key / 512) * 2}));
    }
    small_world at;
    at.add(all);
    ASSERT_EQ(at.world.current().size(), count);
    EXPECT_TRUE(std::ranges::is_sorted(keys_in(at.world)));
    EXPECT_EQ(at.at(1000).position, (vector2{(1000 % 512) * 2, (1000 / 512) * 2}));
}

TEST(circles_world, who_is_removed_leaves_all_others_as_they_were) {
    crowded at(4);
    at.run(100);
    const frame before = at.world.current();
    EXPECT_TRUE(at.world.remove(entity_key{60}));
    EXPECT_FALSE(at.world.remove(entity_key{60}));
    EXPECT_FALSE(at.has(60));
    EXPECT_EQ(at.world.frame(), 100u);
    for (std::uint64_t key = 1; key <= before.size(); ++key) {
        if (key != 60) {
            EXPECT_EQ(at.at(key), before.motions[key - 1]);
        }
    }
    const auto is_of_60 = [](const contact& each) { return each.a == 59 || each.b == 59; };
    const auto lost = std::ranges::count_if(before.contacts, is_of_60);
    EXPECT_EQ(at.world.current().contacts.size() + static_cast<std::size_t>(lost), before.contacts.size());
    at.add(make(60, {40, 75}));
    at.run(10);
    EXPECT_TRUE(at.has(60));
}

TEST(circles_world, inputs_do_what_they_say) {
    rules by;
    by.time_step = scalar(0.5);
    by.blueprints = {{"small", {.radius = scalar(0.25)}}, {"large", {.radius = 2, .mass = 7}}};
    small_world at(by);
    at.add(make(1, {0, 0}, {1, 0}));
    at.add(make(2, {10, 0}, {1, 1}));
    at.add(make(3, {20, 0}));
    at.add(make(4, {30, 0}));
    const std::array<input, 7> all{
        input{.target = entity_key{1}, .kind = input_kind::push, .velocity = {1, 4}, .spin = 2},
        input{.target = entity_key{2}, .kind = input_kind::launch, .velocity = {0, -2}, .spin = 1},
        input{.target = entity_key{3}, .kind = input_kind::place, .position = {50, 60}, .angle = 7},
        input{.target = entity_key{4}, .kind = input_kind::become, .subject = 1},
        input{.target = entity_key{9},
              .kind = input_kind::create,
              .position = {-9, 0},
              .velocity = {0, 8},
              .angle = 1,
              .subject = 0},
        input{.target = entity_key{9}, .kind = input_kind::push, .velocity = {2, 0}},
        input{.target = entity_key{8}, .kind = input_kind::create, .position = {-90, 0}, .subject = 1}};
    at.run(1, all);
    EXPECT_TRUE(at.events(event_kind::refused).empty());
    EXPECT_EQ(at.events(event_kind::created).size(), 2u);
    EXPECT_EQ(at.at(1).position, (vector2{1, 2}));
    EXPECT_EQ(at.at(1).spin, 2);
    EXPECT_EQ(at.at(2).position, (vector2{10, -1}));
    EXPECT_EQ(at.at(2).angle, scalar(0.5));
    EXPECT_EQ(at.at(3).position, (vector2{50, 60}));
    EXPECT_NEAR(at.at(3).angle, 7 - 6.2831853, 1e-5);
    EXPECT_EQ(at.form_of(4).mass, 7);
    EXPECT_EQ(at.at(9).position, (vector2{-8, 4}));
    EXPECT_EQ(at.form_of(9).radius, scalar(0.25));
    EXPECT_EQ(keys_in(at.world), (std::vector{entity_key{1}, entity_key{2}, entity_key{3}, entity_key{4},
                                              entity_key{8}, entity_key{9}}));
    const std::array<input, 2> end{input{.target = entity_key{2}, .kind = input_kind::destroy},
                                   input{.target = entity_key{8}, .kind = input_kind::destroy}};
    at.run(1, end);
    EXPECT_EQ(at.events(event_kind::destroyed).size(), 2u);
    EXPECT_EQ(at.world.current().size(), 4u);
    EXPECT_EQ(at.at(9).position, (vector2{-7, 8})) << "who stays goes on";
}

TEST(circles_world, inputs_that_are_not_possible_are_refused_and_change_nothing) {
    constexpr scalar infinity = std::numeric_limits<scalar>::infinity();
    constexpr scalar no_number = std::numeric_limits<scalar>::quiet_NaN();
    small_world at(crowd_rules());
    at.add(make(1, {40, 50}));
    small_world same(crowd_rules());
    same.world.restore(at.world.snapshot());
    const std::array<input, 12> wrong{
        input{.target = entity_key{9}, .kind = input_kind::push, .velocity = {1, 1}},
        input{.target = entity_key{9}, .kind = input_kind::destroy},
        input{.target = entity_key{1}, .kind = input_kind::push, .velocity = {infinity, 0}},
        input{.target = entity_key{1}, .kind = input_kind::launch, .spin = no_number},
        input{.target = entity_key{1}, .kind = input_kind::launch, .velocity = {0, 2 * max_velocity}},
        input{.target = entity_key{1}, .kind = input_kind::place, .position = {0, -2 * max_position}},
        input{.target = entity_key{1}, .kind = input_kind::place, .angle = infinity},
        input{.target = entity_key{1}, .kind = input_kind::create},
        input{.target = entity_key{3}, .kind = input_kind::create, .subject = 2},
        input{.target = entity_key::none, .kind = input_kind::create},
        input{.target = entity_key{1}, .kind = input_kind::become, .subject = ~std::uint64_t{0}},
        input{.target = entity_key{1}, .kind = input_kind{input_kind_count}}};
    at.world.step(wrong);
    same.world.step();
    EXPECT_EQ(at.events(event_kind::refused).size(), wrong.size());
    EXPECT_EQ(at.world.hash(), same.world.hash());
}

TEST(circles_world, a_key_is_free_again_in_the_update_after_its_end) {
    small_world at(crowd_rules());
    at.add(make(1, {40, 50}));
    const std::array<input, 3> all{input{.target = entity_key{1}, .kind = input_kind::destroy},
                                   input{.target = entity_key{1}, .kind = input_kind::create},
                                   input{.target = entity_key{1}, .kind = input_kind::push}};
    at.run(1, all);
    EXPECT_EQ(at.events(event_kind::refused).size(), 2u);
    EXPECT_FALSE(at.has(1));
    at.run(1, std::span(all).subspan(1, 1));
    EXPECT_TRUE(at.has(1));
}

TEST(circles_world, who_is_created_and_destroyed_in_one_update_was_never_there) {
    small_world at(crowd_rules());
    const std::array<input, 2> all{input{.target = entity_key{1}, .kind = input_kind::create},
                                   input{.target = entity_key{1}, .kind = input_kind::destroy}};
    at.run(1, all);
    ASSERT_EQ(at.world.events().size(), 2u);
    EXPECT_EQ(at.world.events()[0].kind, event_kind::created);
    EXPECT_EQ(at.world.events()[1].kind, event_kind::destroyed);
    EXPECT_EQ(at.world.current().size(), 0u);
}

TEST(circles_world, goes_on_when_the_last_one_has_left) {
    small_world at(crowd_rules());
    at.run(1);
    at.add(make(1, {40, 50}));
    at.run(1);
    at.world.remove(entity_key{1});
    at.run(2);
    EXPECT_EQ(at.world.frame(), 4u);
    EXPECT_EQ(at.world.islands().size(), 0u);
}

TEST(circles_world, listeners_hear_every_event_when_the_frame_is_complete) {
    crowded at(6);
    std::vector<event> heard;
    const connection listening = at.world.on_event().connect([&](const event& each) {
        heard.push_back(each);
        EXPECT_EQ(at.world.frame(), 1u);
        at.world.remove(each.key_a); // what a game does with what was hit
    });
    const std::array<input, 2> all{input{.target = entity_key{7}, .kind = input_kind::destroy},
                                   input{.target = entity_key{1000}, .kind = input_kind::create}};
    at.run(1, all);
    EXPECT_GE(heard.size(), 2u);
    EXPECT_TRUE(std::ranges::equal(heard, at.world.events()));
    EXPECT_FALSE(at.has(1000));
}

TEST(circles_world, a_world_that_was_moved_goes_on) {
    crowded at(7);
    small_world same(crowd_rules());
    same.world.restore(at.world.snapshot());
    world moved = std::move(at.world);
    moved.step();
    same.world.step();
    EXPECT_EQ(moved.hash(), same.world.hash());
    at.world = std::move(moved);
    EXPECT_EQ(at.world.frame(), 1u);
}

namespace {

// What a world has to say.
struct told {
    std::vector<std::string> all;

    static void note(void* context, const log_message& message) {
        EXPECT_EQ(message.category, "circles");
        static_cast<told*>(context)->all.emplace_back(message.text);
    }
};

} // namespace

TEST(circles_world, tells_once_that_circles_are_larger_or_faster_than_it_is_made_for) {
    told messages;
    engine machine({.thread_count = 1, .sink = {told::note, &messages}});
    world at(machine, std::make_shared<const rules>());
    ASSERT_TRUE(at.add(make(1, {0, 0}, {59, 0})).is_ok());
    ASSERT_TRUE(at.add(make(2, {0, 90}, {}, 2)).is_ok());
    for (int update = 0; update < 3; ++update) {
        at.step();
    }
    EXPECT_TRUE(messages.all.empty());
    ASSERT_TRUE(at.add(make(3, {0, 50}, {-70, 0}, scalar(0.45))).is_ok());
    for (int update = 0; update < 3; ++update) {
        at.step();
    }
    ASSERT_EQ(messages.all.size(), 2u);
    EXPECT_EQ(messages.all[0], "updates take longer with circles that go farther than their diameter in an "
                               "update, as 1 of 3 do");
    EXPECT_EQ(messages.all[1], "updates take longer with circles more than 4 times as large as others, as "
                               "those with a radius of 2 and 0.45");
    at.fork(machine).step();
    EXPECT_EQ(messages.all.size(), 2u) << "forks do not repeat it";
}
