// What forces between all bodies cost, and how far they are from exact ones.
#pragma once

#include "bench/report.hpp"

namespace bench {

void measure_n_body(report& out);

} // namespace bench
