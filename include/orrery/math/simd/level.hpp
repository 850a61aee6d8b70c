// How wide kernels compute. A level is a value that a caller passes along, never a global; it changes the
// speed of a kernel and never its result. Every level runs on every machine: where the processor lacks the
// registers, a wide level computes in several of 128 bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace orrery::simd {

enum class level : std::uint8_t {
    scalar,  // one lane after the other, in blocks of four
    width4,  // SSE2, NEON, WebAssembly
    width8,  // AVX2
    width16, // AVX-512 (F, DQ, VL, BW)
};

inline constexpr level all_levels[] = {level::scalar, level::width4, level::width8, level::width16};

// The widest level that this processor has registers for.
[[nodiscard]] level best_level() noexcept;

// Whether this processor has registers of that width.
[[nodiscard]] bool is_native(level width) noexcept;

// The number of floats computed side by side.
[[nodiscard]] constexpr int lane_count(level width) noexcept {
    return width == level::width16 ? 16 : width == level::width8 ? 8 : 4;
}

[[nodiscard]] std::string_view name(level width) noexcept;

} // namespace orrery::simd
