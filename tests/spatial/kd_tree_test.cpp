#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/kd_tree.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(kd_tree, broad_phase_conformance, for_all_boxes<kd_tree>);

} // namespace
} // namespace orrery::spatial::test
