#include "tests/conformance/conformance.hpp"
#include "tests/conformance/toy_case.hpp"

namespace orrery::test::conformance {

INSTANTIATE_TYPED_TEST_SUITE_P(toy, simulation_conformance, toy_case);

} // namespace orrery::test::conformance
