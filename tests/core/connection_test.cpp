#include <orrery/core/connection.hpp>
#include <orrery/core/signal.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace {

using namespace orrery;
using orrery::signal; // not the one of the C library

TEST(connection, of_nothing_is_not_connected) {
    connection nothing;
    EXPECT_FALSE(nothing.is_connected());
    nothing.disconnect();
}

TEST(connection, can_be_cut_twice) {
    signal<> changed;
    int calls = 0;
    connection link = changed.sink().connect([&] { ++calls; });
    connection copy = link;
    EXPECT_TRUE(link.is_connected());
    link.disconnect();
    EXPECT_FALSE(copy.is_connected());
    copy.disconnect();
    changed.emit();
    EXPECT_EQ(calls, 0);
}

TEST(connection, may_outlive_its_signal) {
    auto changed = std::make_unique<signal<>>();
    connection link = changed->sink().connect([] {});
    changed.reset();
    EXPECT_FALSE(link.is_connected());
    link.disconnect();
}

TEST(scoped_connection, is_cut_at_the_end_of_its_scope) {
    signal<> changed;
    int calls = 0;
    {
        const scoped_connection link = changed.sink().connect([&] { ++calls; });
        changed.emit();
        EXPECT_TRUE(link.is_connected());
    }
    changed.emit();
    EXPECT_EQ(calls, 1);
}

TEST(scoped_connection, hands_its_connection_on_when_moved) {
    signal<> changed;
    int calls = 0;
    scoped_connection kept;
    {
        scoped_connection link = changed.sink().connect([&] { ++calls; });
        kept = std::move(link);
    }
    changed.emit();
    kept = scoped_connection();
    changed.emit();
    EXPECT_EQ(calls, 1);
}

TEST(scoped_connection, can_let_go_without_cutting) {
    signal<> changed;
    int calls = 0;
    {
        scoped_connection link = changed.sink().connect([&] { ++calls; });
        EXPECT_TRUE(link.release().is_connected());
    }
    changed.emit();
    EXPECT_EQ(calls, 1);
}

} // namespace
