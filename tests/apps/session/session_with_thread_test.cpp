// A session that computes ahead on a thread of its own: it says when it has something to do.
#include "tests/apps/session/session_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace orrery::studio {
namespace {

constexpr auto long_enough = std::chrono::minutes(1); // what never comes is a failure, not a hanging test

class session_with_thread : public testing::Test {
protected:
    explicit session_with_thread(double cpu_share = 0.9)
        : session_(outbox_,
                   {.horizon = 120, .cpu_share = cpu_share, .on_work_due = [this] { call_for_work(); }}) {}

    void open(std::string_view scene) {
        ASSERT_TRUE(session_.open_scene(*scene_format::parse_scene(std::string(scene), "small")));
        page_ = session_.join();
        ASSERT_TRUE(work_until([&] { return head() >= 120; }));
        outbox_.texts[page_].clear();
    }

    double work() { return session_.work(clock_ += 0.3); }

    template <typename Predicate>
    bool work_until(Predicate is_so) {
        const auto end = std::chrono::steady_clock::now() + long_enough;
        while (!is_so() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            work();
        }
        return is_so();
    }

    // False if nobody has called for work in this time. A call that came before counts.
    bool wait_for_call() {
        std::unique_lock guard(lock_);
        const bool has_come = called_.wait_for(guard, long_enough, [this] { return is_work_due_; });
        is_work_due_ = false;
        return has_come;
    }

    // The last that the page was told.
    [[nodiscard]] double head() const {
        double found = 0;
        for (const json::value& each : outbox_.texts.at(page_)) {
            found = each.find("head") != nullptr ? each.find("head")->number() : found;
        }
        return found;
    }

    // Null if there is none yet.
    [[nodiscard]] const json::value* answer(double id) const {
        const auto& all = outbox_.texts.at(page_);
        const auto found = std::ranges::find_if(all, [=](const json::value& each) {
            return each.find("id") != nullptr && each.find("id")->number() == id;
        });
        return found != all.end() ? &*found : nullptr;
    }

    void call_for_work() {
        const std::lock_guard guard(lock_);
        is_work_due_ = true;
        called_.notify_one();
    }

    std::mutex lock_;
    std::condition_variable called_;
    bool is_work_due_ = false;
    kept_outbox outbox_;
    session session_; // after all that its thread calls
    client_id page_ = client_id::none;
    double clock_ = 0;
};

// A world in which a change is felt by more than half takes the head back to a keyframe before it.
constexpr std::string_view one_ball = R"({"title": "One", "world": "rigid", "bodies": [
    {"name": "ball", "position": [0, 2, 0], "shape": {"kind": "sphere", "radius": 0.5}}]})";

// A slice of 2 ms is followed by a rest of two seconds.
class session_with_slow_thread : public session_with_thread {
protected:
    session_with_slow_thread()
        : session_with_thread(0.001) {}
};

TEST_F(session_with_thread, calls_for_work_when_a_change_is_done_and_does_not_look_for_it) {
    open(small_scene);
    session_.receive(page_, R"({"id":1,"do":"push","key":"2","frame":20,"impulse":[0,0,2000]})");
    while (answer(1) == nullptr) {
        // Only what has to be gone on with is worked at without a call.
        if (const double pause = work(); pause > 0 && answer(1) == nullptr) {
            EXPECT_GE(pause, 1.0 / 60);
            ASSERT_TRUE(wait_for_call());
        }
    }
    EXPECT_TRUE(answer(1)->find("ok")->boolean());
}

TEST_F(session_with_slow_thread, finds_the_first_difference_though_the_head_has_to_come_back_to_it) {
    open(one_ball);
    session_.receive(page_, R"({"id":1,"do":"push","key":"1","frame":95,"impulse":[300,0,0]})");
    ASSERT_TRUE(work_until([&] { return answer(1) != nullptr; }));
    ASSERT_TRUE(answer(1)->find("ok")->boolean());
    EXPECT_EQ(answer(1)->find("difference")->find("frame")->number(), 96);
    EXPECT_EQ(answer(1)->find("difference")->find("key")->string(), "1");
}

TEST_F(session_with_slow_thread, makes_the_next_change_without_waiting_for_frames_of_the_one_before) {
    open(one_ball);
    session_.receive(page_, R"({"id":1,"do":"push","key":"1","frame":95,"impulse":[300,0,0]})");
    session_.receive(page_, R"({"id":2,"do":"undo"})");
    ASSERT_TRUE(work_until([&] { return answer(1) != nullptr && answer(2) != nullptr; }));
    EXPECT_EQ(answer(1)->find("difference")->find("frame")->kind(), json::kind::null);
    EXPECT_TRUE(answer(2)->find("ok")->boolean());
}

} // namespace
} // namespace orrery::studio
