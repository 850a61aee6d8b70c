// Work that goes on beside the simulation: loading, saving, forecasting, and periodic tasks such as a world
// that steps itself at a fixed rate. Jobs are started at once, after a delay, or again and again; they can be
// cancelled and report their progress. High priority goes first; within a priority, who was due first.
// Without threads of its own (thread_count = 0, or a build with ORRERY_THREADS=0) jobs run when poll() is
// called, on the calling thread. Submitting takes a lock and an allocation: this is for jobs of a millisecond
// and more, loops belong into parallel_for.
#pragma once

#include <orrery/core/unique_function.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {
namespace detail {
class background_job;
class background_queue;
} // namespace detail

using job_clock = std::chrono::steady_clock;

enum class job_priority : std::uint8_t { low, high };

// What a running job is given: it should look every now and then whether it is still wanted.
class job_token {
public:
    [[nodiscard]] bool is_stop_requested() const noexcept;

    // From 0 to 1, for whoever holds the handle.
    void set_progress(float progress) noexcept;

private:
    friend class detail::background_job;

    explicit job_token(detail::background_job& job) noexcept
        : job_(job) {}

    detail::background_job& job_;
};

using job_function = unique_function<void(job_token&)>;

// Follows a job; copies follow the same one. It may outlive the job and the object that runs it. Letting go
// of all handles does not cancel the job.
class job_handle {
public:
    job_handle() noexcept = default;

    // The job has run, or has been cancelled before it could. A repeating job is done when it is cancelled.
    [[nodiscard]] bool is_done() const noexcept;

    [[nodiscard]] float progress() const noexcept;

    // A job that has not begun never will; one that runs is asked to stop. Does not wait.
    void cancel() noexcept;

    // Returns when the job is done; runs it on this thread if it is due and nobody has begun it yet. Where
    // jobs are polled it polls until then. Waiting for a repeating job that nobody cancels, or for the job
    // that calls this, never ends.
    void wait() const;

private:
    friend class background_jobs;

    explicit job_handle(std::shared_ptr<detail::background_job> job) noexcept
        : job_(std::move(job)) {}

    std::shared_ptr<detail::background_job> job_;
};

struct background_settings {
    std::uint32_t thread_count = 1;
};

class background_jobs {
public:
    explicit background_jobs(const background_settings& settings = {});

    // Cancels all jobs and waits for those that run.
    ~background_jobs();

    background_jobs(const background_jobs&) = delete;
    background_jobs& operator=(const background_jobs&) = delete;

    job_handle submit(job_function work, job_priority priority = job_priority::low);

    // Starts when `due` has come.
    job_handle submit_at(job_clock::time_point due, job_function work,
                         job_priority priority = job_priority::low);
    job_handle submit_after(job_clock::duration delay, job_function work,
                            job_priority priority = job_priority::low);

    // Runs at once and then in beats of `period` until cancelled, never twice at the same time. The beat does
    // not drift; beats that come while the job still runs are left out.
    job_handle repeat_every(job_clock::duration period, job_function work,
                            job_priority priority = job_priority::low);

    // Runs jobs that are due on the calling thread, as many as there are now, and returns how many it ran.
    std::size_t poll(job_clock::time_point now = job_clock::now());

private:
    std::shared_ptr<detail::background_queue> queue_;
};

} // namespace orrery
