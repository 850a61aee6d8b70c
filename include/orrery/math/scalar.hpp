// The floating-point type of the worlds, chosen when Orrery is built (ORRERY_DOUBLE_PRECISION), and the one
// place where a compilation that cannot keep the first law is stopped.
#pragma once

#include <orrery/build_settings.hpp>

#include <bit>
#include <limits>

#ifdef __FAST_MATH__
#error "Orrery cannot be used with -ffast-math: results would differ from machine to machine."
#endif

// g++ 12 fuses some neighbouring products and sums where it can, whatever -ffp-contract says.
#if defined(__GNUC__) && !defined(__clang__) && (defined(__FMA__) || defined(__AVX512F__))
#error "With g++, Orrery needs -mno-fma -mno-avx512f: results would differ from machine to machine."
#endif

namespace orrery {

#if ORRERY_DOUBLE_PRECISION
using scalar = double;
#else
using scalar = float;
#endif

static_assert(std::endian::native == std::endian::little,
              "State is saved and hashed as it lies in memory, which is defined to be little endian.");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

} // namespace orrery
