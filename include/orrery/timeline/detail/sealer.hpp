// Seals finished frames into track segments, one after the other, on a thread of its own.
#pragma once

#include <orrery/core/detail/mutex.hpp>
#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/fresh_frames.hpp>
#include <orrery/timeline/track_segment.hpp>

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
class sealer {
public:
    using segment = track_segment<World>;
    using record_pointer = typename fresh_frames<World>::record_pointer;

    explicit sealer(bool has_thread)
        : jobs_(has_thread ? std::make_unique<background_jobs>() : nullptr) {}

    // `before` is the segment that ends where the records begin, if it is not still on its way.
    void add(std::vector<record_pointer> records, std::shared_ptr<const segment> before,
             const typename World::model_type& model) {
        auto next = std::make_shared<task>();
        next->records = std::move(records);
        next->previous = waiting_.empty() ? nullptr : waiting_.back().first;
        next->before = std::move(before);
        const auto work = [next, model](job_token&) { next->run(model); };
        if (jobs_ != nullptr) {
            waiting_.emplace_back(next, jobs_->submit(work));
        } else {
            next->run(model);
            waiting_.emplace_back(next, job_handle{});
        }
    }

    [[nodiscard]] bool is_busy() const noexcept { return !waiting_.empty(); }

    // The next segment in time if it is done, or null.
    [[nodiscard]] std::shared_ptr<const segment> take() {
        if (waiting_.empty() || (jobs_ != nullptr && !waiting_.front().second.is_done())) {
            return nullptr;
        }
        std::shared_ptr<const segment> made = waiting_.front().first->made;
        waiting_.pop_front();
        return made;
    }

    // Returns when the next one is done; there must be one.
    void wait() const {
        if (jobs_ != nullptr) {
            waiting_.front().second.wait();
        }
    }

private:
    struct task {
        orrery::detail::mutex lock; // whoever waits for a task may run it, so two can come at the same time
        std::vector<record_pointer> records;
        std::shared_ptr<task> previous;
        std::shared_ptr<const segment> before;
        std::shared_ptr<const segment> made;

        void run(const typename World::model_type& model) {
            const orrery::detail::lock_guard guard(lock);
            if (made != nullptr) {
                return;
            }
            if (previous != nullptr) {
                previous->run(model);
                before = previous->made;
                previous.reset();
            }
            std::vector<const frame_record<World>*> frames;
            frames.reserve(records.size());
            for (const record_pointer& each : records) {
                frames.push_back(each.get());
            }
            made = segment::seal(frames, before.get(), model);
            records.clear();
            before.reset();
        }
    };

    std::unique_ptr<background_jobs> jobs_;
    std::deque<std::pair<std::shared_ptr<task>, job_handle>> waiting_;
};

} // namespace orrery::time::detail
