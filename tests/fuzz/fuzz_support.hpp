// What the fuzzers share: a check that libFuzzer sees, and the split of an input into instructions and data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace orrery::fuzz {

inline void expect(bool condition, const char* promise) {
    if (!condition) {
        std::fprintf(stderr, "broken promise: %s\n", promise);
        std::abort();
    }
}

// The first byte counts the instructions that follow it; the rest is what they read. So the fuzzer invents
// the schema along with the bytes.
struct program {
    std::span<const std::byte> instructions;
    std::span<const std::byte> data;
};

inline program split_input(const std::uint8_t* bytes, std::size_t size) {
    const auto input = std::as_bytes(std::span(bytes, size));
    if (input.empty()) {
        return {};
    }
    const std::size_t count = std::min(std::to_integer<std::size_t>(input[0]), size - 1);
    return {input.subspan(1, count), input.subspan(1 + count)};
}

inline bool are_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

} // namespace orrery::fuzz
