// A place where a caller offers one batch after the other and where any thread may claim tasks of the current
// one. The slot belongs to the pool, not to a batch: a thread that comes late looks at the slot, finds
// nothing to claim, and has touched nothing that belongs to a caller.
//
// One 64-bit word holds the epoch (which batch of this slot) above the number of tasks nobody has claimed
// yet. A claim reads the word, then the batch, then exchanges the word: it succeeds only if the word has not
// changed, so the batch that was read is the one claimed. From then on the caller waits for that
// task, so the context stays alive. With 40 bits of epoch a thread would have to be stopped between
// two instructions for days before it could mistake a later batch for the one it read.
#pragma once

#include "core/jobs/pause.hpp"

#include <orrery/core/jobs/scheduler.hpp>

#include <atomic>
#include <cstdint>

namespace orrery::detail {

class alignas(64) batch_slot {
public:
    static constexpr std::uint32_t max_count = (std::uint32_t{1} << 24) - 1;

    // Offers the tasks first_index to first_index + count - 1 of a batch. The previous one must have been
    // joined.
    void publish(const task_batch& batch, std::uint32_t first_index, std::uint32_t count) noexcept {
        function_.store(batch.function, std::memory_order_relaxed);
        context_.store(batch.context, std::memory_order_relaxed);
        end_index_.store(first_index + count, std::memory_order_relaxed);
        unfinished_.store(count, std::memory_order_relaxed);
        const std::uint64_t epoch = (unclaimed_.load(std::memory_order_relaxed) >> count_bits) + 1;
        unclaimed_.store(epoch << count_bits | count, std::memory_order_release);
    }

    // Runs tasks until there is none left to claim; true if it ran any.
    bool work() noexcept {
        const std::uint32_t finished = run_unclaimed();
        if (finished == 0) {
            return false;
        }
        if (unfinished_.fetch_sub(finished, std::memory_order_acq_rel) == finished) {
            unfinished_.notify_one();
        }
        return true;
    }

    // For the caller that published: runs what it can claim, then waits for what others have claimed.
    void work_and_join(std::uint32_t spin_limit) noexcept {
        unfinished_.fetch_sub(run_unclaimed(), std::memory_order_acq_rel);
        for (std::uint32_t spin = 0; spin < spin_limit; ++spin) {
            if (unfinished_.load(std::memory_order_acquire) == 0) {
                return;
            }
            pause();
        }
        while (const std::uint32_t unfinished = unfinished_.load(std::memory_order_acquire)) {
            unfinished_.wait(unfinished, std::memory_order_acquire);
        }
    }

private:
    static constexpr unsigned count_bits = 24;

    static constexpr std::uint32_t count_of(std::uint64_t word) noexcept {
        return static_cast<std::uint32_t>(word & max_count);
    }

    // A thread that has claimed a task holds the batch open until it has reported it as finished, so finished
    // tasks are counted here and reported together.
    std::uint32_t run_unclaimed() noexcept {
        std::uint32_t finished = 0;
        std::uint64_t seen = unclaimed_.load(std::memory_order_acquire);
        while (count_of(seen) != 0) {
            const task_function function = function_.load(std::memory_order_relaxed);
            void* const context = context_.load(std::memory_order_relaxed);
            const std::uint32_t end_index = end_index_.load(std::memory_order_relaxed);
            if (unclaimed_.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel,
                                                 std::memory_order_acquire)) {
                function(context, end_index - count_of(seen));
                ++finished;
                seen = unclaimed_.load(std::memory_order_acquire);
            }
        }
        return finished;
    }

    std::atomic<std::uint64_t> unclaimed_{0};
    // The batch itself is read before it is known to be current, hence atomic; the claim gives the order.
    std::atomic<task_function> function_{nullptr};
    std::atomic<void*> context_{nullptr};
    std::atomic<std::uint32_t> end_index_{0};
    std::atomic<std::uint32_t> unfinished_{0};
};

} // namespace orrery::detail
