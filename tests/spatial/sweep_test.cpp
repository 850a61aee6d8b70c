#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/sweep.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(sweep, broad_phase_conformance, for_all_boxes<sweep>);

} // namespace
} // namespace orrery::spatial::test
