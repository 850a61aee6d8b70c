// What it costs to keep a frame of a world, to write it down and to go back to it.
#pragma once

#include "bench/report.hpp"

namespace bench {

// Of the pile of boxes after this many steps.
void measure_snapshots(report& report, int steps);

} // namespace bench
