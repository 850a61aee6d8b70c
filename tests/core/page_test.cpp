#include "tests/core/property.hpp"

#include <orrery/core/page.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t page_bytes = 64;

void put(page_directory& pages, std::size_t index, std::uint32_t value) {
    std::memcpy(pages.write(index), &value, sizeof value);
}

std::uint32_t take(const page_directory& pages, std::size_t index) {
    std::uint32_t value;
    std::memcpy(&value, pages.read(index), sizeof value);
    return value;
}

void add(page_directory& pages, std::uint32_t value) {
    pages.append();
    put(pages, pages.page_count() - 1, value);
}

TEST(page_directory, copies_share_pages_until_one_writes) {
    page_pool pool;
    page_directory first(pool, page_bytes);
    for (std::uint32_t value = 0; value < 100; ++value) {
        add(first, value);
    }
    page_directory second = first;
    EXPECT_TRUE(second.shares_page(7, first));
    put(second, 7, 1234);
    EXPECT_EQ(take(first, 7), 7U);
    EXPECT_EQ(take(second, 7), 1234U);
    EXPECT_FALSE(second.shares_page(7, first));
    EXPECT_TRUE(second.shares_page(6, first));
    EXPECT_TRUE(second.shares_page(8, first));
}

TEST(page_directory, writing_forgets_the_hash_and_copying_keeps_the_note) {
    page_pool pool;
    page_directory first(pool, page_bytes);
    add(first, 1);
    first.set_note(0, 42);
    first.cached_hash(0).store(99);
    page_directory second = first;
    put(second, 0, 2);
    EXPECT_EQ(second.note(0), 42U);
    EXPECT_EQ(second.cached_hash(0).load(), 0U);
    EXPECT_EQ(first.cached_hash(0).load(), 99U);
}

TEST(page_directory, a_repeated_page_is_one_until_it_is_written) {
    page_pool pool;
    page_directory pages(pool, page_bytes);
    add(pages, 5);
    for (int repeat = 0; repeat < 40; ++repeat) {
        pages.append_last_again();
    }
    EXPECT_EQ(pages.read(0), pages.read(40));
    put(pages, 20, 6);
    EXPECT_EQ(take(pages, 19), 5U);
    EXPECT_EQ(take(pages, 20), 6U);
    EXPECT_EQ(take(pages, 21), 5U);
}

TEST(page_pool, reuses_pages_so_that_a_steady_world_does_not_grow) {
    page_pool pool;
    page_directory world(pool, page_bytes);
    for (std::uint32_t value = 0; value < 300; ++value) {
        add(world, value);
    }
    const auto frame = [&](std::uint32_t number) {
        const page_directory before = world;
        for (std::uint32_t index = 0; index < 300; ++index) {
            put(world, index, number);
        }
    };
    frame(1);
    frame(2);
    const std::size_t reserved = pool.reserved_bytes();
    for (std::uint32_t number = 3; number < 50; ++number) {
        frame(number);
    }
    EXPECT_EQ(pool.reserved_bytes(), reserved);
}

TEST(page_directory, pages_may_be_written_from_several_threads_once_the_lists_are_owned) {
    page_pool pool;
    page_directory world(pool, page_bytes);
    for (std::uint32_t value = 0; value < 400; ++value) {
        add(world, value);
    }
    const page_directory before = world;
    for (std::size_t index = 0; index < 400; ++index) {
        world.own_lists(index);
    }
    std::vector<std::thread> threads;
    for (std::uint32_t part = 0; part < 4; ++part) {
        threads.emplace_back([&world, part] {
            for (std::uint32_t index = part; index < 400; index += 4) {
                const std::uint32_t value = index * 2;
                std::memcpy(world.write_owned(index), &value, sizeof value);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::uint32_t index = 0; index < 400; ++index) {
        EXPECT_EQ(take(before, index), index);
        EXPECT_EQ(take(world, index), index * 2);
    }
}

TEST(page_directory, copies_may_be_read_and_dropped_on_other_threads_while_the_world_goes_on) {
    page_pool pool;
    page_directory world(pool, page_bytes);
    for (std::uint32_t index = 0; index < 100; ++index) {
        add(world, 0);
    }
    std::vector<std::thread> readers;
    for (std::uint32_t number = 1; number < 40; ++number) {
        for (std::uint32_t index = 0; index < 100; ++index) {
            put(world, index, number);
        }
        readers.emplace_back([frame = world, number] {
            for (std::uint32_t index = 0; index < 100; ++index) {
                EXPECT_EQ(take(frame, index), number);
            }
        });
    }
    for (std::thread& reader : readers) {
        reader.join();
    }
}

// Random writes, growth, shrinking, copies and assignments against plain vectors.
TEST(page_directory, behaves_like_a_vector_that_is_copied) {
    EXPECT_TRUE(property::holds([] {
        page_pool pool;
        std::vector<page_directory> ours(3, page_directory(pool, page_bytes));
        std::vector<std::vector<std::uint32_t>> plain(3);
        const int steps = property::in_range(0, 300);
        for (int step = 0; step < steps; ++step) {
            const auto which = property::in_range<std::size_t>(0, 3);
            const auto other = property::in_range<std::size_t>(0, 3);
            const auto value = property::any<std::uint32_t>();
            switch (property::in_range(0, 8)) {
            case 0:
                ours[which] = ours[other];
                plain[which] = plain[other];
                break;
            case 1:
                if (!plain[which].empty()) {
                    ours[which].remove_last();
                    plain[which].pop_back();
                }
                break;
            case 2:
                if (!plain[which].empty()) {
                    ours[which].append_last_again();
                    plain[which].push_back(plain[which].back());
                }
                break;
            case 3:
            case 4:
                if (!plain[which].empty()) {
                    const std::size_t index = value % plain[which].size();
                    put(ours[which], index, value);
                    plain[which][index] = value;
                }
                break;
            default:
                for (std::uint32_t more = 0; more < value % 7; ++more) {
                    add(ours[which], value + more);
                    plain[which].push_back(value + more);
                }
            }
            for (std::size_t copy = 0; copy < 3; ++copy) {
                PROPERTY_ASSERT(ours[copy].page_count() == plain[copy].size());
                for (std::size_t index = 0; index < plain[copy].size(); ++index) {
                    PROPERTY_ASSERT(take(ours[copy], index) == plain[copy][index]);
                }
            }
        }
    }));
}

} // namespace
} // namespace orrery
