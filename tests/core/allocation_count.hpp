// Counts what a test program takes from the heap, to prove that something takes nothing. It replaces operator
// new, so include it in the one file of the program. A sanitizer brings an operator new of its own: there the
// count stays at 0.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace orrery::test {

inline std::atomic<std::size_t> allocation_count{0};

// How often calling the function allocated, on any thread.
template <typename Function>
[[nodiscard]] std::size_t allocations_during(Function function) {
    const std::size_t before = allocation_count.load();
    function();
    return allocation_count.load() - before;
}

} // namespace orrery::test

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
