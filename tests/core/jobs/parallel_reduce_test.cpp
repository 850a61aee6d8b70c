#include "tests/core/property.hpp"

#include <orrery/core/jobs/parallel_reduce.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace {

using namespace orrery;

// Numbers of very different size, whose sum depends on the order of summation.
std::vector<float> awkward_numbers(std::size_t count) {
    std::vector<float> numbers(count);
    std::uint32_t bits = 12345;
    for (float& number : numbers) {
        bits = bits * 1664525u + 1013904223u;
        number = static_cast<float>(static_cast<std::int32_t>(bits)) * (bits % 7 == 0 ? 1e6f : 1e-3f);
    }
    return numbers;
}

float sum(scheduler& jobs, const std::vector<float>& numbers, std::size_t grain) {
    const auto sum_piece = [&](std::size_t begin, std::size_t end) {
        return std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                               numbers.begin() + static_cast<std::ptrdiff_t>(end), 0.0f);
    };
    return parallel_reduce(jobs, numbers.size(), grain, 0.0f, sum_piece, std::plus<>());
}

TEST(parallel_reduce, gives_the_same_bits_on_any_number_of_threads) {
    const std::vector<float> numbers = awkward_numbers(100000);
    serial_scheduler serial;
    for (const std::size_t grain : {1u, 7u, 64u, 1000u}) {
        const auto expected = std::bit_cast<std::uint32_t>(sum(serial, numbers, grain));
        for (const std::uint32_t threads : {2u, 3u, 5u}) {
            thread_pool pool(threads);
            for (int repeat = 0; repeat < 20; ++repeat) {
                ASSERT_EQ(std::bit_cast<std::uint32_t>(sum(pool, numbers, grain)), expected);
            }
        }
    }
}

TEST(parallel_reduce, depends_on_the_order_in_this_test_at_all) {
    const std::vector<float> numbers = awkward_numbers(100000);
    serial_scheduler serial;
    EXPECT_NE(std::bit_cast<std::uint32_t>(sum(serial, numbers, 1000)),
              std::bit_cast<std::uint32_t>(sum(serial, numbers, 7919)));
}

TEST(parallel_reduce, combines_every_index_in_order) {
    EXPECT_TRUE(property::holds([] {
        static thread_pool pool(3);
        const auto count = property::in_range<std::size_t>(0, 3000);
        const auto grain = property::in_range<std::size_t>(1, 100);
        std::string expected = ">";
        for (std::size_t i = 0; i < count; ++i) {
            expected += static_cast<char>('a' + i % 26);
        }
        const auto spell = [](std::size_t begin, std::size_t end) {
            std::string piece;
            for (std::size_t i = begin; i < end; ++i) {
                piece += static_cast<char>('a' + i % 26);
            }
            return piece;
        };
        PROPERTY_ASSERT(parallel_reduce(pool, count, grain, std::string(">"), spell, std::plus<>()) ==
                        expected);
    }));
}

TEST(parallel_reduce, of_nothing_is_the_initial_value) {
    serial_scheduler jobs;
    const auto never = [](std::size_t, std::size_t) { return 0; };
    EXPECT_EQ(parallel_reduce(jobs, 0, 10, 42, never, std::plus<>()), 42);
}

TEST(parallel_reduce, moves_values_that_cannot_be_copied) {
    thread_pool pool(2);
    const auto total = parallel_reduce(
        pool, 1000, 10, std::make_unique<std::size_t>(0),
        [](std::size_t begin, std::size_t end) { return std::make_unique<std::size_t>(end - begin); },
        [](std::unique_ptr<std::size_t> left, std::unique_ptr<std::size_t> right) {
            *left += *right;
            return left;
        });
    EXPECT_EQ(*total, 1000u);
}

} // namespace
