#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/core/jobs/job_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#if ORRERY_THREADS
#include <thread>
#endif

namespace {

using namespace orrery;
using namespace std::chrono_literals;

constexpr background_settings polled{.thread_count = 0};

TEST(background_jobs, without_threads_run_when_polled) {
    background_jobs jobs(polled);
    int runs = 0;
    const job_handle handle = jobs.submit([&](job_token&) { ++runs; });
    EXPECT_EQ(runs, 0);
    EXPECT_FALSE(handle.is_done());
    EXPECT_EQ(jobs.poll(), 1u);
    EXPECT_EQ(runs, 1);
    EXPECT_TRUE(handle.is_done());
    EXPECT_EQ(jobs.poll(), 0u);
}

TEST(background_jobs, run_high_priority_first_and_otherwise_in_order) {
    background_jobs jobs(polled);
    std::string order;
    const auto note = [&](char letter) { return [&order, letter](job_token&) { order += letter; }; };
    jobs.submit(note('c'));
    jobs.submit(note('d'));
    jobs.submit(note('a'), job_priority::high);
    jobs.submit(note('b'), job_priority::high);
    jobs.poll();
    EXPECT_EQ(order, "abcd");
}

TEST(background_jobs, run_delayed_jobs_when_their_time_has_come) {
    background_jobs jobs(polled);
    const auto start = job_clock::now();
    std::string order;
    jobs.submit_at(start + 2h, [&](job_token&) { order += "b"; });
    jobs.submit_at(start + 1h, [&](job_token&) { order += "a"; });
    jobs.submit_after(3h, [&](job_token&) { order += "c"; });
    jobs.poll(start);
    EXPECT_EQ(order, "");
    jobs.poll(start + 1h);
    EXPECT_EQ(order, "a");
    jobs.poll(start + 4h);
    EXPECT_EQ(order, "abc");
}

TEST(background_jobs, repeat_in_beats_that_do_not_drift) {
    background_jobs jobs(polled);
    int runs = 0;
    job_handle handle = jobs.repeat_every(10s, [&](job_token&) { ++runs; });
    const auto start = job_clock::now(); // at the first beat or a moment later
    EXPECT_EQ(jobs.poll(start), 1u);
    EXPECT_EQ(jobs.poll(start + 9s), 0u);
    EXPECT_EQ(jobs.poll(start + 14s), 1u);
    EXPECT_EQ(jobs.poll(start + 19s), 0u);
    EXPECT_EQ(jobs.poll(start + 20s), 1u)
        << "the third beat is due 20 s after the first, though the second was late";
    EXPECT_EQ(jobs.poll(start + 65s), 1u) << "missed beats are left out";
    EXPECT_EQ(jobs.poll(start + 69s), 0u);
    EXPECT_EQ(jobs.poll(start + 70s), 1u);
    EXPECT_FALSE(handle.is_done());
    handle.cancel();
    EXPECT_TRUE(handle.is_done());
    EXPECT_EQ(jobs.poll(start + 100s), 0u);
    EXPECT_EQ(runs, 5);
}

TEST(background_jobs, may_end_their_own_repetition) {
    background_jobs jobs(polled);
    const auto start = job_clock::now();
    int runs = 0;
    job_handle handle;
    handle = jobs.repeat_every(1s, [&](job_token&) {
        if (++runs == 3) {
            handle.cancel();
        }
    });
    for (int second = 1; second < 10; ++second) {
        jobs.poll(start + std::chrono::seconds(second));
    }
    EXPECT_EQ(runs, 3);
    EXPECT_TRUE(handle.is_done());
}

TEST(background_jobs, never_begin_a_job_that_was_cancelled_in_time) {
    background_jobs jobs(polled);
    const auto owned = std::make_shared<int>(0);
    job_handle handle = jobs.submit([owned](job_token&) { FAIL(); });
    handle.cancel();
    EXPECT_TRUE(handle.is_done());
    EXPECT_EQ(owned.use_count(), 1) << "what the job had captured is let go at once";
    EXPECT_EQ(jobs.poll(), 0u);
}

TEST(background_jobs, show_their_progress_and_see_a_request_to_stop) {
    background_jobs jobs(polled);
    job_handle handle;
    handle = jobs.submit([&](job_token& token) {
        EXPECT_FALSE(token.is_stop_requested());
        token.set_progress(0.25f);
        EXPECT_EQ(handle.progress(), 0.25f);
        handle.cancel();
        EXPECT_TRUE(token.is_stop_requested());
        EXPECT_FALSE(handle.is_done()) << "it still runs";
    });
    jobs.poll();
    EXPECT_TRUE(handle.is_done());
}

TEST(background_jobs, leave_jobs_submitted_by_jobs_to_the_next_poll) {
    background_jobs jobs(polled);
    int runs = 0;
    jobs.submit([&](job_token&) { jobs.submit([&](job_token&) { ++runs; }); });
    EXPECT_EQ(jobs.poll(), 1u);
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(jobs.poll(), 1u);
    EXPECT_EQ(runs, 1);
}

TEST(background_jobs, are_done_when_their_owner_is_gone) {
    job_handle handle;
    {
        background_jobs jobs(polled);
        handle = jobs.submit_after(1h, [](job_token&) { FAIL(); });
    }
    EXPECT_TRUE(handle.is_done());
    handle.wait();
    handle.cancel();
}

TEST(background_jobs, can_be_waited_for_without_threads) {
    background_jobs jobs(polled);
    int runs = 0;
    const job_handle first = jobs.submit([&](job_token&) { ++runs; });
    const job_handle second = jobs.submit_after(2ms, [&](job_token&) { ++runs; });
    second.wait();
    EXPECT_TRUE(first.is_done());
    EXPECT_EQ(runs, 2);
}

TEST(job_handle, of_no_job_is_done) {
    job_handle handle;
    EXPECT_TRUE(handle.is_done());
    handle.cancel();
    handle.wait();
}

#if ORRERY_THREADS

TEST(background_jobs, run_beside_the_thread_that_submits) {
    background_jobs jobs({.thread_count = 2});
    std::atomic<int> runs{0};
    std::vector<job_handle> handles;
    for (int i = 0; i < 500; ++i) {
        handles.push_back(jobs.submit([&](job_token&) { ++runs; }));
    }
    for (const job_handle& handle : handles) {
        handle.wait();
    }
    EXPECT_EQ(runs.load(), 500);
}

TEST(background_jobs, may_wait_for_each_other_on_one_thread) {
    background_jobs jobs({.thread_count = 1});
    int value = 0;
    const job_handle outer = jobs.submit([&](job_token&) {
        const job_handle inner = jobs.submit([&](job_token&) { value = 7; });
        inner.wait();
        value *= 6;
    });
    outer.wait();
    EXPECT_EQ(value, 42);
}

TEST(background_jobs, stop_running_jobs_when_their_owner_goes) {
    std::atomic<bool> has_begun{false};
    std::atomic<bool> has_seen_the_request{false};
    job_handle queued;
    {
        background_jobs jobs({.thread_count = 1});
        jobs.submit([&](job_token& token) {
            has_begun = true;
            while (!token.is_stop_requested()) {
                std::this_thread::yield();
            }
            has_seen_the_request = true;
        });
        while (!has_begun) {
            std::this_thread::yield();
        }
        queued = jobs.submit([](job_token&) { FAIL(); });
    }
    EXPECT_TRUE(has_seen_the_request);
    EXPECT_TRUE(queued.is_done());
}

TEST(background_jobs, repeat_on_their_own_thread_until_cancelled) {
    background_jobs jobs({.thread_count = 1});
    std::atomic<int> runs{0};
    job_handle handle = jobs.repeat_every(100us, [&](job_token&) { ++runs; });
    while (runs.load() < 20) {
        std::this_thread::yield();
    }
    handle.cancel();
    handle.wait();
    const int after = runs.load();
    const job_handle later = jobs.submit_after(2ms, [](job_token&) {});
    later.wait();
    EXPECT_EQ(runs.load(), after);
}

TEST(background_jobs, withstand_cancellation_at_any_moment) {
    background_jobs jobs({.thread_count = 2});
    std::vector<job_handle> handles;
    for (int i = 0; i < 300; ++i) {
        handles.push_back(i % 3 == 0 ? jobs.repeat_every(10us, [](job_token&) {})
                                     : jobs.submit([](job_token&) {}));
        handles[handles.size() / 2].cancel();
    }
    for (job_handle& handle : handles) {
        handle.cancel();
        handle.wait();
        ASSERT_TRUE(handle.is_done());
    }
}

TEST(background_jobs, deliver_their_results_through_a_job_queue) {
    background_jobs jobs({.thread_count = 1});
    job_queue main_thread;
    std::thread::id where;
    jobs.submit([&](job_token&) { main_thread.post([&] { where = std::this_thread::get_id(); }); });
    while (main_thread.poll() == 0) {
        std::this_thread::yield();
    }
    EXPECT_EQ(where, std::this_thread::get_id());
}

#endif

} // namespace
