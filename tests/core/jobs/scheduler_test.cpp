// What every scheduler promises. The same tests run against Orrery's own schedulers and against the oneTBB
// adapter of the examples; add yours to the list at the end to see whether it conforms.
#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#ifdef ORRERY_HAS_TBB
#include "tbb_scheduler.hpp"
#endif

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#if ORRERY_THREADS
#include <thread>
#endif

namespace {

using namespace orrery;

// Runs function(index) as a batch.
template <typename Function>
void run(scheduler& jobs, std::uint32_t count, Function function) {
    jobs.run(
        {.function = [](void* context, std::uint32_t index) { (*static_cast<Function*>(context))(index); },
         .context = &function,
         .count = count});
}

struct candidate {
    std::string name;
    std::function<std::unique_ptr<scheduler>()> make;
};

class any_scheduler : public testing::TestWithParam<candidate> {
protected:
    std::unique_ptr<scheduler> jobs_ = GetParam().make();
};

TEST_P(any_scheduler, runs_each_task_exactly_once) {
    for (const std::uint32_t count : {1u, 2u, 3u, 16u, 63u, 1000u, 5000u}) {
        std::vector<std::atomic<int>> runs(count);
        run(*jobs_, count, [&](std::uint32_t index) { runs[index].fetch_add(1, std::memory_order_relaxed); });
        for (std::uint32_t index = 0; index < count; ++index) {
            ASSERT_EQ(runs[index].load(), 1) << "task " << index << " of " << count;
        }
    }
}

TEST_P(any_scheduler, returns_at_once_from_an_empty_batch) {
    run(*jobs_, 0, [](std::uint32_t) { FAIL() << "there is no task to run"; });
}

TEST_P(any_scheduler, has_at_least_one_thread) {
    EXPECT_GE(jobs_->thread_count(), 1u);
}

TEST_P(any_scheduler, shows_the_caller_what_the_tasks_wrote) {
    std::vector<std::uint32_t> values(300);
    for (std::uint32_t round = 0; round < 500; ++round) {
        run(*jobs_, 300, [&](std::uint32_t index) { values[index] += index + round; });
    }
    for (std::uint32_t index = 0; index < 300; ++index) {
        ASSERT_EQ(values[index], 500 * index + 499 * 500 / 2);
    }
}

// The context lives on the stack of the caller: a thread that still looked at a batch after its end would
// read memory that has been freed or is in use for something else.
TEST_P(any_scheduler, never_touches_a_batch_that_has_ended) {
    std::uint64_t total = 0;
    for (std::uint64_t round = 0; round < 20000; ++round) {
        const auto values = std::make_unique<std::vector<std::uint64_t>>(3, 0);
        run(*jobs_, 3, [values = values.get(), round](std::uint32_t index) { (*values)[index] = round; });
        total += std::accumulate(values->begin(), values->end(), std::uint64_t{0});
    }
    EXPECT_EQ(total, 3ull * 19999 * 20000 / 2);
}

TEST_P(any_scheduler, runs_batches_started_by_its_own_tasks) {
    std::atomic<int> leaves{0};
    run(*jobs_, 8, [&](std::uint32_t) {
        run(*jobs_, 8, [&](std::uint32_t) { run(*jobs_, 8, [&](std::uint32_t) { leaves.fetch_add(1); }); });
    });
    EXPECT_EQ(leaves.load(), 8 * 8 * 8);
}

#if ORRERY_THREADS
TEST_P(any_scheduler, serves_several_callers_at_once) {
    constexpr std::size_t caller_count = 4;
    std::vector<std::uint64_t> sums(caller_count);
    std::vector<std::thread> callers;
    for (std::uint64_t& sum : sums) {
        callers.emplace_back([this, &sum] {
            for (int round = 0; round < 500; ++round) {
                std::vector<std::uint32_t> values(20);
                run(*jobs_, 20, [&](std::uint32_t index) { values[index] = index; });
                sum += std::accumulate(values.begin(), values.end(), 0u);
            }
        });
    }
    for (std::thread& caller : callers) {
        caller.join();
    }
    for (const std::uint64_t sum : sums) {
        EXPECT_EQ(sum, 500u * 190u);
    }
}
#endif

std::vector<candidate> candidates() {
    std::vector<candidate> all = {{"serial", [] { return std::make_unique<serial_scheduler>(); }}};
    for (const std::uint32_t threads : {1u, 2u, 4u}) {
        all.push_back({"thread_pool_" + std::to_string(threads),
                       [threads] { return std::make_unique<thread_pool>(threads); }});
    }
#ifdef ORRERY_HAS_TBB
    all.push_back({"one_tbb", [] { return std::make_unique<tbb_scheduler>(4); }});
#endif
    return all;
}

INSTANTIATE_TEST_SUITE_P(all, any_scheduler, testing::ValuesIn(candidates()),
                         [](const auto& tested) { return tested.param.name; });

TEST(serial_scheduler, runs_tasks_in_index_order) {
    serial_scheduler jobs;
    std::vector<std::uint32_t> order;
    run(jobs, 5, [&](std::uint32_t index) { order.push_back(index); });
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

} // namespace
