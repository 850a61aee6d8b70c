// One background job and the states it goes through:
//
//     waiting -> running -> done
//        ^          |
//        +----------+  a repeating job, between two beats
//
// Whoever moves it from waiting to running, to run it or to throw it away, alone may touch its work.
#pragma once

#include <orrery/build_settings.hpp>
#include <orrery/core/jobs/background_jobs.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery::detail {

class background_job {
public:
    const job_priority priority;
    const job_clock::duration period; // zero: runs once
    const std::weak_ptr<background_queue> owner;
    job_clock::time_point due;  // changed by the running job only
    std::uint64_t sequence = 0; // order of submission, for jobs due at the same time

    background_job(job_function work, job_priority its_priority, job_clock::time_point first_due,
                   job_clock::duration its_period, std::weak_ptr<background_queue> its_owner)
        : priority(its_priority)
        , period(its_period)
        , owner(std::move(its_owner))
        , due(first_due)
        , work_(std::move(work)) {}

    [[nodiscard]] bool is_done() const noexcept { return state_.load(std::memory_order_acquire) == done; }

    [[nodiscard]] bool is_stop_requested() const noexcept {
        return is_stop_requested_.load(std::memory_order_relaxed);
    }

    [[nodiscard]] float progress() const noexcept { return progress_.load(std::memory_order_relaxed); }

    void set_progress(float value) noexcept { progress_.store(value, std::memory_order_relaxed); }

    void request_stop() noexcept { is_stop_requested_.store(true); }

    void cancel() noexcept {
        request_stop();
        if (try_to_begin()) {
            finish();
        }
    }

    // True if the caller, and nobody else, has to run it now.
    [[nodiscard]] bool try_to_begin() noexcept {
        std::uint32_t expected = waiting;
        return state_.compare_exchange_strong(expected, running);
    }

    void run() {
        job_token token(*this);
        work_(token);
    }

    // After run(): true if the job is to be put into the queue again, for its first beat after `now`.
    [[nodiscard]] bool end_run(job_clock::time_point now) noexcept {
        if (!repeats()) {
            finish();
            return false;
        }
        due += period;
        if (due <= now) {
            due += (now - due) / period * period + period;
        }
        state_.store(waiting);
        // A cancellation that found the job running has left the rest to us.
        if (is_stop_requested_.load() && try_to_begin()) {
            finish();
        }
        return !is_done();
    }

    [[nodiscard]] bool repeats() const noexcept { return period != job_clock::duration::zero(); }

#if ORRERY_THREADS
    void wait() const noexcept {
        for (std::uint32_t seen = state_.load(); seen != done; seen = state_.load()) {
            state_.wait(seen);
        }
    }
#endif

private:
    enum : std::uint32_t { waiting, running, done };

    void finish() noexcept {
        work_.reset();
        state_.store(done);
#if ORRERY_THREADS
        state_.notify_all();
#endif
    }

    job_function work_;
    std::atomic<std::uint32_t> state_{waiting};
    std::atomic<bool> is_stop_requested_{false};
    std::atomic<float> progress_{0};
};

} // namespace orrery::detail
