// Everything of the lane layer, for one instruction set. Each file builds on those before it.
// clang-format off
#include <orrery/math/simd/detail/relations.inl>
#if ORRERY_SIMD_REGISTER_BYTES == 0
#include <orrery/math/simd/detail/registers_scalar.inl>
#else
#include <orrery/math/simd/detail/registers_vector.inl>
#if ORRERY_SIMD_X86
#include <orrery/math/simd/detail/registers_x86.inl>
#else
#include <orrery/math/simd/detail/registers_portable.inl>
#endif
#endif
#include <orrery/math/simd/detail/mask.inl>
#include <orrery/math/simd/detail/lanes.inl>
#include <orrery/math/simd/detail/lane_functions.inl>
#include <orrery/math/simd/detail/rows.inl>
