#include <orrery/core/detail/mutex.hpp>
#include <orrery/timeline/detail/sealer.hpp>

namespace orrery::time::detail {

struct sealer::task {
    orrery::detail::mutex lock; // whoever waits for a task may run it, so two can come at the same time
    std::vector<record_pointer> records;
    std::shared_ptr<task> previous;
    motion_segment::shared before;
    motion_segment::shared made;

    void run(const shared_model& model) {
        const orrery::detail::lock_guard guard(lock);
        if (made != nullptr) {
            return;
        }
        if (previous != nullptr) {
            previous->run(model);
            before = previous->made;
            previous.reset();
        }
        std::vector<const recorded_frame*> frames;
        frames.reserve(records.size());
        for (const record_pointer& each : records) {
            frames.push_back(each.get());
        }
        made = motion_segment::seal(frames, before.get(), model);
        records.clear();
        before.reset();
    }
};

void sealer::add(std::vector<record_pointer> records, motion_segment::shared before, shared_model model) {
    auto next = std::make_shared<task>();
    next->records = std::move(records);
    next->previous = waiting_.empty() ? nullptr : waiting_.back().first;
    next->before = std::move(before);
    if (jobs_ != nullptr) {
        waiting_.emplace_back(
            next, jobs_->submit([next, model = std::move(model)](job_token&) { next->run(model); }));
    } else {
        next->run(model);
        waiting_.emplace_back(next, job_handle{});
    }
}

motion_segment::shared sealer::take() {
    if (waiting_.empty() || (jobs_ != nullptr && !waiting_.front().second.is_done())) {
        return nullptr;
    }
    motion_segment::shared made = waiting_.front().first->made;
    waiting_.pop_front();
    return made;
}

void sealer::wait() const {
    if (jobs_ != nullptr) {
        waiting_.front().second.wait();
    }
}

} // namespace orrery::time::detail
