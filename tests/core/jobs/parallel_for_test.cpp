#include "tests/core/property.hpp"

#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace {

using namespace orrery;

TEST(parallel_for, visits_each_index_once) {
    EXPECT_TRUE(property::holds([] {
        static thread_pool pool(3);
        const auto count = property::in_range<std::size_t>(0, 2000);
        const auto grain = property::in_range<std::size_t>(1, 300);
        std::vector<int> visits(count);
        parallel_for(pool, count, grain, [&](std::size_t index) { ++visits[index]; });
        PROPERTY_ASSERT(visits == std::vector<int>(count, 1));
    }));
}

TEST(parallel_for, hands_out_the_pieces_of_chunks) {
    EXPECT_TRUE(property::holds([] {
        static thread_pool pool(3);
        const auto count = property::in_range<std::size_t>(1, 2000);
        const auto grain = property::in_range<std::size_t>(1, 300);
        const chunks pieces(count, grain);
        std::vector<index_range> seen(pieces.size());
        parallel_for(pool, count, grain,
                     [&](std::size_t begin, std::size_t end) { seen[begin / grain] = {begin, end}; });
        for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
            PROPERTY_ASSERT(seen[piece] == pieces[piece]);
        }
    }));
}

TEST(parallel_for, of_nothing_calls_nothing) {
    serial_scheduler jobs;
    parallel_for(jobs, 0, 8, [](std::size_t) { FAIL(); });
}

TEST(parallel_for, may_be_used_inside_a_parallel_for) {
    thread_pool pool(4);
    std::vector<int> visits(64 * 64);
    parallel_for(pool, 64, 1, [&](std::size_t row) {
        parallel_for(pool, 64, 4, [&](std::size_t column) { ++visits[row * 64 + column]; });
    });
    EXPECT_EQ(visits, std::vector<int>(64 * 64, 1));
}

} // namespace
