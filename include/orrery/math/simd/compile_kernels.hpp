// Compiles the file named by ORRERY_SIMD_KERNELS once for each instruction set, without compiler flags and
// without danger to older processors:
//
//   #define ORRERY_SIMD_KERNELS "rigid/advance.kernel.inl"
//   #include <orrery/math/simd/compile_kernels.hpp>
//
// In that file a kernel is a function template over the number of lanes:
//
//   namespace orrery::ORRERY_SIMD_TARGET::rigid {
//   template <int Width>
//   void advance(const float* velocity, float dt, float* position, int count) {
//       using floats = lanes<float, Width>;
//       ...
//
// and ORRERY_SIMD_KERNEL(level, rigid::advance) of dispatch.hpp picks one. Three rules: a helper that takes
// or returns lanes begins with ORRERY_SIMD_INLINE; what a kernel uses is included before, not in the file;
// lanes do not leave the file, since their layout changes with the instruction set.
//
// Deliberately without an include guard: each use compiles another file. It costs one compilation of the file
// for each of up to six versions.
#include <orrery/math/simd/dispatch.hpp>
#include <orrery/math/simd/elementary.hpp>
#include <orrery/math/simd/lanes.hpp>

#ifdef ORRERY_SIMD_KERNELS
#define ORRERY_SIMD_FILE ORRERY_SIMD_KERNELS
#include <orrery/math/simd/detail/for_each_target.inl>
#undef ORRERY_SIMD_KERNELS
#endif
