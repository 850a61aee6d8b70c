// Tells the processor that this thread is only waiting for another one, so that it saves power and leaves its
// shared resources to the sibling thread.
#pragma once

namespace orrery::detail {

inline void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace orrery::detail
