#include "apps/studio/server/client_queue.hpp"

#include <utility>

namespace orrery::studio {

client_queue::client_queue(sender send, std::function<void()> give_up, std::size_t max_bytes)
    : send_(std::move(send))
    , give_up_(std::move(give_up))
    , max_bytes_(max_bytes)
    , thread_([this] { run(); }) {}

client_queue::~client_queue() {
    close();
}

void client_queue::put(outgoing what) {
    const std::lock_guard guard(lock_);
    if (is_over_) {
        return;
    }
    waiting_bytes_ += what.content.size();
    waiting_.push_back(std::move(what));
    if (waiting_bytes_ > max_bytes_) {
        fail();
    }
    has_news_.notify_one();
}

void client_queue::close() {
    {
        const std::lock_guard guard(lock_);
        is_over_ = true;
        waiting_.clear();
    }
    has_news_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void client_queue::fail() {
    is_over_ = true;
    waiting_.clear();
    give_up_();
}

void client_queue::run() {
    std::unique_lock guard(lock_);
    while (true) {
        has_news_.wait(guard, [this] { return is_over_ || !waiting_.empty(); });
        if (is_over_) {
            return;
        }
        const outgoing next = std::move(waiting_.front());
        waiting_.pop_front();
        guard.unlock();
        const bool went_well = send_(next);
        guard.lock();
        waiting_bytes_ -= next.content.size();
        if (!went_well && !is_over_) {
            fail();
        }
    }
}

} // namespace orrery::studio
