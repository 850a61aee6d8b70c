// Seals finished frames into segments of tracks, one after the other, on a thread of its own.
#pragma once

#include <orrery/core/jobs/background_jobs.hpp>
#include <orrery/timeline/detail/motion_segment.hpp>
#include <orrery/timeline/detail/recorded_frame.hpp>

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::time::detail {

class sealer {
public:
    explicit sealer(bool has_thread)
        : jobs_(has_thread ? std::make_unique<background_jobs>() : nullptr) {}

    // `before` is the segment that ends where the records begin, if it is not still on its way.
    void add(std::vector<record_pointer> records, motion_segment::shared before, shared_model model);

    [[nodiscard]] bool is_busy() const noexcept { return !waiting_.empty(); }

    // The next segment in time if it is done, or null.
    [[nodiscard]] motion_segment::shared take();

    // Returns when the next one is done; there must be one.
    void wait() const;

private:
    struct task;

    std::unique_ptr<background_jobs> jobs_;
    std::deque<std::pair<std::shared_ptr<task>, job_handle>> waiting_;
};

} // namespace orrery::time::detail
