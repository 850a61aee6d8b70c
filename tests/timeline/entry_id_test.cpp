#include <orrery/timeline/entry_id.hpp>

#include <gtest/gtest.h>

namespace {

using orrery::time::entry_id;

TEST(entry_id, orders_by_author_and_then_by_number) {
    EXPECT_LT((entry_id{1, 9}), (entry_id{2, 0}));
    EXPECT_LT((entry_id{2, 0}), (entry_id{2, 1}));
    EXPECT_EQ((entry_id{2, 1}), (entry_id{2, 1}));
    EXPECT_NE((entry_id{2, 1}), (entry_id{1, 1}));
}

} // namespace
