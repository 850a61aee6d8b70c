// What jobs cost: batches on a quiet and on a busy machine beside serial work, oneTBB and OpenMP; signals,
// zones and log messages.
#pragma once

#include "bench/report.hpp"

namespace bench {

void measure_jobs(report& out, const options& chosen);

} // namespace bench
