#include <orrery/spatial/pair_list.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial {
namespace {

TEST(pair_list, names_the_smaller_index_first) {
    EXPECT_EQ(ordered_pair(3, 5), (index_pair{3, 5}));
    EXPECT_EQ(ordered_pair(5, 3), (index_pair{3, 5}));
}

TEST(pair_buffer, keeps_all_pairs_while_it_grows) {
    pair_buffer buffer;
    EXPECT_TRUE(buffer.empty());
    for (std::uint32_t count = 0; count < 1000; ++count) {
        buffer.push_back({count, count + 1});
    }
    ASSERT_EQ(buffer.size(), 1000u);
    for (std::uint32_t count = 0; count < 1000; ++count) {
        EXPECT_EQ(buffer.pairs()[count], (index_pair{count, count + 1}));
    }
}

TEST(pair_buffer, counts_of_the_room_it_gives_only_what_was_written) {
    pair_buffer buffer;
    buffer.push_back({1, 2});
    index_pair* end = buffer.room(500);
    *end++ = {3, 4};
    *end++ = {5, 6};
    EXPECT_EQ(buffer.size(), 1u);
    buffer.grow_to(end);
    ASSERT_EQ(buffer.size(), 3u);
    EXPECT_EQ(buffer.pairs()[0], (index_pair{1, 2}));
    EXPECT_EQ(buffer.pairs()[2], (index_pair{5, 6}));
}

TEST(pair_buffer, keeps_its_memory_when_it_forgets) {
    pair_buffer buffer;
    const index_pair* const place = buffer.room(100);
    buffer.push_back({1, 2});
    buffer.clear();
    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.room(100), place);
}

TEST(pair_buffer, counts_comparisons_until_it_forgets) {
    pair_buffer buffer;
    EXPECT_EQ(buffer.tests(), 0u);
    buffer.add_tests(5);
    buffer.add_tests(7);
    EXPECT_EQ(buffer.tests(), 12u);
    buffer.clear();
    EXPECT_EQ(buffer.tests(), 0u);
}

TEST(pair_list, is_a_range_of_what_its_search_found) {
    pair_list list;
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.begin(), list.end());
    list.all().push_back({1, 2});
    list.all().push_back({3, 4});
    EXPECT_EQ(list.size(), 2u);
    EXPECT_EQ(list[1], (index_pair{3, 4}));
    EXPECT_EQ(std::vector<index_pair>(list.begin(), list.end()), (std::vector<index_pair>{{1, 2}, {3, 4}}));
}

TEST(pair_list, keeps_the_buffers_of_tasks_for_the_next_search) {
    pair_list list;
    const index_pair* const memory = list.task_buffers(4)[3].room(100);
    EXPECT_EQ(list.task_buffers(2).size(), 2u);
    EXPECT_EQ(list.task_buffers(4)[3].room(100), memory);
}

} // namespace
} // namespace orrery::spatial
