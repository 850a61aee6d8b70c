#include <orrery/math/random_values.hpp>
#include <orrery/timeline/journal.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
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
    EXPECT_TRUE(rc::check([](std::uint64_t seed) {
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

} // namespace
} // namespace orrery::time
