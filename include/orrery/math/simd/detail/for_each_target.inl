// Includes ORRERY_SIMD_FILE once for each instruction set, each time with
//   ORRERY_SIMD_TARGET          the namespace, below orrery, of this pass
//   ORRERY_SIMD_REGISTER_BYTES  the size of its registers; 0 for the scalar twin
//   ORRERY_SIMD_INLINE          what stands before a function that takes or returns lanes
// Deliberately without an include guard.
#include <orrery/math/simd/detail/targets.hpp>

#define ORRERY_SIMD_TARGET simd::target_scalar
#define ORRERY_SIMD_REGISTER_BYTES 0
#define ORRERY_SIMD_INLINE __attribute__((always_inline)) inline
#include ORRERY_SIMD_FILE
#undef ORRERY_SIMD_TARGET
#undef ORRERY_SIMD_REGISTER_BYTES

#define ORRERY_SIMD_TARGET simd::target_128
#define ORRERY_SIMD_REGISTER_BYTES 16
#include ORRERY_SIMD_FILE
#undef ORRERY_SIMD_TARGET
#undef ORRERY_SIMD_REGISTER_BYTES
#undef ORRERY_SIMD_INLINE

#if ORRERY_SIMD_X86

ORRERY_SIMD_BEGIN_REGION(ORRERY_SIMD_FEATURES_256)
#define ORRERY_SIMD_TARGET simd::target_256
#define ORRERY_SIMD_REGISTER_BYTES 32
#define ORRERY_SIMD_INLINE __attribute__((always_inline, target(ORRERY_SIMD_FEATURES_256))) inline
#include ORRERY_SIMD_FILE
#undef ORRERY_SIMD_TARGET
#undef ORRERY_SIMD_REGISTER_BYTES
#undef ORRERY_SIMD_INLINE
ORRERY_SIMD_END_REGION

ORRERY_SIMD_BEGIN_REGION(ORRERY_SIMD_FEATURES_512)
#define ORRERY_SIMD_TARGET simd::target_512
#define ORRERY_SIMD_REGISTER_BYTES 64
#define ORRERY_SIMD_INLINE __attribute__((always_inline, target(ORRERY_SIMD_FEATURES_512))) inline
#include ORRERY_SIMD_FILE
#undef ORRERY_SIMD_TARGET
#undef ORRERY_SIMD_REGISTER_BYTES
#undef ORRERY_SIMD_INLINE
ORRERY_SIMD_END_REGION

#endif
#undef ORRERY_SIMD_FILE
