// Seals finished frames into track segments, one after the other, on a thread of its own.
#pragma once

#include <orrery/core/background_jobs.hpp>
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
        std::shared_ptr<const segment> made = std::move(waiting_.front().first->made);
        waiting_.pop_front();
        return made;
    }

    // The same, but waits for it.
    [[nodiscard]] std::shared_ptr<const segment> wait_and_take() {
        if (jobs_ != nullptr) {
            waiting_.front().second.wait();
        }
        return take();
    }

private:
    struct task {
        std::vector<record_pointer> records;
        std::shared_ptr<task> previous; // sealed before, on the same thread
        std::shared_ptr<const segment> before;
        std::shared_ptr<const segment> made;

        void run(const typename World::model_type& model) {
            if (previous != nullptr) {
                before = previous->last_made;
            }
            made = segment::seal(records, before.get(), model);
            last_made = made;
            previous.reset();
            records.clear();
        }

        std::shared_ptr<const segment> last_made; // stays when `made` is taken
    };

    std::unique_ptr<background_jobs> jobs_;
    std::deque<std::pair<std::shared_ptr<task>, job_handle>> waiting_;
};

} // namespace orrery::time::detail
