#include "bench/process_meter.hpp"

#include <algorithm>
#include <ctime>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <thread>

namespace bench {
namespace {

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

double thread_seconds() {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double process_seconds() {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds() {
    return seconds_of(CLOCK_MONOTONIC);
}

std::size_t bytes_in_use() {
    const struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

void stay_on_core(unsigned number) {
    if (number < std::thread::hardware_concurrency()) {
        cpu_set_t cores;
        CPU_ZERO(&cores);
        CPU_SET(number, &cores);
        pthread_setaffinity_np(pthread_self(), sizeof cores, &cores);
    }
}

double quantile(std::vector<double> samples, double share) {
    const auto place =
        samples.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(samples.size() - 1));
    std::nth_element(samples.begin(), place, samples.end());
    return *place;
}

} // namespace bench
