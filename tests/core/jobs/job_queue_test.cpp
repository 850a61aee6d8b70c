#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/job_queue.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#if ORRERY_THREADS
#include <thread>
#endif

namespace {

using namespace orrery;

TEST(job_queue, runs_jobs_in_the_order_of_posting_when_polled) {
    job_queue queue;
    std::string order;
    queue.post([&] { order += "a"; });
    queue.post([&] { order += "b"; });
    EXPECT_EQ(order, "");
    EXPECT_FALSE(queue.empty());
    EXPECT_EQ(queue.poll(), 2u);
    EXPECT_EQ(order, "ab");
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(queue.poll(), 0u);
}

TEST(job_queue, leaves_jobs_posted_by_jobs_to_the_next_poll) {
    job_queue queue;
    int runs = 0;
    queue.post([&] {
        ++runs;
        queue.post([&] { ++runs; });
    });
    EXPECT_EQ(queue.poll(), 1u);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(queue.poll(), 1u);
    EXPECT_EQ(runs, 2);
}

TEST(job_queue, refuses_to_be_polled_by_its_own_job) {
    job_queue queue;
    queue.post([&] { queue.poll(); });
    EXPECT_DEATH(queue.poll(), "polls the queue it is run from");
}

#if ORRERY_THREADS
TEST(job_queue, brings_the_jobs_of_all_threads_to_its_owner) {
    job_queue queue;
    std::vector<int> next(4); // read and written by the owner alone
    bool is_ordered = true;
    std::vector<std::thread> threads;
    for (std::size_t author = 0; author < next.size(); ++author) {
        threads.emplace_back([&, author] {
            for (int i = 0; i < 1000; ++i) {
                queue.post([&, author, i] { is_ordered = is_ordered && next[author]++ == i; });
            }
        });
    }
    for (std::size_t run = 0; run < 4000;) {
        run += queue.poll();
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(is_ordered);
    EXPECT_EQ(next, std::vector<int>(4, 1000));
}
#endif

} // namespace
