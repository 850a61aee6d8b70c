// What the core layer costs, beside what one would use without it.
#include "bench/core/jobs.hpp"
#include "bench/core/registry.hpp"
#include "bench/report.hpp"

namespace {

constexpr bench::part parts[] = {{"registry", &bench::measure_registry}, {"jobs", &bench::measure_jobs}};

} // namespace

int main(int count, char** arguments) {
    return bench::run(count, arguments, parts);
}
