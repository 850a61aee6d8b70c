// What the pool promises beyond any scheduler (see scheduler_test.cpp).
#include "tests/core/allocation_count.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#if ORRERY_THREADS
#include <chrono>
#include <thread>
#endif

namespace {

using namespace orrery;

void yield() {
#if ORRERY_THREADS
    std::this_thread::yield();
#endif
}

TEST(thread_pool, without_a_number_uses_the_whole_machine) {
    EXPECT_EQ(thread_pool().thread_count(), hardware_thread_count());
    EXPECT_EQ(thread_pool(0).thread_count(), hardware_thread_count());
}

TEST(thread_pool, can_be_destroyed_before_it_was_used) {
    for (int i = 0; i < 100; ++i) {
        const thread_pool pool(3);
        EXPECT_EQ(pool.thread_count(), 3u);
    }
}

TEST(thread_pool, splits_a_batch_that_is_too_large_for_one_counter) {
    thread_pool pool(2);
    const std::uint32_t count = (1u << 24) + 1000;
    std::vector<std::uint8_t> runs(count);
    pool.run({.function =
                  [](void* context, std::uint32_t index) {
                      ++(*static_cast<std::vector<std::uint8_t>*>(context))[index];
                  },
              .context = &runs,
              .count = count});
    EXPECT_EQ(std::count(runs.begin(), runs.end(), 1), static_cast<std::ptrdiff_t>(count));
}

// Returns when as many threads as the pool has are in it at the same time.
void meet(thread_pool& pool) {
    const std::uint32_t everybody = pool.thread_count();
    std::atomic<std::uint32_t> begun{0};
    parallel_for(pool, everybody, 1, [&](std::size_t) {
        begun.fetch_add(1);
        while (begun.load() < everybody) {
            yield();
        }
    });
}

TEST(thread_pool, allocates_nothing_for_a_batch) {
    thread_pool pool(3);
    meet(pool); // what the threads need to start, they have now
    std::vector<int> runs(200);
    const auto batches = [&] {
        for (int round = 0; round < 100; ++round) {
            parallel_for(pool, runs.size(), 10, [&](std::size_t index) { ++runs[index]; });
        }
    };
    EXPECT_EQ(test::allocations_during(batches), 0u);
    EXPECT_EQ(runs, std::vector<int>(200, 100));
}

// Deeper than there are slots for batches: the innermost ones run on their callers alone.
void descend(thread_pool& pool, int depth, std::atomic<int>& leaves) {
    if (depth == 0) {
        leaves.fetch_add(1);
        return;
    }
    parallel_for(pool, 2, 1, [&](std::size_t index) {
        if (index == 0) {
            descend(pool, depth - 1, leaves);
        }
    });
}

TEST(thread_pool, survives_more_nested_batches_than_it_has_slots) {
    thread_pool pool(3);
    std::atomic<int> leaves{0};
    descend(pool, 200, leaves);
    EXPECT_EQ(leaves.load(), 1);
}

#if ORRERY_THREADS

TEST(thread_pool, counts_the_caller_as_one_of_its_threads) {
    EXPECT_EQ(thread_pool(1).thread_count(), 1u);
    EXPECT_EQ(thread_pool(4).thread_count(), 4u);
}

TEST(thread_pool, runs_a_single_task_on_the_calling_thread) {
    thread_pool pool(4);
    for (int i = 0; i < 100; ++i) {
        std::thread::id where;
        pool.run({.function =
                      [](void* context, std::uint32_t) {
                          *static_cast<std::thread::id*>(context) = std::this_thread::get_id();
                      },
                  .context = &where,
                  .count = 1});
        ASSERT_EQ(where, std::this_thread::get_id());
    }
}

TEST(thread_pool, runs_as_many_tasks_at_once_as_it_has_threads) {
    thread_pool pool(4);
    for (int round = 0; round < 20; ++round) {
        meet(pool);
    }
}

// Workers that have gone to sleep between two batches come back.
TEST(thread_pool, wakes_workers_that_sleep) {
    thread_pool pool(2);
    for (int round = 0; round < 10; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        meet(pool);
    }
}

// Much longer than the caller looks before it goes to sleep itself.
TEST(thread_pool, waits_for_a_worker_that_takes_long) {
    thread_pool pool(2);
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> begun{0};
    std::atomic<bool> has_ended{false};
    parallel_for(pool, 2, 1, [&](std::size_t) {
        begun.fetch_add(1);
        while (begun.load() < 2) {
            yield();
        }
        if (std::this_thread::get_id() != caller) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            has_ended.store(true);
        }
    });
    EXPECT_TRUE(has_ended.load());
}

// The pool has one helper and another caller keeps it: a batch must end without it ever showing up.
TEST(thread_pool, finishes_a_batch_although_no_worker_comes) {
    thread_pool pool(2);
    std::atomic<int> begun{0};
    std::atomic<bool> may_end{false};
    std::thread other([&] {
        parallel_for(pool, 2, 1, [&](std::size_t) {
            begun.fetch_add(1);
            while (!may_end.load()) {
                yield();
            }
        });
    });
    while (begun.load() < 2) {
        yield();
    }
    std::vector<int> runs(100);
    parallel_for(pool, runs.size(), 1, [&](std::size_t index) { ++runs[index]; });
    EXPECT_EQ(runs, std::vector<int>(100, 1));
    may_end.store(true);
    other.join();
}

#endif

} // namespace
