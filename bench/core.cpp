// What the core layer costs, beside what one would use without it.
#include "bench/core_jobs.hpp"
#include "bench/core_registry.hpp"
#include "bench/report.hpp"

int main(int count, char** arguments) {
    bench::report report(count, arguments);
    bench::measure_registry(report);
    bench::measure_jobs(report);
    return report.finish();
}
