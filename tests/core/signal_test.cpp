#include "tests/core/allocation_count.hpp"
#include "tests/core/property.hpp"

#include <orrery/core/signal.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace orrery;
using orrery::signal; // not the one of the C library

int last_seen = 0;

void remember(int value) {
    last_seen = value;
}

struct listener {
    int sum = 0;

    void add(int value) { sum += value; }
};

TEST(signal, calls_callables_free_functions_and_members) {
    signal<int> changed;
    int seen = 0;
    listener object;
    changed.sink().connect([&](int value) { seen = value; });
    changed.sink().connect<&remember>();
    changed.sink().connect<&listener::add>(object);
    changed.emit(7);
    EXPECT_EQ(seen, 7);
    EXPECT_EQ(last_seen, 7);
    EXPECT_EQ(object.sum, 7);
}

template <typename Sink>
concept can_emit = requires(Sink tested) { tested.emit(1); };

TEST(signal, lets_only_its_owner_emit) {
    EXPECT_TRUE(can_emit<signal<int>>);
    EXPECT_FALSE(can_emit<sink<int>>);
}

TEST(signal, gives_every_listener_the_same_arguments) {
    signal<std::string, int&> changed;
    changed.sink().connect([](std::string text, int& count) {
        EXPECT_EQ(text, "long enough not to fit into the string itself");
        text.clear();
        ++count;
    });
    changed.sink().connect([](const std::string& text, int& count) {
        EXPECT_EQ(text, "long enough not to fit into the string itself");
        ++count;
    });
    int count = 0;
    changed.emit("long enough not to fit into the string itself", count);
    EXPECT_EQ(count, 2);
}

// Connects and disconnects at random between emissions, against a plain list.
TEST(signal, calls_the_connected_in_order_of_connection) {
    EXPECT_TRUE(property::holds([] {
        const auto steps = property::any<std::vector<std::uint8_t>>();
        signal<> changed;
        std::vector<int> called;
        std::vector<int> expected;
        std::vector<connection> links;
        for (const std::uint8_t step : steps) {
            if (step % 3 != 0 || links.empty()) {
                const int id = static_cast<int>(links.size());
                links.push_back(changed.sink().connect([&called, id] { called.push_back(id); }));
                expected.push_back(id);
            } else {
                const std::size_t chosen = step % links.size();
                links[chosen].disconnect();
                std::erase(expected, static_cast<int>(chosen));
            }
            called.clear();
            changed.emit();
            PROPERTY_ASSERT(called == expected);
            PROPERTY_ASSERT(changed.sink().size() == expected.size());
        }
    }));
}

TEST(signal, calls_who_connects_during_an_emission_from_the_next_one_on) {
    signal<> changed;
    std::string order;
    changed.sink().connect([&] {
        order += "a";
        changed.sink().connect([&] { order += "b"; });
    });
    changed.emit();
    EXPECT_EQ(order, "a");
    EXPECT_EQ(changed.sink().size(), 2u);
    order.clear();
    changed.emit();
    EXPECT_EQ(order, "ab");
}

TEST(signal, lets_a_listener_disconnect_itself) {
    signal<> changed;
    int calls = 0;
    connection link;
    const auto owned = std::make_shared<int>(1);
    link = changed.sink().connect([&, owned] {
        link.disconnect();
        calls += *owned; // still there, although disconnected
    });
    changed.sink().connect([&] { calls += 10; });
    changed.emit();
    EXPECT_EQ(owned.use_count(), 1);
    changed.emit();
    EXPECT_EQ(calls, 21);
}

TEST(signal, does_not_call_who_was_disconnected_earlier_in_the_emission) {
    signal<> changed;
    connection second;
    changed.sink().connect([&] { second.disconnect(); });
    second = changed.sink().connect([] { FAIL(); });
    changed.emit();
}

TEST(signal, forgets_who_connects_and_disconnects_within_one_emission) {
    signal<> changed;
    changed.sink().connect([&] { changed.sink().connect([] { FAIL(); }).disconnect(); });
    changed.emit();
    changed.emit();
    EXPECT_EQ(changed.sink().size(), 1u);
}

TEST(signal, may_be_emitted_by_its_own_listener) {
    signal<int> changed;
    std::string order;
    changed.sink().connect([&](int depth) {
        order += "(";
        if (depth > 0) {
            changed.sink().connect([&](int) { order += "n"; });
            changed.emit(depth - 1);
        }
        order += ")";
    });
    changed.emit(2);
    EXPECT_EQ(order, "((()))");
    changed.emit(0);
    EXPECT_EQ(order, "((()))()nn");
}

TEST(signal, may_be_destroyed_by_its_own_listener) {
    auto changed = std::make_unique<signal<>>();
    const auto owned = std::make_shared<int>(0);
    int calls = 0;
    changed->sink().connect([&, owned] {
        changed.reset();
        calls += 1 + *owned;
    });
    changed->sink().connect([] { FAIL() << "the signal is gone"; });
    changed->emit();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(owned.use_count(), 1) << "the listeners went with the signal";
}

TEST(signal, may_be_destroyed_together_with_a_listener_that_owns_it) {
    auto changed = std::make_shared<signal<>>();
    connection link;
    link = changed->sink().connect([&link, owner = changed] { link.disconnect(); });
    signal<>& borrowed = *changed;
    changed.reset();
    borrowed.emit();
    EXPECT_FALSE(link.is_connected());
}

TEST(signal, can_be_cleared) {
    signal<> changed;
    changed.sink().connect([&] { changed.sink().disconnect_all(); });
    changed.sink().connect([] { FAIL(); });
    changed.emit();
    EXPECT_TRUE(changed.empty());
    EXPECT_TRUE(changed.sink().empty());
}

TEST(signal, allocates_nothing_when_emitted) {
    signal<int> changed;
    int sum = 0;
    for (int i = 0; i < 10; ++i) {
        changed.sink().connect([&](int value) { sum += value; });
    }
    EXPECT_EQ(test::allocations_during([&] {
                  for (int i = 0; i < 100; ++i) {
                      changed.emit(1);
                  }
              }),
              0u);
    EXPECT_EQ(sum, 1000);
}

} // namespace
