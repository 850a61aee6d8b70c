// The same sum on Orrery's own threads and on those of oneTBB: different threads, the same bits.
#include "tbb_scheduler.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/jobs/parallel_reduce.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>

namespace {

double harmonic_sum(orrery::scheduler& jobs, std::size_t count) {
    const auto sum_of_piece = [](std::size_t begin, std::size_t end) {
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            sum += 1.0 / static_cast<double>(i + 1);
        }
        return sum;
    };
    return orrery::parallel_reduce(jobs, count, 1000, 0.0, sum_of_piece, std::plus<>());
}

void report(const char* name, orrery::engine& engine) {
    const double sum = harmonic_sum(engine.jobs(), 1'000'000);
    std::printf("%-16s %u threads  %.17g  %016llx\n", name, engine.jobs().thread_count(), sum,
                static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(sum)));
}

} // namespace

int main() {
    orrery::engine with_own_threads;
    report("own threads", with_own_threads);

    tbb_scheduler tbb;
    orrery::engine with_tbb({.custom_scheduler = &tbb});
    report("oneTBB", with_tbb);
}
