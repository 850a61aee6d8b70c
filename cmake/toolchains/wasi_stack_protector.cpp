// Debian's compiler-rt for wasm32 is built with the stack protector, which wasi-libc does not provide: these
// two names are what it refers to. A WebAssembly module cannot overwrite a return address, so any value will
// do.
#include <cstdint>

extern "C" {

std::uintptr_t __stack_chk_guard = 0x6f727265;

[[noreturn]] void __stack_chk_fail() {
    __builtin_trap();
}
}
