// What the registry costs: snapshots, rewriting after a snapshot, loops, look-ups, hashes, images.
#pragma once

#include "bench/report.hpp"

namespace bench {

void measure_registry(report& out, const options& chosen);

} // namespace bench
