// Elementary functions of float lanes, for use in kernels, and of whole arrays. Every lane has the bits of
// the scalar function of <orrery/math/elementary.hpp>, special values included; errors are stated there.
//
//   sin_cos, sin, cos, atan, atan2, exp, log; sqrt and inverse_sqrt are in lanes.hpp
//
// Angles beyond 65536 in size, infinities and NaN among them, are taken out and reduced one by one, which is
// slow.
#pragma once

#include <orrery/math/simd/lanes.hpp>
#include <orrery/math/simd/level.hpp>

#include <span>

namespace orrery::detail {

// sin and cos of the angles whose bits are set, written over what stands there.
void sin_cos_of_huge(std::uint32_t which, const float* angles, float* sines, float* cosines) noexcept;

} // namespace orrery::detail

// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a file
#define ORRERY_SIMD_FILE <orrery/math/simd/detail/elementary.inl>
#include <orrery/math/simd/detail/for_each_target.inl>

namespace orrery::simd {

// Element by element; all spans have the size of the first. Results may be written over arguments.
void sin_cos(std::span<const float> angles, std::span<float> sines, std::span<float> cosines,
             level width) noexcept;
void sin(std::span<const float> angles, std::span<float> sines, level width) noexcept;
void cos(std::span<const float> angles, std::span<float> cosines, level width) noexcept;
void atan2(std::span<const float> ys, std::span<const float> xs, std::span<float> angles,
           level width) noexcept;
void exp(std::span<const float> xs, std::span<float> results, level width) noexcept;
void log(std::span<const float> xs, std::span<float> results, level width) noexcept;
void sqrt(std::span<const float> xs, std::span<float> results, level width) noexcept;
void inverse_sqrt(std::span<const float> xs, std::span<float> results, level width) noexcept;

} // namespace orrery::simd
