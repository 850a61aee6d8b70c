// The scheduler that Orrery brings along: a fixed set of threads that claim tasks one by one.
// A batch waits only for tasks that somebody has claimed, never for a thread to show up, so on a machine that
// is busy with other work a batch costs about what it costs serially. It allocates nothing, and costs some
// tenths of a microsecond while the workers are awake; they look for work for some tens of microseconds after
// a batch, then sleep. In a build without threads (ORRERY_THREADS=0) every batch runs on the calling thread.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>

#include <cstdint>
#include <memory>

namespace orrery {

class thread_pool final : public scheduler {
public:
    // As many threads as the machine can run at once.
    thread_pool();

    // The calling thread counts as one: thread_pool(1) starts no thread. 0 means as many as the machine has.
    explicit thread_pool(std::uint32_t thread_count);

    // No batch may be running.
    ~thread_pool() override;

    [[nodiscard]] std::uint32_t thread_count() const noexcept override;

    void run(const task_batch& batch) override;

private:
    class workers;
    std::unique_ptr<workers> workers_;
};

// The number of threads the machine can run at once; 1 in a build without threads.
[[nodiscard]] std::uint32_t hardware_thread_count() noexcept;

} // namespace orrery
