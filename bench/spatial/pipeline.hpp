// An experiment that was not adopted, see docs/broad-phases.md: building the structure of the next step on
// one thread while another finds the pairs of this step in the structure of the step before.
#pragma once

#include "bench/report.hpp"
#include "bench/spatial/options.hpp"

namespace bench {

void measure_pipeline(report& out, const options& chosen);

} // namespace bench
