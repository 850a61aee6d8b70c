#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/scratch_arenas.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace {

using namespace orrery;

TEST(scratch_arenas, lend_different_arenas_at_the_same_time) {
    scratch_arenas arenas;
    auto first = arenas.borrow();
    auto second = arenas.borrow();
    EXPECT_NE(&*first, &*second);
}

TEST(scratch_arenas, lend_the_same_memory_again) {
    scratch_arenas arenas;
    void* first = nullptr;
    {
        auto loan = arenas.borrow();
        first = loan->allocate(1000);
    }
    auto loan = arenas.borrow();
    EXPECT_EQ(loan->allocate(1000), first);
}

TEST(scratch_arenas, take_no_memory_once_they_are_warm) {
    scratch_arenas arenas;
    const auto frame = [&] {
        auto loan = arenas.borrow();
        static_cast<void>(loan->allocate(200'000));
    };
    frame();
    const std::size_t warm = arenas.reserved_bytes();
    for (int i = 0; i < 10; ++i) {
        frame();
    }
    EXPECT_EQ(arenas.reserved_bytes(), warm);
}

TEST(scratch_arenas, serve_tasks_on_any_thread) {
    scratch_arenas arenas(1024);
    thread_pool pool(4);
    std::vector<std::size_t> sums(500);
    parallel_for(pool, sums.size(), 1, [&](std::size_t task) {
        auto loan = arenas.borrow();
        const std::span<std::size_t> values = loan->make_span<std::size_t>(task);
        for (std::size_t& value : values) {
            value = task;
        }
        for (const std::size_t value : values) {
            sums[task] += value;
        }
    });
    for (std::size_t task = 0; task < sums.size(); ++task) {
        ASSERT_EQ(sums[task], task * task);
    }
}

} // namespace
