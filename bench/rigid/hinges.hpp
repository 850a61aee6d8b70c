// How well a chain of hinges holds together.
#pragma once

#include "bench/report.hpp"

#include <optional>

namespace bench {

// Fifty links that hang from a point, at rest and from a horizontal start: the largest distance between the
// two sides of a hinge in this many steps, and what it may be in metres.
void measure_hinge_chains(report& report, int steps, std::optional<double> required);

} // namespace bench
