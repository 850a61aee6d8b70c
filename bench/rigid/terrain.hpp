// What a land of four million triangles costs when little of it is in memory: how long it takes until a file
// of it is open, and how much memory bodies need that travel over it.
#pragma once

#include "bench/report.hpp"

namespace bench {

// Over so many steps; the required numbers are about a whole run. A quick run has a smaller land.
void measure_terrain(report& report, const options& chosen, int steps, bool is_whole);

} // namespace bench
