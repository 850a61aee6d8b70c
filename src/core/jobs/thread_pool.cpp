#include <orrery/build_settings.hpp>
#include <orrery/core/check.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/core/text.hpp>

#if ORRERY_THREADS

#include "core/jobs/batch_slot.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <thread>
#include <vector>

namespace orrery {
namespace {

constexpr std::uint32_t max_thread_count = 1024;

// How often a thread looks again before it goes to sleep: some tens of microseconds, the gap between two
// batches of a step. With more threads than processors looking only takes time away from the one waited for.
constexpr std::uint32_t spins_before_sleep = 1000;

} // namespace

// The threads, and the slots through which they are given work. Each running batch occupies one slot; should
// all be taken (64 batches at once, nested or from different threads), a batch runs on its caller alone.
class thread_pool::workers {
public:
    explicit workers(std::uint32_t thread_count)
        : spin_limit_(thread_count <= hardware_thread_count() ? spins_before_sleep : 0) {
        threads_.reserve(thread_count - 1);
        for (std::uint32_t i = 1; i < thread_count; ++i) {
            threads_.emplace_back([this, i] {
                name_this_thread(text("worker ", i));
                serve();
            });
        }
    }

    ~workers() {
        is_stopping_.store(true, std::memory_order_relaxed);
        publications_.fetch_add(1);
        publications_.notify_all();
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

    workers(const workers&) = delete;
    workers& operator=(const workers&) = delete;

    [[nodiscard]] std::uint32_t thread_count() const noexcept {
        return static_cast<std::uint32_t>(threads_.size()) + 1;
    }

    // False if every slot is taken.
    bool run(const task_batch& batch) noexcept {
        const int index = take_slot();
        if (index < 0) {
            return false;
        }
        detail::batch_slot& slot = slots_[static_cast<std::size_t>(index)];
        std::uint32_t first = 0;
        while (first < batch.count) {
            const std::uint32_t count = std::min(batch.count - first, detail::batch_slot::max_count);
            slot.publish(batch, first, count);
            wake(count - 1);
            slot.work_and_join(spin_limit_);
            first += count;
        }
        taken_.fetch_and(~(std::uint64_t{1} << index), std::memory_order_release);
        return true;
    }

private:
    int take_slot() noexcept {
        std::uint64_t taken = taken_.load(std::memory_order_relaxed);
        while (~taken != 0) {
            const int free = std::countr_one(taken);
            if (taken_.compare_exchange_weak(taken, taken | std::uint64_t{1} << free,
                                             std::memory_order_acquire, std::memory_order_relaxed)) {
                return free;
            }
        }
        return -1;
    }

    // Publication and sleep are a pair: the caller counts up and then looks for sleepers, a worker becomes a
    // sleeper and then looks at the count, all sequentially consistent. One of the two sees the other.
    void wake(std::uint32_t helpers) noexcept {
        publications_.fetch_add(1);
        const std::uint32_t sleepers = sleepers_.load();
        if (helpers >= sleepers) {
            if (sleepers > 0) {
                publications_.notify_all();
            }
            return;
        }
        for (std::uint32_t i = 0; i < helpers; ++i) {
            publications_.notify_one();
        }
    }

    void serve() noexcept {
        for (;;) {
            const std::uint32_t seen = publications_.load();
            if (help()) {
                continue;
            }
            if (is_stopping_.load(std::memory_order_relaxed)) {
                return;
            }
            wait_for_publication(seen);
        }
    }

    bool help() noexcept {
        bool has_helped = false;
        for (std::uint64_t taken = taken_.load(std::memory_order_acquire); taken != 0; taken &= taken - 1) {
            has_helped |= slots_[static_cast<std::size_t>(std::countr_zero(taken))].work();
        }
        return has_helped;
    }

    void wait_for_publication(std::uint32_t seen) noexcept {
        for (std::uint32_t spin = 0; spin < spin_limit_; ++spin) {
            if (publications_.load(std::memory_order_relaxed) != seen) {
                return;
            }
            detail::pause();
        }
        sleepers_.fetch_add(1);
        publications_.wait(seen);
        sleepers_.fetch_sub(1);
    }

    std::array<detail::batch_slot, 64> slots_;
    alignas(64) std::atomic<std::uint64_t> taken_{0};
    alignas(64) std::atomic<std::uint32_t> publications_{0};
    alignas(64) std::atomic<std::uint32_t> sleepers_{0};
    std::atomic<bool> is_stopping_{false};
    std::uint32_t spin_limit_;
    std::vector<std::thread> threads_;
};

thread_pool::thread_pool()
    : thread_pool(0) {}

thread_pool::thread_pool(std::uint32_t thread_count) {
    ORRERY_CHECK(thread_count <= max_thread_count, "a thread pool has at most 1024 threads");
    if (thread_count == 0) {
        thread_count = std::min(hardware_thread_count(), max_thread_count);
    }
    if (thread_count > 1) {
        workers_ = std::make_unique<workers>(thread_count);
    }
}

std::uint32_t thread_pool::thread_count() const noexcept {
    return workers_ ? workers_->thread_count() : 1;
}

void thread_pool::run(const task_batch& batch) {
    if (batch.count > 1 && workers_ && workers_->run(batch)) {
        return;
    }
    serial_scheduler().run(batch);
}

std::uint32_t hardware_thread_count() noexcept {
    return std::max(std::thread::hardware_concurrency(), 1u);
}

} // namespace orrery

#else

namespace orrery {

class thread_pool::workers {};

thread_pool::thread_pool() = default;

thread_pool::thread_pool(std::uint32_t) {}

std::uint32_t thread_pool::thread_count() const noexcept {
    return 1;
}

void thread_pool::run(const task_batch& batch) {
    serial_scheduler().run(batch);
}

std::uint32_t hardware_thread_count() noexcept {
    return 1;
}

} // namespace orrery

#endif

namespace orrery {

thread_pool::~thread_pool() = default;

} // namespace orrery
