#include <orrery/core/unique_function.hpp>

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace {

using namespace orrery;

// Counts how many of its kind are alive.
class counted {
public:
    explicit counted(int& alive)
        : alive_(&alive) {
        ++*alive_;
    }

    counted(const counted& other)
        : alive_(other.alive_) {
        ++*alive_;
    }

    counted& operator=(const counted&) = delete;

    ~counted() { --*alive_; }

private:
    int* alive_;
};

int twice(int value) {
    return 2 * value;
}

struct accumulator {
    int total = 0;

    int add(int value) { return total += value; }
};

TEST(unique_function, calls_functions_lambdas_and_members) {
    unique_function<int(int)> function = &twice;
    EXPECT_EQ(function(21), 42);
    function = [offset = 1](int value) { return value + offset; };
    EXPECT_EQ(function(1), 2);
    unique_function<int(accumulator&, int)> member = &accumulator::add;
    accumulator sum;
    member(sum, 3);
    EXPECT_EQ(member(sum, 4), 7);
}

TEST(unique_function, may_own_what_cannot_be_copied) {
    unique_function<std::string()> function = [text = std::make_unique<std::string>("kept")] {
        return *text;
    };
    unique_function<std::string()> moved = std::move(function);
    EXPECT_FALSE(function); // NOLINT: a moved-from function is promised to be empty
    EXPECT_EQ(moved(), "kept");
}

TEST(unique_function, keeps_state_between_calls) {
    unique_function<int()> count = [n = 0]() mutable { return ++n; };
    count();
    EXPECT_EQ(count(), 2);
}

TEST(unique_function, passes_references_through) {
    unique_function<void(int&, std::unique_ptr<int>)> function = [](int& out, std::unique_ptr<int> in) {
        out = *in;
    };
    int out = 0;
    function(out, std::make_unique<int>(5));
    EXPECT_EQ(out, 5);
}

template <std::size_t Size>
void expect_each_callable_to_be_destroyed_once() {
    int alive = 0;
    {
        unique_function<std::size_t()> first = [life = counted(alive), padding = std::array<char, Size>()] {
            return padding.size();
        };
        EXPECT_EQ(alive, 1);
        unique_function<std::size_t()> second = std::move(first);
        EXPECT_EQ(alive, 1);
        EXPECT_EQ(second(), Size);
        first = [life = counted(alive)] { return std::size_t{0}; };
        EXPECT_EQ(alive, 2);
        first = std::move(second);
        EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0);
}

TEST(unique_function, destroys_a_small_callable_once) {
    expect_each_callable_to_be_destroyed_once<8>();
}

TEST(unique_function, destroys_a_large_callable_once) {
    expect_each_callable_to_be_destroyed_once<500>();
}

TEST(unique_function, refuses_to_be_called_when_empty) {
    unique_function<void()> nothing;
    EXPECT_FALSE(nothing);
    EXPECT_DEATH(nothing(), "an empty function was called");
}

} // namespace
