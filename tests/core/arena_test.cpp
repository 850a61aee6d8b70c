#include "tests/core/property.hpp"

#include <orrery/core/arena.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace orrery;

struct request {
    std::size_t size;
    std::size_t alignment;
};

std::vector<request> any_requests() {
    std::vector<request> requests;
    for (const std::size_t size : property::list_in_range<std::size_t>(0, 3000)) {
        requests.push_back({size, std::size_t{1} << property::in_range(0, 9)});
    }
    return requests;
}

TEST(arena, gives_aligned_memory_that_nobody_else_has) {
    EXPECT_TRUE(property::holds([] {
        const std::vector<request> earlier = any_requests();
        const std::vector<request> requests = any_requests();
        arena memory(1024);
        for (const auto& [size, alignment] : earlier) { // blocks of other sizes, in another order
            static_cast<void>(memory.allocate(size, alignment));
        }
        memory.reset();
        std::vector<std::span<std::uint8_t>> given;
        for (const auto& [size, alignment] : requests) {
            void* const place = memory.allocate(size, alignment);
            PROPERTY_ASSERT(static_cast<bool>(place));
            PROPERTY_ASSERT(reinterpret_cast<std::uintptr_t>(place) % alignment == 0u);
            given.emplace_back(static_cast<std::uint8_t*>(place), size);
            std::memset(place, static_cast<int>(given.size() % 256), size);
        }
        for (std::size_t i = 0; i < given.size(); ++i) {
            for (const std::uint8_t byte : given[i]) {
                PROPERTY_ASSERT(byte == (i + 1) % 256);
            }
        }
    }));
}

TEST(arena, takes_nothing_from_the_system_in_a_warm_frame) {
    EXPECT_TRUE(property::holds([] {
        const std::vector<request> requests = any_requests();
        arena memory(1024);
        const auto frame = [&] {
            for (const auto& [size, alignment] : requests) {
                static_cast<void>(memory.allocate(size, alignment));
            }
            memory.reset();
        };
        frame();
        const std::size_t warm = memory.reserved_bytes();
        frame();
        frame();
        PROPERTY_ASSERT(memory.reserved_bytes() == warm);
    }));
}

TEST(arena, does_not_pile_up_blocks_when_requests_grow) {
    arena memory(1024);
    std::size_t largest = 0;
    for (std::size_t frame = 0; frame < 2000; ++frame) {
        largest = 2000 + frame * 50;
        static_cast<void>(memory.allocate(100));
        static_cast<void>(memory.allocate(largest));
        memory.reset();
    }
    EXPECT_LE(memory.reserved_bytes(), 5 * largest);
}

TEST(arena, reuses_what_a_scope_has_given_back) {
    arena memory;
    const std::span<int> kept = memory.make_span<int>(10);
    kept[9] = 99;
    void* first = nullptr;
    {
        const arena_scope scope(memory);
        first = memory.allocate(100);
        static_cast<void>(memory.allocate(10 * arena::default_block_size));
    }
    EXPECT_EQ(memory.allocate(100), first);
    EXPECT_EQ(kept[9], 99);
}

TEST(arena, makes_spans_of_initialised_elements) {
    arena memory;
    std::memset(memory.allocate(1000), 0xff, 1000);
    memory.reset();
    for (const int value : memory.make_span<int>(100)) {
        ASSERT_EQ(value, 0);
    }
}

TEST(arena, copies_spans) {
    arena memory;
    std::vector<int> values = {1, 2, 3};
    const std::span<int> copy = memory.copy(std::span<const int>(values));
    values[0] = 7;
    EXPECT_EQ(std::vector<int>(copy.begin(), copy.end()), (std::vector<int>{1, 2, 3}));
}

TEST(arena, keeps_its_memory_when_moved) {
    arena first;
    const std::span<int> values = first.make_span<int>(3);
    values[2] = 5;
    arena second = std::move(first);
    EXPECT_EQ(values[2], 5);
    EXPECT_GT(second.reserved_bytes(), 0u);
}

TEST(arena, refuses_an_alignment_that_is_no_power_of_two) {
    arena memory;
    EXPECT_DEATH(static_cast<void>(memory.allocate(8, 3)), "a power of two");
}

} // namespace
