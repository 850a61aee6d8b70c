// The complete example of docs/simd.md.
#include <orrery/math/elementary.hpp>

#include <gtest/gtest.h>

#include <span>
#include <vector>

#define ORRERY_SIMD_KERNELS "tests/math/simd/compile_kernels.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace {

namespace simd = orrery::simd;

void advance(std::span<float> x, std::span<float> y, float dt, float limit, simd::level width) {
    ORRERY_SIMD_KERNEL(width, example::advance)(x.data(), y.data(), dt, limit, static_cast<int>(x.size()));
}

// The same for one point, without lanes.
void advance_one(float& x, float& y, float dt, float limit) {
    const auto [sine, cosine] = orrery::sin_cos(x + y);
    const float speed = orrery::sqrt(x * x + y * y);
    const float step = (speed < limit ? speed : limit) * dt;
    x = x + cosine * step;
    y = y + sine * step;
}

TEST(simd_compile_kernels, a_kernel_written_once_gives_the_bits_of_scalar_code_at_every_level) {
    for (const simd::level width : simd::all_levels) {
        for (const std::size_t count : {0u, 1u, 7u, 16u, 61u}) {
            std::vector<float> x;
            std::vector<float> y;
            for (std::size_t i = 0; i < count; ++i) {
                x.push_back(0.37f * static_cast<float>(i) - 5.0f);
                y.push_back(3.0f - 0.21f * static_cast<float>(i));
            }
            std::vector<float> expected_x = x;
            std::vector<float> expected_y = y;
            for (int frame = 0; frame < 20; ++frame) {
                advance(x, y, 0.1f, 4.0f, width);
                for (std::size_t i = 0; i < count; ++i) {
                    advance_one(expected_x[i], expected_y[i], 0.1f, 4.0f);
                }
            }
            EXPECT_EQ(x, expected_x) << simd::name(width);
            EXPECT_EQ(y, expected_y) << simd::name(width);
        }
    }
}

} // namespace
