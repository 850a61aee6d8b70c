// Tasks that depend on each other, such as the stages of a step: built once, run as often as needed, on any
// scheduler. A task starts when all tasks it was told to wait for have finished; otherwise the order is free.
// Running allocates nothing. Threads for which there is no task ready go back to the scheduler, so a
// parallel_for inside a task finds them there.
#pragma once

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/unique_function.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A task of the graph that handed it out.
enum class task_id : std::uint32_t {};

class task_graph {
public:
    task_graph();
    task_graph(task_graph&&) noexcept;
    task_graph& operator=(task_graph&&) noexcept;
    ~task_graph();

    // The name is for messages and the profiler.
    task_id add(std::string_view name, unique_function<void()> work);

    // `later` waits for `earlier`. Saying so twice changes nothing.
    void order(task_id earlier, task_id later);

    [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }

    // Runs every task once, or none if they wait for each other in a circle: the error names the circle.
    // One run of a graph at a time.
    status run(scheduler& jobs);

private:
    class execution;

    struct task {
        const char* name;
        unique_function<void()> work;
        std::vector<std::uint32_t> successors = {};
        std::uint32_t predecessor_count = 0;
    };

    status prepare();
    [[nodiscard]] std::string describe_circle(const std::vector<std::uint32_t>& blocked) const;

    std::vector<task> tasks_;
    std::unique_ptr<execution> execution_; // absent until the first run after a change
};

} // namespace orrery
