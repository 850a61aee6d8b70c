#include <orrery/core/function_ref.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

int twice(function_ref<int(int)> function, int value) {
    return function(function(value));
}

TEST(function_ref, calls_what_it_refers_to) {
    int calls = 0;
    EXPECT_EQ(twice(
                  [&](int value) {
                      ++calls;
                      return value + 3;
                  },
                  1),
              7);
    EXPECT_EQ(calls, 2);
}

TEST(function_ref, refers_to_the_callable_and_not_to_a_copy) {
    struct counter {
        int count = 0;

        void operator()() { ++count; }
    };

    counter mine;
    const function_ref<void()> reference = mine;
    reference();
    reference();
    EXPECT_EQ(mine.count, 2);
}

TEST(function_ref, calls_what_is_const) {
    struct greeter {
        int operator()(int value) const { return value * 2; }
    };

    const greeter mine;
    EXPECT_EQ(twice(mine, 5), 20);
}

TEST(function_ref, passes_on_what_can_only_be_moved) {
    int taken = 0;
    const auto take = [&](std::unique_ptr<int> value) { taken = *value; };
    const function_ref<void(std::unique_ptr<int>)> reference = take;
    reference(std::make_unique<int>(9));
    EXPECT_EQ(taken, 9);
}

TEST(function_ref, is_copied_like_a_pointer) {
    static_assert(std::is_trivially_copyable_v<function_ref<void()>>);
    static_assert(!std::is_constructible_v<function_ref<void()>, int>);
}

} // namespace
} // namespace orrery
