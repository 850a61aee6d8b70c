#include "tests/core/allocation_count.hpp"

#include <cstdlib>
#include <new>

#if !defined(__has_feature)
#define __has_feature(name) 0
#endif
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer) && !__has_feature(memory_sanitizer)

// Not inlined, or the compiler would see memory from new go to free and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
    orrery::test::allocation_count.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    std::abort();
}

[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
    orrery::test::allocation_count.fetch_add(1, std::memory_order_relaxed);
    const auto step = static_cast<std::size_t>(alignment);
    if (void* const memory = std::aligned_alloc(step, (size + step - 1) / step * step)) {
        return memory;
    }
    std::abort();
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

#endif
