#include <orrery/hex/extended_arena.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

using namespace orrery::hex;

TEST(extended_arena, holds_a_megabyte_in_grains_and_then_says_no) {
    extended_arena arena;
    std::uint32_t expected = 1; // 0 points at nothing
    for (const std::uint32_t grains : {3u, 1u, 65'000u}) {
        EXPECT_EQ(arena.allocate(grains), expected);
        expected += grains;
    }
    EXPECT_EQ(arena.used(), expected);
    EXPECT_EQ(arena.free(), 65'536 - expected);
    EXPECT_EQ(arena.allocate(arena.free() + 1), 0);
    EXPECT_EQ(arena.allocate(arena.free()), expected);
    EXPECT_EQ(arena.free(), 0u);
    EXPECT_EQ(arena.allocate(1), 0);
}

TEST(extended_arena, the_last_grain_can_be_written) {
    extended_arena arena;
    const std::uint16_t all = arena.allocate(extended_arena::max_grains);
    ASSERT_EQ(all, 1);
    std::byte* const last = arena.at(65'535) + extended_arena::grain - 1;
    *last = std::byte{7};
    const extended_arena& reader = arena;
    EXPECT_EQ(*(reader.at(65'535) + 15), std::byte{7});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.at(3)) % extended_arena::grain, 0u);
}
