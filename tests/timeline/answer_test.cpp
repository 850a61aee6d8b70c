#include <orrery/timeline/answer.hpp>

#include <gtest/gtest.h>

namespace orrery::time {
namespace {

TEST(answer, holds_a_value_if_it_was_read_or_computed) {
    const answer<int> read{found::recorded, 3};
    EXPECT_TRUE(read);
    EXPECT_EQ(*read, 3);
    EXPECT_TRUE((answer<int>{found::computed, 3}));
    for (const found how : {found::no_such_entity, found::beyond_head, found::before_tail}) {
        EXPECT_FALSE((answer<int>{how, 3}));
        EXPECT_FALSE(answer<int>{how});
        EXPECT_EQ(answer<int>{how}.how, how);
    }
}

TEST(answer, that_is_missing_has_no_value_to_read) {
    const answer<int> late{found::beyond_head, 3};
    EXPECT_DEATH((void)*late, "the frame is beyond the head");
    EXPECT_DEATH((void)late.value(), "the frame is beyond the head");
    EXPECT_DEATH((void)*answer<int>{found::no_such_entity}, "there is no such entity");
    EXPECT_DEATH((void)answer<int>{found::recorded}, "has a value");
}

} // namespace
} // namespace orrery::time
