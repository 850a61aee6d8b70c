// The seam through which everything in Orrery uses more than one thread. A scheduler runs batches: `count`
// tasks given as one function and one context, in any order, on any threads, and returns when all have run.
// Derive from it to run Orrery's work on your own job system; conformance is checked by
// tests/core/jobs/scheduler_test.cpp, and examples/tbb_scheduler.hpp shows a complete adapter.
// Whatever reaches a simulation is written into places that belong to a task index, so no result depends on
// which thread ran what, or on how many there are.
#pragma once

#include <cstdint>

namespace orrery {

using task_function = void (*)(void* context, std::uint32_t index);

// Tasks 0 to count-1: each calls function(context, index). A task must not throw.
struct task_batch {
    task_function function = nullptr;
    void* context = nullptr;
    std::uint32_t count = 0;
};

class scheduler {
public:
    scheduler() = default;
    scheduler(const scheduler&) = delete;
    scheduler& operator=(const scheduler&) = delete;
    virtual ~scheduler() = default;

    // How many tasks can run at the same time, the calling thread included. It may steer how work is spread,
    // never what is computed.
    [[nodiscard]] virtual std::uint32_t thread_count() const noexcept = 0;

    // Runs each task exactly once and returns when the last one is finished; what the tasks wrote is then
    // visible to the caller. May be called by several threads at once, and by a task of the same scheduler.
    virtual void run(const task_batch& batch) = 0;
};

// Runs the tasks in index order on the calling thread.
class serial_scheduler final : public scheduler {
public:
    [[nodiscard]] std::uint32_t thread_count() const noexcept override { return 1; }

    void run(const task_batch& batch) override {
        for (std::uint32_t index = 0; index < batch.count; ++index) {
            batch.function(batch.context, index);
        }
    }
};

} // namespace orrery
