#include <orrery/core/check.hpp>
#include <orrery/core/jobs/job_queue.hpp>

#include <utility>

namespace orrery {

void job_queue::post(unique_function<void()> job) {
    ORRERY_CHECK(job, "a job needs something to do");
    const detail::lock_guard guard(access_);
    posted_.push_back(std::move(job));
}

std::size_t job_queue::poll() {
    ORRERY_CHECK(running_.empty(), "a job of the queue polls the queue it is run from");
    {
        const detail::lock_guard guard(access_);
        std::swap(posted_, running_);
    }
    for (unique_function<void()>& job : running_) {
        job();
    }
    const std::size_t count = running_.size();
    running_.clear();
    return count;
}

bool job_queue::empty() {
    const detail::lock_guard guard(access_);
    return posted_.empty();
}

} // namespace orrery
