// What a second thread gains in finding all pairs, build included.
#pragma once

#include "bench/report.hpp"
#include "bench/spatial/options.hpp"

namespace bench {

void measure_threads(report& out, const options& chosen);

} // namespace bench
