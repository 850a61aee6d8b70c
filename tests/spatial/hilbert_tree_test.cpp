#include "tests/spatial/conformance.hpp"

#include <orrery/spatial/hilbert_tree.hpp>

namespace orrery::spatial::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(hilbert_tree, broad_phase_conformance, for_all_boxes<hilbert_tree>);

} // namespace
} // namespace orrery::spatial::test
