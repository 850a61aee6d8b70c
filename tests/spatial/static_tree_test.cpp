#include <orrery/spatial/static_tree.hpp>

#include "tests/spatial/conformance.hpp"

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(static_tree, broad_phase_conformance, for_all_boxes<static_tree>);

} // namespace
} // namespace orrery::spatial::test
