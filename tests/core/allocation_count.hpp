// Counts what a test program takes from the heap, to prove that something takes nothing. Every test program
// counts, by the operator new of allocation_count.cpp. A sanitizer brings an operator new of its own: there
// the count stays at 0.
#pragma once

#include <atomic>
#include <cstddef>

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
