// Chooses, at run time, which version of a kernel runs: ORRERY_SIMD_KERNEL(level, name)(arguments...). The
// kernel has been compiled for all of them by <orrery/math/simd/compile_kernels.hpp>. Costs one indirect
// call.
#pragma once

#include <orrery/math/simd/level.hpp>

namespace orrery::simd::detail {

// The same kernel for each level. The wide ones exist twice: in registers of their own and in several of 128
// bits.
template <typename Function>
struct kernel_versions {
    Function scalar;
    Function width4;
    Function width8;
    Function width16;
    Function native_width8;
    Function native_width16;
};

template <typename Function>
[[nodiscard]] Function choose_kernel(level width, const kernel_versions<Function>& versions) noexcept {
    switch (width) {
    case level::scalar:
        return versions.scalar;
    case level::width4:
        return versions.width4;
    case level::width8:
        return is_native(width) ? versions.native_width8 : versions.width8;
    case level::width16:
        return is_native(width) ? versions.native_width16 : versions.width16;
    }
    return versions.scalar;
}

} // namespace orrery::simd::detail

// The kernel is named as seen from the namespace ORRERY_SIMD_TARGET, without template arguments. A macro,
// because only text can name the same function in several namespaces.
#if defined(__x86_64__)
#define ORRERY_SIMD_KERNEL(level, kernel)                                                                    \
    ::orrery::simd::detail::choose_kernel(                                                                   \
        level, ::orrery::simd::detail::kernel_versions{                                                      \
                   &::orrery::simd::target_scalar::kernel<4>, &::orrery::simd::target_128::kernel<4>,        \
                   &::orrery::simd::target_128::kernel<8>, &::orrery::simd::target_128::kernel<16>,          \
                   &::orrery::simd::target_256::kernel<8>, &::orrery::simd::target_512::kernel<16>})
#else
#define ORRERY_SIMD_KERNEL(level, kernel)                                                                    \
    ::orrery::simd::detail::choose_kernel(                                                                   \
        level, ::orrery::simd::detail::kernel_versions{                                                      \
                   &::orrery::simd::target_scalar::kernel<4>, &::orrery::simd::target_128::kernel<4>,        \
                   &::orrery::simd::target_128::kernel<8>, &::orrery::simd::target_128::kernel<16>,          \
                   &::orrery::simd::target_128::kernel<8>, &::orrery::simd::target_128::kernel<16>})
#endif
