#include "core/jobs/background_queue.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/jobs/background_jobs.hpp>

#include <utility>

namespace orrery {
namespace {

std::shared_ptr<detail::background_job> submit_to(const std::shared_ptr<detail::background_queue>& queue,
                                                  job_function work, job_priority priority,
                                                  job_clock::time_point due, job_clock::duration period) {
    ORRERY_CHECK(work, "a job needs something to do");
    auto job = std::make_shared<detail::background_job>(std::move(work), priority, due, period, queue);
    queue->submit(job);
    return job;
}

} // namespace

bool job_token::is_stop_requested() const noexcept {
    return job_.is_stop_requested();
}

void job_token::set_progress(float progress) noexcept {
    job_.set_progress(progress);
}

bool job_handle::is_done() const noexcept {
    return job_ == nullptr || job_->is_done();
}

float job_handle::progress() const noexcept {
    return job_ == nullptr ? 0.0f : job_->progress();
}

void job_handle::cancel() noexcept {
    if (job_ == nullptr) {
        return;
    }
    job_->cancel();
    if (const std::shared_ptr<detail::background_queue> queue = job_->owner.lock()) {
        queue->forget(job_);
    }
}

void job_handle::wait() const {
    while (!is_done()) {
        const std::shared_ptr<detail::background_queue> queue = job_->owner.lock();
        if (queue != nullptr && !queue->has_threads()) {
            queue->poll(job_clock::now());
            continue;
        }
#if ORRERY_THREADS
        if (queue != nullptr) {
            queue->run_if_due(job_);
        }
        job_->wait();
#endif
    }
}

background_jobs::background_jobs(const background_settings& settings)
    : queue_(std::make_shared<detail::background_queue>()) {
    queue_->start(settings.thread_count);
}

background_jobs::~background_jobs() {
    queue_->stop();
}

job_handle background_jobs::submit(job_function work, job_priority priority) {
    return submit_at(job_clock::now(), std::move(work), priority);
}

job_handle background_jobs::submit_at(job_clock::time_point due, job_function work, job_priority priority) {
    return job_handle(submit_to(queue_, std::move(work), priority, due, job_clock::duration::zero()));
}

job_handle background_jobs::submit_after(job_clock::duration delay, job_function work,
                                         job_priority priority) {
    return submit_at(job_clock::now() + delay, std::move(work), priority);
}

job_handle background_jobs::repeat_every(job_clock::duration period, job_function work,
                                         job_priority priority) {
    ORRERY_CHECK(period > job_clock::duration::zero(), "the period of a repeating job must be positive");
    return job_handle(submit_to(queue_, std::move(work), priority, job_clock::now(), period));
}

std::size_t background_jobs::poll(job_clock::time_point now) {
    return queue_->poll(now);
}

} // namespace orrery
