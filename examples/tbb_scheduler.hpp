// How to run Orrery's work on a job system of your own: this is all it takes for oneTBB.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <cstdint>

class tbb_scheduler final : public orrery::scheduler {
public:
    explicit tbb_scheduler(int thread_count = tbb::task_arena::automatic)
        : arena_(thread_count) {}

    [[nodiscard]] std::uint32_t thread_count() const noexcept override {
        return static_cast<std::uint32_t>(arena_.max_concurrency());
    }

    void run(const orrery::task_batch& batch) override {
        arena_.execute([&] {
            tbb::parallel_for(
                std::uint32_t{0}, batch.count,
                [&](std::uint32_t index) { batch.function(batch.context, index); },
                tbb::simple_partitioner());
        });
    }

private:
    mutable tbb::task_arena arena_; // asking it for its size is not const
};
