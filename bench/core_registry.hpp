// What the registry costs: snapshots, rewriting after a snapshot, loops, look-ups, hashes, images.
#pragma once

#include "bench/report.hpp"

void measure_registry(bench::report& report);
