#include <orrery/spatial/grid_hierarchy.hpp>

#include "tests/spatial/conformance.hpp"

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(grid_hierarchy, broad_phase_conformance, for_all_boxes<grid_hierarchy>);

} // namespace
} // namespace orrery::spatial::test
