// What queries cost on a built structure: boxes in an area, nearest boxes, first box on a ray.
#pragma once

#include "bench/report.hpp"

namespace bench {

void measure_queries(report& out);

} // namespace bench
