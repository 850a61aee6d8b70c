#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/spatial/query_batch.hpp>

#include <gtest/gtest.h>

namespace orrery::spatial {
namespace {

// Query n finds n % 5 results.
void count_up(query_batch<std::size_t>& batch, scheduler& jobs, std::size_t count) {
    batch.run(jobs, count, [](std::size_t query, auto add) {
        for (std::size_t result = 0; result < query % 5; ++result) {
            add(query * 10 + result);
        }
    });
}

TEST(query_batch, keeps_the_results_in_the_order_of_the_queries_on_any_number_of_threads) {
    for (const std::uint32_t threads : {1u, 2u, 4u}) {
        thread_pool jobs(threads);
        query_batch<std::size_t> batch;
        count_up(batch, jobs, 1000);
        ASSERT_EQ(batch.size(), 1000u);
        std::vector<std::size_t> all;
        for (std::size_t query = 0; query < 1000; ++query) {
            ASSERT_EQ(batch[query].size(), query % 5);
            for (std::size_t result = 0; result < query % 5; ++result) {
                EXPECT_EQ(batch[query][result], query * 10 + result);
            }
            all.insert(all.end(), batch[query].begin(), batch[query].end());
        }
        EXPECT_EQ(all, std::vector<std::size_t>(batch.results().begin(), batch.results().end()));
    }
}

TEST(query_batch, forgets_the_run_before) {
    serial_scheduler jobs;
    query_batch<std::size_t> batch;
    count_up(batch, jobs, 700);
    count_up(batch, jobs, 3);
    EXPECT_EQ(batch.size(), 3u);
    EXPECT_EQ(std::vector<std::size_t>(batch.results().begin(), batch.results().end()),
              (std::vector<std::size_t>{10, 20, 21}));
    count_up(batch, jobs, 0);
    EXPECT_EQ(batch.size(), 0u);
    EXPECT_TRUE(batch.results().empty());
}

} // namespace
} // namespace orrery::spatial
