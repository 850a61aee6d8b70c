#include <orrery/timeline/answer.hpp>

#include <gtest/gtest.h>

namespace orrery::time {
namespace {

TEST(answer, holds_a_value_if_it_was_read_or_computed) {
    const answer<int> read{.how = found::recorded, .value = 3};
    EXPECT_TRUE(read);
    EXPECT_EQ(*read, 3);
    EXPECT_TRUE((answer<int>{.how = found::computed, .value = 3}));
    for (const found how : {found::no_such_entity, found::beyond_head, found::before_tail}) {
        EXPECT_FALSE((answer<int>{.how = how, .value = 3}));
    }
    EXPECT_FALSE(answer<int>{});
}

} // namespace
} // namespace orrery::time
