// Jobs for one particular thread: any thread posts, the thread that owns the queue runs them when it polls.
// This is how the result of a background job gets back to the thread that asked for it.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/unique_function.hpp>

#include <cstddef>
#include <vector>

namespace orrery {

class job_queue {
public:
    job_queue() = default;
    job_queue(const job_queue&) = delete;
    job_queue& operator=(const job_queue&) = delete;

    // From any thread.
    void post(unique_function<void()> job);

    // Runs the jobs posted so far, in the order of posting, and returns how many. Jobs that these jobs post
    // run in the next poll. Only for the owner, and not from within a job.
    std::size_t poll();

    [[nodiscard]] bool empty();

private:
    detail::mutex access_;
    std::vector<unique_function<void()>> posted_;
    std::vector<unique_function<void()>> running_; // kept for its memory
};

} // namespace orrery
