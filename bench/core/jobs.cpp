#include "bench/core/jobs.hpp"

#include <orrery/core/jobs/scheduler.hpp>
#include <orrery/core/jobs/thread_pool.hpp>
#include <orrery/core/log.hpp>
#include <orrery/core/profile.hpp>
#include <orrery/core/signal.hpp>

#ifdef ORRERY_HAS_TBB
#include "examples/tbb_scheduler.hpp"
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace bench {
namespace {

using namespace orrery;
using orrery::signal; // not the one of the C library

using steady_clock = std::chrono::steady_clock;

constexpr std::uint32_t task_count = 16;
constexpr double task_microseconds = 5;
constexpr std::uint32_t thread_count = 2;

double microseconds_since(steady_clock::time_point start) {
    return std::chrono::duration<double, std::micro>(steady_clock::now() - start).count();
}

// A chain of dependent operations, which takes the same time in every thread; each task has its own cache
// line.
struct workload {
    struct alignas(64) cell {
        float value = 1;
    };

    std::array<cell, task_count> cells;
    std::uint32_t iterations = 1000;

    static void run_task(void* context, std::uint32_t index) {
        auto& self = *static_cast<workload*>(context);
        float value = self.cells[index].value;
        for (std::uint32_t i = 0; i < self.iterations; ++i) {
            value = value * 0.999f + 1.0f;
        }
        self.cells[index].value = value;
    }

    // Finds the number of iterations that takes the wanted time when nothing disturbs.
    void calibrate() {
        double fastest = 1e9;
        for (int i = 0; i < 500; ++i) {
            const auto start = steady_clock::now();
            run_task(this, 0);
            fastest = std::min(fastest, microseconds_since(start));
        }
        iterations = static_cast<std::uint32_t>(iterations * task_microseconds / fastest);
    }

    [[nodiscard]] task_batch batch() { return {.function = &run_task, .context = this, .count = task_count}; }
};

struct contender {
    std::string name;
    std::function<void(const task_batch&)> run;
    std::vector<double> times = {};

    [[nodiscard]] double mean() const {
        return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    }

    [[nodiscard]] double percentile(double fraction) const {
        return times[static_cast<std::size_t>(fraction * static_cast<double>(times.size() - 1))];
    }
};

// They take turns in rounds, so that whatever else the machine does hits all of them alike; within a round a
// contender has some batches in a row, as in a step.
void race(std::span<contender> contenders, const task_batch& batch, int rounds) {
    constexpr int batches_in_a_round = 20;
    for (contender& each : contenders) {
        each.times.clear();
    }
    for (int round = 0; round < rounds; ++round) {
        for (contender& each : contenders) {
            for (int i = 0; i < batches_in_a_round; ++i) {
                const auto start = steady_clock::now();
                each.run(batch);
                each.times.push_back(microseconds_since(start));
            }
        }
    }
    for (contender& each : contenders) {
        std::sort(each.times.begin(), each.times.end());
    }
}

// The first contender is ours.
void report_race(report& out, std::span<const contender> contenders, const std::string& machine,
                 double required_of_serial) {
    const contender& ours = contenders.front();
    for (const contender& peer : contenders.subspan(1)) {
        const std::string name = "16 tasks of 5 us, " + machine + ", against " + peer.name;
        row median = {.name = name + ", median",
                      .value = ours.percentile(0.5),
                      .unit = "us",
                      .peer = peer.percentile(0.5)};
        if (peer.name == "serial") {
            median.required_ratio = required_of_serial;
        }
        out.add(median);
        out.add({.name = name + ", mean", .value = ours.mean(), .unit = "us", .peer = peer.mean()});
        out.add({.name = name + ", p99",
                 .value = ours.percentile(0.99),
                 .unit = "us",
                 .peer = peer.percentile(0.99)});
    }
}

// Keeps every core busy with something else.
class busy_machine {
public:
    busy_machine() {
        for (std::uint32_t i = 0; i < hardware_thread_count(); ++i) {
            threads_.emplace_back([this] {
                while (!is_over_.load(std::memory_order_relaxed)) {
                }
            });
        }
    }

    ~busy_machine() {
        is_over_.store(true);
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

    busy_machine(const busy_machine&) = delete;
    busy_machine& operator=(const busy_machine&) = delete;

private:
    std::atomic<bool> is_over_{false};
    std::vector<std::thread> threads_;
};

void measure_batches(report& out, const options& chosen) {
    workload work;
    work.calibrate();
    serial_scheduler serial;
    thread_pool pool(thread_count);
    std::vector<contender> contenders = {
        {"thread_pool", [&](const task_batch& batch) { pool.run(batch); }},
        {"serial", [&](const task_batch& batch) { serial.run(batch); }},
    };
#ifdef ORRERY_HAS_TBB
    tbb_scheduler tbb(thread_count);
    contenders.push_back({"oneTBB", [&](const task_batch& batch) { tbb.run(batch); }});
#endif
    const std::size_t well_behaved = contenders.size();
#ifdef _OPENMP
    contenders.push_back({"OpenMP", [](const task_batch& batch) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(thread_count)
                              for (std::uint32_t i = 0; i < batch.count; ++i) {
                                  batch.function(batch.context, i);
                              }
                          }});
#endif
    // OpenMP's threads go on spinning after a batch and would be in the way of whoever comes next.
    const auto run_all = [&](int rounds) {
        const std::span<contender> all = contenders;
        race(all.first(well_behaved), work.batch(), rounds);
        race(all.subspan(well_behaved), work.batch(), rounds / 4);
    };
    run_all(chosen.amount(200, 4));
    report_race(out, contenders, "quiet", 1.7);
    {
        const busy_machine load;
        run_all(chosen.amount(100, 4));
    }
    report_race(out, contenders, "busy", 1 / 1.2);
}

void measure_overhead(report& out) {
    const auto nothing = [](void*, std::uint32_t) {};
    thread_pool pool(thread_count);
    for (const std::uint32_t tasks : {1u, 2u, 16u}) {
        out.add({.name = "empty batch of " + std::to_string(tasks),
                 .value = measure(1, [&] { pool.run({nothing, nullptr, tasks}); }),
                 .unit = "ns"});
    }

    signal<int> changed;
    int sum = 0;
    for (int i = 0; i < 10; ++i) {
        changed.sink().connect([&sum](int value) { sum += value; });
    }
    out.add({.name = "signal, one of 10 listeners",
             .value = measure(10, [&] { changed.emit(1); }),
             .unit = "ns"});

    const auto zone = [] {
        ORRERY_ZONE("zone");
        asm volatile("" ::: "memory");
    };
    out.add({.name = "zone, not recording", .value = measure(1, zone), .unit = "ns"});
    start_profiling();
    out.add({.name = "zone, recording", .value = measure(1, zone), .unit = "ns"});
    stop_profiling();

    logger log;
    const auto message = [&] {
        log.debug("bench", "message ", sum);
        asm volatile("" ::: "memory");
    };
    out.add({.name = "log message, level off", .value = measure(1, message), .unit = "ns"});
}

void measure_idleness(report& out, const options& chosen) {
    const thread_pool pool(thread_count);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::clock_t before = std::clock();
    const int watched = chosen.amount(500, 50); // milliseconds
    std::this_thread::sleep_for(std::chrono::milliseconds(watched));
    const double used = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    out.add({.name = "processor time of an idle pool", .value = used / watched * 1e5, .unit = "%"});
}

} // namespace

void measure_jobs(report& out, const options& chosen) {
    measure_batches(out, chosen);
    measure_overhead(out);
    measure_idleness(out, chosen);
}

} // namespace bench
