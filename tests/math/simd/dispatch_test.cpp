#include <orrery/math/simd/dispatch.hpp>

#include <gtest/gtest.h>

// Stand-ins that say who they are, in the namespaces where compiled kernels lie.
namespace orrery::simd {

namespace target_scalar {
template <int Width>
int identify() {
    return Width;
}
} // namespace target_scalar

namespace target_128 {
template <int Width>
int identify() {
    return 100 + Width;
}
} // namespace target_128

namespace target_256 {
template <int Width>
int identify() {
    return 200 + Width;
}
} // namespace target_256

namespace target_512 {
template <int Width>
int identify() {
    return 300 + Width;
}
} // namespace target_512

} // namespace orrery::simd

namespace {

namespace simd = orrery::simd;

TEST(simd_dispatch, scalar_and_width4_run_the_same_version_everywhere) {
    EXPECT_EQ(ORRERY_SIMD_KERNEL(simd::level::scalar, identify)(), 4);
    EXPECT_EQ(ORRERY_SIMD_KERNEL(simd::level::width4, identify)(), 104);
}

TEST(simd_dispatch, wide_levels_run_in_wide_registers_where_the_processor_has_them) {
    EXPECT_EQ(ORRERY_SIMD_KERNEL(simd::level::width8, identify)(),
              simd::is_native(simd::level::width8) ? 208 : 108);
    EXPECT_EQ(ORRERY_SIMD_KERNEL(simd::level::width16, identify)(),
              simd::is_native(simd::level::width16) ? 316 : 116);
}

} // namespace
