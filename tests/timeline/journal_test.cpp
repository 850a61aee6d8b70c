#include "tests/core/property.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/timeline/journal.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time {
namespace {

using entry = journal_entry<int>;

[[nodiscard]] entry random_entry(xoshiro256& dice) {
    const std::uint64_t first = uniform_below(dice, 400);
    return {.id = {static_cast<std::uint32_t>(uniform_below(dice, 3)),
                   static_cast<std::uint32_t>(uniform_below(dice, 1000))},
            .when = {first, first + 1 + uniform_below(dice, 100)},
            .input = static_cast<int>(uniform_below(dice, 10))};
}

[[nodiscard]] bool have_one_name(const entry& a, const entry& b) {
    return a.id == b.id && a.when.first == b.when.first;
}

// By a list that is searched from end to end.
[[nodiscard]] std::vector<entry> inputs_at(const std::vector<entry>& all, std::uint64_t frame) {
    std::vector<entry> found;
    std::ranges::copy_if(all, std::back_inserter(found),
                         [=](const entry& each) { return each.when.contains(frame); });
    const auto name_of = [](const entry& each) { return std::pair(each.id, each.when.first); };
    std::ranges::sort(found, {}, name_of); // total order: names differ
    return found;
}

void expect_equal(const journal<int>& mine, const std::vector<entry>& all, std::uint64_t from = 0) {
    ASSERT_EQ(mine.size(), all.size());
    std::vector<entry> found;
    for (std::uint64_t frame = from; frame < 510; frame += 7) {
        mine.inputs_at(frame, found);
        ASSERT_EQ(found, inputs_at(all, frame)) << "frame " << frame;
    }
}

TEST(journal, holds_what_a_plain_list_holds_and_copies_stay_as_they_were) {
    EXPECT_TRUE(property::holds([] {
        const auto seed = property::any<std::uint64_t>();
        xoshiro256 dice(seed);
        journal<int> mine;
        std::vector<entry> all;
        journal<int> kept;
        std::vector<entry> all_kept;
        for (int round = 0; round < 60; ++round) {
            if (!all.empty() && uniform_below(dice, 3) == 0) {
                const auto gone = all.begin() + static_cast<std::ptrdiff_t>(uniform_below(dice, all.size()));
                ASSERT_TRUE(mine.remove(*gone));
                ASSERT_FALSE(mine.remove(*gone));
                all.erase(gone);
            } else {
                const entry next = random_entry(dice);
                const bool is_new =
                    std::ranges::none_of(all, [&](const entry& each) { return have_one_name(each, next); });
                ASSERT_EQ(mine.find(next) == nullptr, is_new);
                if (is_new) {
                    mine.add(next);
                    all.push_back(next);
                }
            }
            if (round == 30) {
                kept = mine;
                all_kept = all;
            }
        }
        ASSERT_NO_FATAL_FAILURE(expect_equal(mine, all));
        ASSERT_NO_FATAL_FAILURE(expect_equal(kept, all_kept));
        std::size_t differences = 0;
        mine.each_difference(kept, [&](const entry& what, bool is_mine) {
            const auto is_in = [&](const std::vector<entry>& list) {
                return std::ranges::find(list, what) != list.end();
            };
            ASSERT_EQ(is_in(all), is_mine);
            ASSERT_EQ(is_in(all_kept), !is_mine);
            ++differences;
        });
        const auto missing = [](const std::vector<entry>& from, const std::vector<entry>& in) {
            return static_cast<std::size_t>(std::ranges::count_if(
                from, [&](const entry& each) { return std::ranges::find(in, each) == in.end(); }));
        };
        ASSERT_EQ(differences, missing(all, all_kept) + missing(all_kept, all));
        const std::uint64_t border = uniform_below(dice, 500);
        mine.forget_before(border);
        std::erase_if(all, [=](const entry& each) { return each.when.end <= border; });
        ASSERT_NO_FATAL_FAILURE(expect_equal(mine, all, border));
    }));
}

TEST(journal, an_entry_for_a_far_frame_takes_no_room_for_those_before) {
    journal<int> mine;
    const std::uint64_t far = std::uint64_t{1} << 60;
    mine.add({.id = {0, 0}, .when = {far, far + 1}, .input = 3});
    std::vector<entry> found;
    mine.inputs_at(far, found);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().input, 3);
}

using detail::definition_item;
using detail::definition_list;
using detail::journal_log;

[[nodiscard]] definition_item definition(std::uint64_t id, int content = 0) {
    return {id, std::make_shared<const int>(content)};
}

[[nodiscard]] std::vector<std::uint64_t> ids_of(const definition_list& list) {
    std::vector<std::uint64_t> ids;
    for (const definition_item& each : list.items()) {
        ids.push_back(each.id);
    }
    return ids;
}

TEST(journal_definitions, keeps_the_order_of_arrival_and_finds_by_id) {
    definition_list list;
    for (const std::uint64_t id : {50U, 3U, 900U, 7U}) {
        EXPECT_EQ(list.find(id), nullptr);
        EXPECT_TRUE(list.add(definition(id)));
        ASSERT_NE(list.find(id), nullptr);
        EXPECT_EQ(list.find(id)->id, id);
    }
    EXPECT_EQ(ids_of(list), (std::vector<std::uint64_t>{50, 3, 900, 7}));
    EXPECT_EQ(list.find(8), nullptr);
    EXPECT_EQ(list.find(901), nullptr);
}

TEST(journal_definitions, takes_each_id_once) {
    definition_list list;
    ASSERT_TRUE(list.add(definition(5, 1)));
    EXPECT_FALSE(list.add(definition(5, 2)));
    EXPECT_EQ(*static_cast<const int*>(list.find(5)->content.get()), 1);
    EXPECT_EQ(list.size(), 1U);
}

TEST(journal_definitions, shares_what_there_is_until_one_copy_grows) {
    definition_list one;
    one.add(definition(5));
    definition_list other = one;
    EXPECT_EQ(one.items().data(), other.items().data());
    EXPECT_FALSE(other.add(definition(5)));
    EXPECT_EQ(one.items().data(), other.items().data());
    EXPECT_TRUE(other.add(definition(6)));
    EXPECT_EQ(ids_of(one), (std::vector<std::uint64_t>{5}));
    EXPECT_EQ(ids_of(other), (std::vector<std::uint64_t>{5, 6}));
}

TEST(journal_definitions, is_equal_to_one_with_the_same_ids_in_another_order) {
    definition_list one;
    definition_list other;
    for (const std::uint64_t id : {1U, 2U, 3U}) {
        one.add(definition(id));
        other.add(definition(4 - id));
    }
    EXPECT_TRUE(one == other);
    one.add(definition(9));
    EXPECT_FALSE(one == other);
    EXPECT_TRUE(one.has_all(other));
    EXPECT_FALSE(other.has_all(one));
    other.add_all(one);
    EXPECT_TRUE(one == other);
    EXPECT_EQ(ids_of(other), (std::vector<std::uint64_t>{3, 2, 1, 9}));
}

TEST(journal, tells_which_definitions_only_one_of_two_has) {
    journal_log other(&detail::are_equal_entries<int>);
    journal_log own(&detail::are_equal_entries<int>);
    for (const int number : {1, 2, 3}) {
        own.define(definition(static_cast<std::uint64_t>(number), number));
        other.define(definition(static_cast<std::uint64_t>(number + 1), number + 1));
    }
    std::vector<std::pair<int, bool>> told;
    const auto note = [&](int content, bool is_mine) { told.emplace_back(content, is_mine); };
    journal<int>(own).each_definition_difference<int>(journal<int>(other), note);
    EXPECT_EQ(told, (std::vector<std::pair<int, bool>>{{1, true}, {4, false}}));
}

TEST(journal, keeps_its_definitions_when_it_forgets_entries) {
    journal_log log(&detail::are_equal_entries<int>);
    log.define(definition(4));
    log.add(detail::item_of(journal_entry<int>{.id = {1, 1}, .when = {3, 4}, .input = 7}));
    log.forget_before(100);
    EXPECT_EQ(log.size(), 0U);
    EXPECT_EQ(log.definitions().size(), 1U);
}

} // namespace
} // namespace orrery::time
