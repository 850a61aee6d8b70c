#include "apps/studio/server/client_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <vector>

using namespace orrery::studio;

namespace {

TEST(client_queue, hands_everything_on_in_order) {
    std::vector<std::string> sent;
    std::promise<void> is_done;
    client_queue queue(
        [&](const outgoing& what) {
            sent.push_back(what.content);
            if (what.content == "end") {
                is_done.set_value();
            }
            return true;
        },
        [] {}, 1000);
    for (const char* each : {"one", "two", "end"}) {
        queue.put({.content = each});
    }
    is_done.get_future().wait();
    EXPECT_EQ(sent, (std::vector<std::string>{"one", "two", "end"}));
}

TEST(client_queue, gives_a_client_up_that_does_not_read_and_never_waits_for_it) {
    std::promise<void> may_go_on;
    std::atomic<int> given_up = 0;
    client_queue queue(
        [held = may_go_on.get_future().share()](const outgoing&) {
            held.wait();
            return true;
        },
        [&] { ++given_up; }, 1000);
    for (int i = 0; i < 10; ++i) {
        queue.put({.content = std::string(100, 'x')});
    }
    EXPECT_EQ(given_up, 0);
    queue.put({.content = "one letter too many"});
    queue.put({.content = "more"});
    EXPECT_EQ(given_up, 1);
    may_go_on.set_value();
}

TEST(client_queue, what_was_sent_no_longer_counts) {
    std::atomic<int> given_up = 0;
    std::atomic<int> sent = 0;
    client_queue queue(
        [&](const outgoing&) {
            ++sent;
            return true;
        },
        [&] { ++given_up; }, 1000);
    for (int i = 0; i < 50; ++i) {
        while (sent < i && given_up == 0) { // until the one before is on its way
            std::this_thread::yield();
        }
        queue.put({.content = std::string(400, 'x')});
    }
    EXPECT_EQ(given_up, 0);
}

TEST(client_queue, gives_up_once_when_sending_fails) {
    std::promise<void> is_over;
    int given_up = 0;
    client_queue queue([](const outgoing&) { return false; },
                       [&] {
                           ++given_up;
                           is_over.set_value();
                       },
                       1000);
    queue.put({.content = "x"});
    is_over.get_future().wait();
    queue.put({.content = "y"});
    queue.close();
    EXPECT_EQ(given_up, 1);
}

TEST(client_queue, forgets_what_comes_after_it_was_closed) {
    std::atomic<int> sent = 0;
    client_queue queue(
        [&](const outgoing&) {
            ++sent;
            return true;
        },
        [] {}, 1000);
    queue.close();
    queue.put({.content = std::string(2000, 'x')});
    queue.close();
    EXPECT_EQ(sent, 0);
}

} // namespace
