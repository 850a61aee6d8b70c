#include <orrery/core/check.hpp>
#include <orrery/core/jobs/parallel_for.hpp>
#include <orrery/core/jobs/task_graph.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

namespace orrery {

// What a run needs beside the tasks: how many predecessors each still waits for, and the tasks that are
// ready, in the order in which they became so. Each task enters the list once a run, so it never wraps
// around.
class task_graph::execution {
public:
    explicit execution(std::size_t task_count)
        : waiting_for_(task_count)
        , ready_(task_count) {}

    void run(std::vector<task>& tasks, scheduler& jobs) {
        tasks_ = &tasks;
        jobs_ = &jobs;
        taken_count_.store(0, std::memory_order_relaxed);
        ready_count_.store(0, std::memory_order_relaxed);
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            ready_[i].store(none, std::memory_order_relaxed);
            waiting_for_[i].store(tasks[i].predecessor_count, std::memory_order_relaxed);
        }
        for (std::uint32_t i = 0; i < tasks.size(); ++i) {
            if (tasks[i].predecessor_count == 0) {
                make_ready(i);
            }
        }
        while (const std::uint32_t ready = count_ready()) {
            offer(ready);
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    // Asks the scheduler for threads, as many as there are tasks ready, and waits until they have no more to
    // do.
    void offer(std::uint32_t ready) {
        offered_count_.fetch_add(ready, std::memory_order_relaxed);
        auto work = [this](std::uint32_t) { work_through(); };
        detail::run_tasks(*jobs_, ready, work);
    }

    // Runs ready tasks until there is none. When more are ready than threads have been asked for, somebody
    // has to ask again before going on: the last thread at work leaves that to the one which asked for it and
    // now waits, so that both can go on; while others work the wait may be long, so it asks itself.
    void work_through() {
        offered_count_.fetch_sub(1, std::memory_order_relaxed);
        working_count_.fetch_add(1, std::memory_order_relaxed);
        for (;;) {
            const std::uint32_t ready = count_ready();
            if (ready > offered_count_.load(std::memory_order_relaxed) + 1) {
                if (working_count_.load(std::memory_order_relaxed) == 1) {
                    break;
                }
                working_count_.fetch_sub(1, std::memory_order_relaxed);
                offer(ready);
                working_count_.fetch_add(1, std::memory_order_relaxed);
                continue;
            }
            const std::uint32_t index = take();
            if (index == none) {
                break;
            }
            run_task((*tasks_)[index]);
        }
        working_count_.fetch_sub(1, std::memory_order_relaxed);
    }

    void run_task(task& current) {
        {
            const profile_zone zone(current.name);
            current.work();
        }
        for (const std::uint32_t successor : current.successors) {
            if (waiting_for_[successor].fetch_sub(1, std::memory_order_acq_rel) == 1) {
                make_ready(successor);
            }
        }
    }

    void make_ready(std::uint32_t index) noexcept {
        ready_[ready_count_.fetch_add(1, std::memory_order_relaxed)].store(index, std::memory_order_release);
    }

    [[nodiscard]] std::uint32_t take() noexcept {
        std::uint32_t position = taken_count_.load(std::memory_order_relaxed);
        while (position < ready_.size()) {
            const std::uint32_t index = ready_[position].load(std::memory_order_acquire);
            if (index == none) {
                break;
            }
            if (taken_count_.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
                return index;
            }
        }
        return none;
    }

    // Others may take tasks or make more of them ready at the same time.
    [[nodiscard]] std::uint32_t count_ready() const noexcept {
        const std::uint32_t taken = taken_count_.load(std::memory_order_relaxed);
        const std::uint32_t ready = ready_count_.load(std::memory_order_relaxed);
        return ready > taken ? ready - taken : 0;
    }

    std::vector<std::atomic<std::uint32_t>> waiting_for_;
    std::vector<std::atomic<std::uint32_t>> ready_;
    std::atomic<std::uint32_t> ready_count_{0};
    std::atomic<std::uint32_t> taken_count_{0};
    std::atomic<std::uint32_t> offered_count_{0};
    std::atomic<std::uint32_t> working_count_{0};
    std::vector<task>* tasks_ = nullptr;
    scheduler* jobs_ = nullptr;
};

task_graph::task_graph() = default;
task_graph::task_graph(task_graph&&) noexcept = default;
task_graph& task_graph::operator=(task_graph&&) noexcept = default;
task_graph::~task_graph() = default;

task_id task_graph::add(std::string_view name, unique_function<void()> work) {
    ORRERY_CHECK(work, "a task needs something to do");
    execution_.reset();
    tasks_.push_back({.name = permanent_name(name), .work = std::move(work)});
    return task_id(tasks_.size() - 1);
}

void task_graph::order(task_id earlier, task_id later) {
    const auto from = static_cast<std::uint32_t>(earlier);
    const auto to = static_cast<std::uint32_t>(later);
    ORRERY_CHECK(from < tasks_.size() && to < tasks_.size(), "the task is not of this graph");
    execution_.reset();
    tasks_[from].successors.push_back(to);
    ++tasks_[to].predecessor_count;
}

status task_graph::run(scheduler& jobs) {
    if (execution_ == nullptr) {
        if (status prepared = prepare(); !prepared) {
            return prepared;
        }
    }
    execution_->run(tasks_, jobs);
    return {};
}

// Takes away tasks that wait for nothing until none is left; what cannot be taken away is a circle, or waits
// for one.
status task_graph::prepare() {
    std::vector<std::uint32_t> waiting_for;
    std::vector<std::uint32_t> free;
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
        waiting_for.push_back(tasks_[i].predecessor_count);
        if (waiting_for[i] == 0) {
            free.push_back(i);
        }
    }
    for (std::size_t next = 0; next < free.size(); ++next) {
        for (const std::uint32_t successor : tasks_[free[next]].successors) {
            if (--waiting_for[successor] == 0) {
                free.push_back(successor);
            }
        }
    }
    if (free.size() < tasks_.size()) {
        return error{text("the tasks wait for each other in a circle: ", describe_circle(waiting_for))};
    }
    execution_ = std::make_unique<execution>(tasks_.size());
    return {};
}

// Each blocked task has a blocked predecessor, so going backwards must come to a task for the second time.
std::string task_graph::describe_circle(const std::vector<std::uint32_t>& blocked) const {
    std::vector<std::uint32_t> predecessor(tasks_.size());
    std::uint32_t current = 0;
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
        if (blocked[i] > 0) {
            current = i;
            for (const std::uint32_t successor : tasks_[i].successors) {
                predecessor[successor] = i;
            }
        }
    }
    std::vector<std::uint32_t> path;
    while (std::find(path.begin(), path.end(), current) == path.end()) {
        path.push_back(current);
        current = predecessor[current];
    }
    std::string description = tasks_[current].name;
    for (auto step = path.rbegin(); *step != current; ++step) {
        description += text(" -> ", tasks_[*step].name);
    }
    return text(description, " -> ", tasks_[current].name);
}

} // namespace orrery
