# How every target of Orrery is compiled, and the check that the compiler can keep law 1.
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(ORRERY_CCACHE ccache)
if(ORRERY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${ORRERY_CCACHE}")
endif()

# A fused multiply-add rounds once where the source says twice, and whether the compiler fuses depends on
# target and optimisation level. Headers are compiled by users, so the flag travels with the targets.
check_cxx_compiler_flag(-ffp-contract=off ORRERY_HAS_FP_CONTRACT_OFF)
if(NOT ORRERY_HAS_FP_CONTRACT_OFF)
  message(FATAL_ERROR "Orrery needs a compiler that understands -ffp-contract=off: "
                      "without it results differ from machine to machine.")
endif()
check_cxx_source_compiles("
  #ifdef __FAST_MATH__
  #error fast-math
  #endif
  int main() {}" ORRERY_EXACT_ARITHMETIC)
if(NOT ORRERY_EXACT_ARITHMETIC)
  message(FATAL_ERROR "Orrery cannot be built with -ffast-math (CMAKE_CXX_FLAGS is '${CMAKE_CXX_FLAGS}'): "
                      "results would differ from machine to machine.")
endif()
set(ORRERY_ARITHMETIC_FLAGS -ffp-contract=off)
# g++ 12 turns a * b - c * d beside a * b + c * d into vfmaddsub where the target has it (-march=native), in spite of
# the flag above. Without the instruction it cannot; scalar.hpp refuses what slips past.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  check_cxx_compiler_flag("-mno-fma -mno-avx512f" ORRERY_HAS_NO_FMA)
  if(ORRERY_HAS_NO_FMA)
    list(APPEND ORRERY_ARITHMETIC_FLAGS -mno-fma -mno-avx512f)
  endif()
endif()

# g++ collects garbage each time its heap has doubled, which takes an eighth of the time of a build. One source needs less
# than a gigabyte, so it need not.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=1000000)
endif()

# WebAssembly has no guard page: by default the stack lies above the static data, and what overflows it overwrites them
# without a word. As the first thing in memory it traps. tools/stack measures what is needed; see docs/running-worlds.md.
if(ORRERY_WASI)
  add_link_options(-Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--export=__stack_pointer)
endif()

# What -Wconversion means is g++'s: clang adds changes of sign to it.
set(ORRERY_WARNING_FLAGS -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow -Wno-psabi)
# Where several sources are compiled at a time, a local name may be one of the next source's.
if(CMAKE_UNITY_BUILD)
  list(APPEND ORRERY_WARNING_FLAGS -Wno-shadow)
endif()
if(ORRERY_WARNINGS_AS_ERRORS)
  list(APPEND ORRERY_WARNING_FLAGS -Werror)
endif()

# The library itself reports errors as values and runs where exceptions do not exist (wasm32-wasi).
set(ORRERY_LIBRARY_FLAGS -fno-exceptions -fno-rtti -fno-math-errno ${ORRERY_WARNING_FLAGS})
# What g++ says about two local names where each source is compiled alone it says in a unity build as well, so that a build
# without a preset does not fail on something that no preset has seen.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND ORRERY_LIBRARY_FLAGS -Wshadow=local)
endif()
