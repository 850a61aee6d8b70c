# WebAssembly with WASI by Debian's clang 19 and libc++: one thread, no exceptions. Programs run under node.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(ORRERY_WASI ON)

set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# GNU ar writes no index for WebAssembly objects and wasm-ld needs none, so llvm's own is one package less.
set(CMAKE_AR ar)
set(CMAKE_RANLIB ranlib)

set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fno-exceptions")
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
set(CMAKE_CROSSCOMPILING_EMULATOR node;--no-warnings;${CMAKE_CURRENT_LIST_DIR}/../../tools/run_wasm.mjs)

# Nothing built for the machine we are on may be picked up by accident.
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
