#include "core/jobs/background_queue.hpp"

#include <orrery/core/profile.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <utility>

namespace orrery::detail {

void background_queue::submit(const job_pointer& job) {
    bool is_late = false;
    {
        const lock_guard guard(access_);
        is_late = is_stopping_;
        if (!is_late) {
            insert(job);
        }
    }
    if (is_late) {
        job->cancel();
    }
}

std::size_t background_queue::poll(job_clock::time_point now) {
    std::size_t count = 0;
    for (std::size_t due = count_due(now); due > 0; --due) {
        const job_pointer job = take_due(now);
        if (job == nullptr) {
            break;
        }
        run(job);
        end_run(job, now);
        ++count;
    }
    return count;
}

void background_queue::run_if_due(const job_pointer& job) {
    if (job->repeats() || job->due > job_clock::now() || !job->try_to_begin()) {
        return;
    }
    {
        const lock_guard guard(access_);
        remove(job);
        running_.push_back(job);
    }
    run(job);
    end_run(job, job_clock::now());
}

// Only a job that is done has a place in the order that no longer changes.
void background_queue::forget(const job_pointer& job) {
    if (job->is_done()) {
        const lock_guard guard(access_);
        remove(job);
    }
}

// Jobs that were cancelled, or that a waiting thread has begun, are dropped on the way.
background_queue::job_pointer background_queue::take_due(job_clock::time_point now) {
    const lock_guard guard(access_);
    for (waiting_jobs& jobs : waiting_) {
        while (!jobs.empty() && (*jobs.begin())->due <= now) {
            job_pointer job = *jobs.begin();
            jobs.erase(jobs.begin());
            if (job->try_to_begin()) {
                running_.push_back(job);
                return job;
            }
        }
    }
    return nullptr;
}

std::size_t background_queue::count_due(job_clock::time_point now) {
    const lock_guard guard(access_);
    std::size_t count = 0;
    for (const waiting_jobs& jobs : waiting_) {
        for (auto job = jobs.begin(); job != jobs.end() && (*job)->due <= now; ++job) {
            ++count;
        }
    }
    return count;
}

// These two are called with the lock held.
void background_queue::insert(job_pointer job) {
    job->sequence = ++last_sequence_;
    waiting_[job->priority == job_priority::high ? 0 : 1].insert(std::move(job));
#if ORRERY_THREADS
    changed_.notify_one();
#endif
}

void background_queue::remove(const job_pointer& job) {
    for (waiting_jobs& jobs : waiting_) {
        jobs.erase(job);
    }
}

void background_queue::run(const job_pointer& job) {
    ORRERY_ZONE("background job");
    job->run();
}

void background_queue::end_run(const job_pointer& job, job_clock::time_point now) {
    const bool runs_again = job->end_run(now);
    const lock_guard guard(access_);
    running_.erase(std::find(running_.begin(), running_.end(), job));
    if (runs_again && !is_stopping_) {
        insert(job);
    }
}

void background_queue::stop() {
    std::array<waiting_jobs, 2> abandoned;
    {
        const lock_guard guard(access_);
        is_stopping_ = true;
        std::swap(abandoned, waiting_);
        for (const job_pointer& job : running_) {
            job->request_stop();
        }
#if ORRERY_THREADS
        changed_.notify_all();
#endif
    }
    for (const waiting_jobs& jobs : abandoned) {
        for (const job_pointer& job : jobs) {
            job->cancel();
        }
    }
#if ORRERY_THREADS
    for (std::thread& thread : threads_) {
        thread.join();
    }
#endif
}

#if ORRERY_THREADS

void background_queue::start(std::uint32_t thread_count) {
    for (std::uint32_t i = 0; i < thread_count; ++i) {
        threads_.emplace_back([this, i] {
            name_this_thread(text("background ", i));
            serve();
        });
    }
}

bool background_queue::has_threads() const noexcept {
    return !threads_.empty();
}

void background_queue::serve() {
    for (;;) {
        if (const job_pointer job = take_due(job_clock::now())) {
            run(job);
            end_run(job, job_clock::now());
            continue;
        }
        std::unique_lock lock(access_);
        if (is_stopping_) {
            return;
        }
        // Changes between looking for a job and getting the lock are seen here: something is due, or is
        // the next to become so.
        auto next = job_clock::time_point::max();
        for (const waiting_jobs& jobs : waiting_) {
            if (!jobs.empty()) {
                next = std::min(next, (*jobs.begin())->due);
            }
        }
        if (next == job_clock::time_point::max()) {
            changed_.wait(lock);
        } else {
            changed_.wait_until(lock, next);
        }
    }
}

#else

void background_queue::start(std::uint32_t) {}

bool background_queue::has_threads() const noexcept {
    return false;
}

#endif

} // namespace orrery::detail
