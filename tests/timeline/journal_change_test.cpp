#include <orrery/timeline/journal.hpp>
#include <orrery/timeline/journal_change.hpp>

#include <gtest/gtest.h>

namespace orrery::time {
namespace {

[[nodiscard]] detail::journal_item item(std::uint32_t sequence, frame_range when) {
    return detail::item_of(journal_entry<int>{.id = {1, sequence}, .when = when, .input = 7});
}

TEST(journal_change, reversed_takes_out_what_it_puts_in) {
    const journal_change change{.removed = {item(0, {3, 4})}, .added = {item(1, {5, 9}), item(2, {6, 7})}};
    const journal_change back = change.reversed();
    ASSERT_EQ(back.removed.size(), 2U);
    ASSERT_EQ(back.added.size(), 1U);
    EXPECT_EQ(back.added[0].entry, change.removed[0].entry);
    EXPECT_EQ(back.removed[1].id, (entry_id{1, 2}));
    EXPECT_FALSE(change.is_empty());
    EXPECT_TRUE(journal_change{}.is_empty());
}

TEST(journal_change, begins_with_the_first_of_its_entries) {
    const journal_change change{.removed = {item(0, {3, 4})}, .added = {item(1, {5, 9})}};
    EXPECT_TRUE(change.begins_before(4));
    EXPECT_FALSE(change.begins_before(3));
    EXPECT_TRUE(change.reversed().begins_before(4));
}

} // namespace
} // namespace orrery::time
