// The instruction sets a kernel is compiled for, and how a region of source text is given one of them.
// Kernels do not use this directly: see ../compile_kernels.hpp.
//
// A region, not a template argument, carries the instruction set, because g++ breaks vector operations down
// to what the enclosing function may use before anything is inlined; a wide operation must therefore be
// written in a function that has the wide instructions. And a region, not a compiler flag for a whole file,
// because functions of the standard library compiled with the flag would be merged by the linker with
// everyone else's and fail on an older processor.
#pragma once

#if defined(__x86_64__)
#define ORRERY_SIMD_X86 1
#else
#define ORRERY_SIMD_X86 0
#endif

#if ORRERY_SIMD_X86
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#else
#error "Orrery's SIMD layer needs x86-64, arm64 or WebAssembly with -msimd128."
#endif

#define ORRERY_SIMD_FEATURES_256 "avx2"
#define ORRERY_SIMD_FEATURES_512 "avx2,avx512f,avx512dq,avx512vl,avx512bw"

#define ORRERY_SIMD_PRAGMA(text) _Pragma(#text)
#ifdef __clang__
#define ORRERY_SIMD_BEGIN_REGION(features)                                                                   \
    ORRERY_SIMD_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define ORRERY_SIMD_END_REGION _Pragma("clang attribute pop")
#else
#define ORRERY_SIMD_BEGIN_REGION(features)                                                                   \
    _Pragma("GCC push_options") ORRERY_SIMD_PRAGMA(GCC target(features))
#define ORRERY_SIMD_END_REGION _Pragma("GCC pop_options")
#endif
