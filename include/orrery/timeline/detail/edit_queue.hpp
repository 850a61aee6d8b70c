// Changes of a timeline on their way from the threads that ask for them to the one that makes them, in the
// order in which they were asked for.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

namespace orrery::time::detail {

// What became of one change. Written once, before is_done is set, and read by anyone after.
struct edit_outcome {
    std::atomic<bool> is_done{false};
    status answer;
};

template <typename Timeline>
class edit_queue {
public:
    using action = unique_function<status(Timeline&)>;

    struct edit {
        action change;
        std::shared_ptr<edit_outcome> outcome;

        void finish(status answer) {
            outcome->answer = std::move(answer);
            outcome->is_done.store(true, std::memory_order_release);
        }
    };

    [[nodiscard]] std::shared_ptr<const edit_outcome> add(action change) {
        waiting_.push_back({std::move(change), std::make_shared<edit_outcome>()});
        return waiting_.back().outcome;
    }

    [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }

    [[nodiscard]] edit take() {
        edit next = std::move(waiting_.front());
        waiting_.pop_front();
        return next;
    }

private:
    std::deque<edit> waiting_;
};

} // namespace orrery::time::detail
