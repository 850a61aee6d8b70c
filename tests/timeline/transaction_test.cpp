#include <orrery/timeline/transaction.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace orrery::time {
namespace {

using entry = journal_entry<int>;

TEST(transaction, reversed_undoes_it) {
    const entry stays{.id = {1, 0}, .when = {5, 6}, .input = 1};
    const entry goes{.id = {1, 1}, .when = {7, 9}, .input = 2};
    const entry comes{.id = {1, 2}, .when = {8, 9}, .input = 3};
    journal<int> before;
    before.add(stays);
    before.add(goes);
    const auto apply = [](journal<int> to, const transaction<int>& changes) {
        for (const entry& each : changes.removed) {
            EXPECT_TRUE(to.remove(each));
        }
        for (const entry& each : changes.added) {
            to.add(each);
        }
        return to;
    };
    const transaction<int> changes = transaction<int>{}.remove(goes).add(comes).move(stays, {50, 51});
    const journal<int> after = apply(before, changes);
    EXPECT_EQ(after.find(goes), nullptr);
    EXPECT_EQ(after.find({.id = {1, 0}, .when = {50, 51}})->input, 1);
    const journal<int> again = apply(after, changes.reversed());
    std::size_t differences = 0;
    before.each_difference(again, [&](const entry&, bool) { ++differences; });
    EXPECT_EQ(differences, 0U);
    EXPECT_TRUE(changes.begins_before(6));
    EXPECT_FALSE(changes.begins_before(5));
    EXPECT_FALSE(changes.is_empty());
    EXPECT_TRUE(transaction<int>{}.is_empty());
}

struct word {
    std::uint64_t number = 0;

    friend bool operator==(const word&, const word&) = default;
};

[[nodiscard]] std::uint64_t definition_id(const word& what) {
    return what.number;
}

TEST(transaction, keeps_its_definitions_when_it_is_reversed) {
    const entry comes{.id = {1, 2}, .when = {8, 9}, .input = 3};
    const auto changes = transaction<int, word>{}.define({5}).define({4}).add(comes);
    const journal_change made = change_of(changes);
    ASSERT_EQ(made.defined.size(), 2U);
    EXPECT_EQ(made.defined[0].id, 5U);
    EXPECT_EQ(detail::definition_in<word>(made.defined[1]), word{4});
    EXPECT_TRUE(changes.reversed().defined.empty());
    EXPECT_TRUE(made.reversed().defined.empty());
    const auto defines = transaction<int, word>{}.define({5});
    EXPECT_FALSE(defines.is_empty());
    EXPECT_FALSE(change_of(defines).is_empty());
    EXPECT_FALSE(change_of(defines).has_entries());
}

} // namespace
} // namespace orrery::time
