#include "tests/core/allocation_count.hpp"
#include "tests/core/property.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/task_graph.hpp>
#include <orrery/core/jobs/thread_pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#if ORRERY_THREADS
#include <chrono>
#include <thread>
#endif

namespace {

using namespace orrery;

// Tasks that note when they began and ended, by a clock that ticks at each of these events.
struct recorded_run {
    explicit recorded_run(std::size_t count)
        : begun(count)
        , ended(count) {}

    std::atomic<std::uint32_t> clock{0};
    std::vector<std::uint32_t> begun;
    std::vector<std::uint32_t> ended;
};

TEST(task_graph, respects_every_edge_in_every_run) {
    EXPECT_TRUE(property::holds([] {
        static thread_pool pool(3);
        static serial_scheduler serial;
        const auto count = property::in_range<std::uint32_t>(1, 40);
        // Edges from lower to higher numbers of a random order can make no circle.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
        for (const std::uint32_t begin : property::list_in_range<std::uint32_t>(0, count)) {
            edges.emplace_back(begin, property::in_range<std::uint32_t>(0, count));
        }

        task_graph graph;
        recorded_run run(count);
        std::vector<task_id> ids;
        for (std::uint32_t i = 0; i < count; ++i) {
            ids.push_back(graph.add("task", [&run, i] {
                run.begun[i] = ++run.clock;
                run.ended[i] = ++run.clock;
            }));
        }
        for (const auto& [a, b] : edges) {
            if (a != b) {
                graph.order(ids[std::min(a, b)], ids[std::max(a, b)]);
            }
        }
        for (int repeat = 0; repeat < 6; ++repeat) {
            run.clock = 0;
            std::fill(run.begun.begin(), run.begun.end(), 0);
            PROPERTY_ASSERT(graph.run(repeat % 3 == 0 ? static_cast<scheduler&>(serial) : pool).is_ok());
            PROPERTY_ASSERT(run.clock.load() == 2 * count);
            for (const auto& [a, b] : edges) {
                if (a != b) {
                    PROPERTY_ASSERT(run.ended[std::min(a, b)] < run.begun[std::max(a, b)]);
                }
            }
        }
    }));
}

TEST(task_graph, without_tasks_has_nothing_to_do) {
    serial_scheduler jobs;
    EXPECT_TRUE(task_graph().run(jobs).is_ok());
}

TEST(task_graph, names_the_tasks_of_a_circle_and_runs_none) {
    serial_scheduler jobs;
    task_graph graph;
    int runs = 0;
    const auto add = [&](const char* name) { return graph.add(name, [&runs] { ++runs; }); };
    const task_id input = add("input");
    const task_id broad = add("broad");
    const task_id narrow = add("narrow");
    const task_id solve = add("solve");
    const task_id output = add("output");
    graph.order(input, broad);
    graph.order(broad, narrow);
    graph.order(narrow, solve);
    graph.order(solve, output);
    graph.order(solve, broad);
    const status outcome = graph.run(jobs);
    ASSERT_FALSE(outcome.is_ok());
    const std::string message = outcome.reason().message;
    EXPECT_TRUE(message.ends_with("broad -> narrow -> solve -> broad") ||
                message.ends_with("narrow -> solve -> broad -> narrow") ||
                message.ends_with("solve -> broad -> narrow -> solve"))
        << message;
    EXPECT_EQ(runs, 0);
}

TEST(task_graph, reports_a_task_that_waits_for_itself) {
    serial_scheduler jobs;
    task_graph graph;
    const task_id lonely = graph.add("lonely", [] {});
    graph.order(lonely, lonely);
    EXPECT_TRUE(graph.run(jobs).reason().message.ends_with("lonely -> lonely"));
}

TEST(task_graph, may_be_told_an_order_twice) {
    serial_scheduler jobs;
    task_graph graph;
    std::string order;
    const task_id second = graph.add("second", [&] { order += "2"; });
    const task_id first = graph.add("first", [&] { order += "1"; });
    graph.order(first, second);
    graph.order(first, second);
    ASSERT_TRUE(graph.run(jobs).is_ok());
    EXPECT_EQ(order, "12");
}

TEST(task_graph, may_grow_between_runs) {
    serial_scheduler jobs;
    task_graph graph;
    std::string order;
    const task_id second = graph.add("second", [&] { order += "2"; });
    ASSERT_TRUE(graph.run(jobs).is_ok());
    const task_id first = graph.add("first", [&] { order += "1"; });
    graph.order(first, second);
    ASSERT_TRUE(graph.run(jobs).is_ok());
    EXPECT_EQ(order, "212");
}

TEST(task_graph, shows_a_task_what_its_predecessors_wrote) {
    thread_pool pool(4);
    task_graph graph;
    std::vector<int> values(16);
    int sum = 0;
    const task_id last = graph.add("sum", [&] {
        sum = 0;
        for (const int value : values) {
            sum += value;
        }
    });
    for (int& value : values) {
        graph.order(graph.add("add", [&value] { ++value; }), last);
    }
    for (int round = 1; round <= 500; ++round) {
        ASSERT_TRUE(graph.run(pool).is_ok());
        ASSERT_EQ(sum, 16 * round);
    }
}

TEST(task_graph, allocates_nothing_once_it_has_run) {
    serial_scheduler jobs;
    task_graph graph;
    int runs = 0;
    const task_id first = graph.add("first", [&] { ++runs; });
    for (int i = 0; i < 20; ++i) {
        graph.order(first, graph.add("other", [&] { ++runs; }));
    }
    ASSERT_TRUE(graph.run(jobs).is_ok());
    EXPECT_EQ(test::allocations_during([&] { EXPECT_TRUE(graph.run(jobs).is_ok()); }), 0u);
    EXPECT_EQ(runs, 42);
}

TEST(task_graph, allows_loops_inside_its_tasks) {
    thread_pool pool(4);
    task_graph graph;
    std::vector<int> values(4 * 100);
    for (std::size_t part = 0; part < 4; ++part) {
        graph.add("loop", [&values, &pool, part] {
            parallel_for(pool, 100, 5, [&](std::size_t i) { ++values[part * 100 + i]; });
        });
    }
    for (int round = 0; round < 100; ++round) {
        ASSERT_TRUE(graph.run(pool).is_ok());
    }
    EXPECT_EQ(values, std::vector<int>(400, 100));
}

#if ORRERY_THREADS
// Two tasks that wait for each other's beginning end only if they run at the same time. They become ready
// behind a join of two branches, and late: the thread that started the run has nothing left to do but wait.
TEST(task_graph, runs_branches_behind_a_join_at_the_same_time) {
    thread_pool pool(2);
    task_graph graph;
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> begun{0};
    const auto meet = [&] {
        const int everybody = (begun.fetch_add(1) / 2 + 1) * 2;
        while (begun.load() < everybody) {
            std::this_thread::yield();
        }
        if (std::this_thread::get_id() != caller) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    };
    const task_id start = graph.add("start", [] {});
    const task_id join = graph.add("join", [] {});
    for (int branch = 0; branch < 2; ++branch) {
        const task_id before = graph.add("before", meet);
        graph.order(start, before);
        graph.order(before, join);
        graph.order(join, graph.add("behind", meet));
    }
    for (int round = 0; round < 20; ++round) {
        begun = 0;
        ASSERT_TRUE(graph.run(pool).is_ok());
        ASSERT_EQ(begun.load(), 4);
    }
}

// The two become ready while a long task keeps one thread, so that the start of the run cannot return to
// offer them to the others. Four threads, because one of them may be waiting for the end of the run.
TEST(task_graph, runs_branches_at_the_same_time_beside_a_long_task) {
    thread_pool pool(4);
    task_graph graph;
    std::atomic<bool> has_long_begun{false};
    std::atomic<int> begun{0};
    const auto wait_until = [](auto condition) {
        while (!condition()) {
            std::this_thread::yield();
        }
    };
    const auto meet = [&] {
        begun.fetch_add(1);
        wait_until([&] { return begun.load() == 2; });
    };
    graph.add("long", [&] {
        has_long_begun = true;
        wait_until([&] { return begun.load() == 2; });
    });
    const task_id start = graph.add("start", [&] { wait_until([&] { return has_long_begun.load(); }); });
    graph.order(start, graph.add("left", meet));
    graph.order(start, graph.add("right", meet));
    for (int round = 0; round < 50; ++round) {
        has_long_begun = false;
        begun = 0;
        ASSERT_TRUE(graph.run(pool).is_ok());
    }
}
#endif

} // namespace
