// The jobs that wait and the threads that run them. Handles share it, so that they may outlive its owner.
#pragma once

#include "core/jobs/background_job.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/core/detail/mutex.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#if ORRERY_THREADS
#include <condition_variable>
#include <thread>
#endif

namespace orrery::detail {

class background_queue {
public:
    using job_pointer = std::shared_ptr<background_job>;

    void start(std::uint32_t thread_count);

    // Cancels what waits, asks what runs to stop, and joins the threads.
    void stop();

    void submit(const job_pointer& job);
    std::size_t poll(job_clock::time_point now);

    // For a thread that waits for this job and may as well run it.
    void run_if_due(const job_pointer& job);

    // Lets go of a job that was cancelled before its time came.
    void forget(const job_pointer& job);

    [[nodiscard]] bool has_threads() const noexcept;

private:
    struct due_first {
        bool operator()(const job_pointer& left, const job_pointer& right) const noexcept {
            return left->due != right->due ? left->due < right->due : left->sequence < right->sequence;
        }
    };

    using waiting_jobs = std::set<job_pointer, due_first>;

    [[nodiscard]] job_pointer take_due(job_clock::time_point now);
    [[nodiscard]] std::size_t count_due(job_clock::time_point now);
    void insert(job_pointer job);
    void remove(const job_pointer& job);
    static void run(const job_pointer& job);
    void end_run(const job_pointer& job, job_clock::time_point now);

    mutex access_;
    std::array<waiting_jobs, 2> waiting_; // by priority, high first
    std::vector<job_pointer> running_;
    std::uint64_t last_sequence_ = 0;
    bool is_stopping_ = false;

#if ORRERY_THREADS
    void serve();

    std::condition_variable changed_;
    std::vector<std::thread> threads_;
#endif
};

} // namespace orrery::detail
