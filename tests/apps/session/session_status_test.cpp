// How a session stands, as pages are told.
#include "apps/json/json_value.hpp"
#include "apps/studio/session/session_status.hpp"

#include <gtest/gtest.h>

namespace orrery::studio {
namespace {

[[nodiscard]] settled_status two_branches() {
    return {.branch = 2,
            .tail = 3,
            .branches = {{.id = 1, .name = "main"},
                         {.id = 2, .name = "other", .parted = 40, .parent = 1, .is_ghost = true}},
            .bookmarks = {{.id = 5, .frame = 60, .name = "hit"}},
            .watchers = 4};
}

TEST(session_status, a_message_tells_what_is_settled_and_what_moves) {
    const auto told = json::parse(
        standing_message(two_branches(), {.head = 90, .goal = 100, .shown = 12.5, .heads = {80, 90}}),
        "message");
    ASSERT_TRUE(told) << told.reason().message;
    EXPECT_EQ(told->find("tell")->string(), "standing");
    EXPECT_EQ(told->find("branch")->number(), 2);
    EXPECT_EQ(told->find("head")->number(), 90);
    EXPECT_EQ(told->find("shown")->number(), 12.5);
    EXPECT_TRUE(told->find("compared")->is(json::kind::null));
    const auto& branches = told->find("branches")->items();
    ASSERT_EQ(branches.size(), 2U);
    EXPECT_TRUE(branches[0].find("parent")->is(json::kind::null));
    EXPECT_EQ(branches[0].find("head")->number(), 80);
    EXPECT_EQ(branches[1].find("parent")->number(), 1);
    EXPECT_TRUE(branches[1].find("isGhost")->boolean());
    EXPECT_EQ(told->find("bookmarks")->items()[0].find("frame")->number(), 60);
}

TEST(session_status, a_renamed_branch_or_a_moved_head_is_something_new) {
    settled_status renamed = two_branches();
    EXPECT_EQ(renamed, two_branches());
    renamed.branches[1].name = "renamed";
    EXPECT_NE(renamed, two_branches());
    EXPECT_NE((moving_status{.heads = {80, 90}}), (moving_status{.heads = {80, 91}}));
}

} // namespace
} // namespace orrery::studio
