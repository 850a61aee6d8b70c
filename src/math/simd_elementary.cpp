#include <orrery/math/simd/elementary.hpp>

#define ORRERY_SIMD_KERNELS "math/simd_elementary.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::simd {

void sin_cos(std::span<const float> angles, std::span<float> sines, std::span<float> cosines,
             level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::sin_cos)(angles.data(), sines.data(), cosines.data(), angles.size());
}

void sin(std::span<const float> angles, std::span<float> sines, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::sin)(angles.data(), sines.data(), angles.size());
}

void cos(std::span<const float> angles, std::span<float> cosines, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::cos)(angles.data(), cosines.data(), angles.size());
}

void atan2(std::span<const float> ys, std::span<const float> xs, std::span<float> angles,
           level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::atan2)(ys.data(), xs.data(), angles.data(), ys.size());
}

void exp(std::span<const float> xs, std::span<float> results, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::exp)(xs.data(), results.data(), xs.size());
}

void log(std::span<const float> xs, std::span<float> results, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::log)(xs.data(), results.data(), xs.size());
}

void sqrt(std::span<const float> xs, std::span<float> results, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::sqrt)(xs.data(), results.data(), xs.size());
}

void inverse_sqrt(std::span<const float> xs, std::span<float> results, level width) noexcept {
    ORRERY_SIMD_KERNEL(width, arrays::inverse_sqrt)(xs.data(), results.data(), xs.size());
}

} // namespace orrery::simd
