// A loop whose pieces run on the threads of a scheduler. Iterations must be independent: each writes only to
// places that belong to its index. Then the outcome is the same on any number of threads.
// A piece has `grain` iterations; it should take some microseconds, so that claiming it (tens of nanoseconds)
// does not show. A range of one piece runs on the calling thread at once. Nothing is allocated.
#pragma once

#include <orrery/core/jobs/chunks.hpp>
#include <orrery/core/jobs/scheduler.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery {
namespace detail {

// Runs function(index) for all indices below count as one batch.
template <typename Function>
void run_tasks(scheduler& jobs, std::uint32_t count, Function& function) {
    if (count == 1) {
        function(std::uint32_t{0});
    } else if (count > 1) {
        jobs.run({.function = [](void* context,
                                 std::uint32_t index) { (*static_cast<Function*>(context))(index); },
                  .context = std::addressof(function),
                  .count = count});
    }
}

} // namespace detail

// Calls function(begin, end) for each piece of the range 0 to count.
template <typename Function>
    requires std::invocable<Function&, std::size_t, std::size_t>
void parallel_for(scheduler& jobs, std::size_t count, std::size_t grain, Function&& function) {
    const chunks pieces(count, grain);
    auto run_piece = [&](std::uint32_t piece) {
        const index_range range = pieces[piece];
        function(range.begin, range.end);
    };
    detail::run_tasks(jobs, pieces.size(), run_piece);
}

// Calls function(index) for each index below count, in pieces of `grain` indices.
template <typename Function>
    requires(std::invocable<Function&, std::size_t> && !std::invocable<Function&, std::size_t, std::size_t>)
void parallel_for(scheduler& jobs, std::size_t count, std::size_t grain, Function&& function) {
    parallel_for(jobs, count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
            function(index);
        }
    });
}

} // namespace orrery
