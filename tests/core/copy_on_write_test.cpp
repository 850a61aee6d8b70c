#include <orrery/build_settings.hpp>
#include <orrery/core/copy_on_write.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace orrery {
namespace {

using shared_list = copy_on_write<std::vector<int>>;

TEST(copy_on_write, copies_share_until_one_is_written) {
    shared_list mine = shared_list::make(std::vector{1, 2});
    const shared_list yours = mine;
    EXPECT_TRUE(mine.shares_with(yours));
    mine.write().push_back(3);
    EXPECT_FALSE(mine.shares_with(yours));
    EXPECT_EQ(*mine, (std::vector{1, 2, 3}));
    EXPECT_EQ(*yours, (std::vector{1, 2}));
}

TEST(copy_on_write, what_nobody_shares_is_written_where_it_is) {
    shared_list mine = shared_list::make(std::vector{1});
    const std::vector<int>* const place = mine.get();
    {
        const shared_list yours = mine;
    }
    mine.write().front() = 2;
    EXPECT_EQ(mine.get(), place);
    shared_list moved = std::move(mine);
    EXPECT_FALSE(mine); // NOLINT(bugprone-use-after-move): this is what is tested
    moved.write().front() = 3;
    EXPECT_EQ(moved.get(), place);
}

TEST(copy_on_write, assigning_to_itself_changes_nothing) {
    shared_list mine = shared_list::make(std::vector{1});
    const shared_list& same = mine;
    mine = same;
    EXPECT_EQ(mine->front(), 1);
    mine.reset();
    EXPECT_FALSE(mine);
    EXPECT_EQ(mine.get(), nullptr);
    EXPECT_DEATH((void)mine.write(), "no value");
}

struct counted {
    static inline int alive = 0;

    counted() { ++alive; }

    counted(const counted&) { ++alive; }

    counted& operator=(const counted&) = default;

    ~counted() { --alive; }
};

TEST(copy_on_write, a_value_goes_with_the_last_that_holds_it) {
    {
        auto mine = copy_on_write<counted>::make();
        auto yours = mine;
        EXPECT_EQ(counted::alive, 1);
        (void)yours.write();
        EXPECT_EQ(counted::alive, 2);
        yours = mine;
        EXPECT_EQ(counted::alive, 1);
    }
    EXPECT_EQ(counted::alive, 0);
}

class incomplete;

// As in the header of a world, which does not show what its snapshots share.
[[nodiscard]] copy_on_write<incomplete> copy_of(const copy_on_write<incomplete>& what) {
    return what;
}

TEST(copy_on_write, is_copied_where_its_type_is_incomplete) {
    EXPECT_FALSE(copy_of({}));
}

#if ORRERY_THREADS

// The thread sanitizer sees whether the readers' last reads happen before the write.
TEST(copy_on_write, readers_on_other_threads_never_see_a_write) {
    constexpr int rounds = 2000;
    shared_list mine = shared_list::make(std::vector(16, 0));
    for (int round = 1; round <= rounds; ++round) {
        std::jthread reader([theirs = mine, expected = round - 1]() mutable {
            for (const int each : *theirs) {
                ASSERT_EQ(each, expected);
            }
            theirs.reset();
        });
        for (int& each : mine.write()) {
            each = round;
        }
    }
}

#endif

} // namespace
} // namespace orrery
