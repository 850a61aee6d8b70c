#include "tests/core/property.hpp"

#include <orrery/core/arena_vector.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace orrery;

TEST(arena_vector, behaves_like_a_vector) {
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::vector<int>>();
        arena memory(256);
        arena_vector<int> tested(memory);
        std::vector<int> expected;
        for (const int step : steps) {
            if (step % 5 == 0 && !expected.empty()) {
                tested.pop_back();
                expected.pop_back();
            } else if (step % 17 == 0) {
                const auto size = static_cast<std::size_t>(step < 0 ? -(step % 50) : step % 50);
                tested.resize(size);
                expected.resize(size);
            } else {
                tested.push_back(step);
                expected.push_back(step);
            }
            PROPERTY_ASSERT(tested.size() == expected.size());
            PROPERTY_ASSERT(tested.empty() == expected.empty());
        }
        PROPERTY_ASSERT(std::vector<int>(tested.begin(), tested.end()) == expected);
    }));
}

TEST(arena_vector, does_not_move_within_what_was_reserved) {
    arena memory;
    arena_vector<int> values(memory, 100);
    const int* const place = values.data();
    for (int i = 0; i < 100; ++i) {
        values.push_back(i);
    }
    EXPECT_EQ(values.data(), place);
    EXPECT_EQ(values[99], 99);
}

TEST(arena_vector, can_append_one_of_its_own_elements_while_it_grows) {
    arena memory;
    arena_vector<int> values(memory, 1);
    values.push_back(7);
    values.push_back(values[0]);
    EXPECT_EQ(values[1], 7);
}

TEST(arena_vector, leaves_an_empty_one_behind_when_moved) {
    arena memory;
    arena_vector<int> first(memory);
    first.push_back(1);
    arena_vector<int> second = std::move(first);
    EXPECT_EQ(second[0], 1);
    EXPECT_TRUE(first.empty()); // NOLINT: promised
    first.push_back(2);
    EXPECT_EQ(second[0], 1);
}

} // namespace
