#include "pipeline.hpp"

namespace orrery::rigid::detail {

void pipeline::bounce() {}

void pipeline::stop_fast_bodies() {}

} // namespace orrery::rigid::detail
