// What finding all pairs costs, build included, in every scenario beside the peers.
#pragma once

#include "bench/chart.hpp"
#include "bench/report.hpp"
#include "bench/spatial/options.hpp"

namespace bench {

// Returns the chart for the documentation, with whatever of its numbers was measured.
bar_chart measure_pairs(report& out, const options& chosen);

} // namespace bench
