// Sorts entries that know their key() of key_bits bits, and whose order is by key and then by index, digit by
// digit from the lowest. Entries must come in ascending order of their indices: equal keys keep the order in
// which they came. A digit that is the same everywhere costs nothing but counting.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::spatial {

// `scratch` is memory to work in; its contents are lost.
template <typename Entry>
void radix_sort(std::vector<Entry>& entries, std::vector<Entry>& scratch) {
    constexpr int digit_bits = 11;
    constexpr std::size_t digit_values = std::size_t{1} << digit_bits;
    constexpr std::size_t digits = (Entry::key_bits + digit_bits - 1) / digit_bits;
    constexpr std::size_t few = 256; // for so many, comparing is quicker than counting

    if (entries.size() <= few) {
        std::sort(entries.begin(), entries.end()); // total order: by key and then by index
        return;
    }
    const auto digit_of = [](const Entry& entry, std::size_t digit) {
        return static_cast<std::size_t>(entry.key() >> (digit * digit_bits)) & (digit_values - 1);
    };
    std::array<std::array<std::uint32_t, digit_values>, digits> counts{};
    for (const Entry& entry : entries) {
        for (std::size_t digit = 0; digit < digits; ++digit) {
            ++counts[digit][digit_of(entry, digit)];
        }
    }
    scratch.resize(entries.size());
    for (std::size_t digit = 0; digit < digits; ++digit) {
        std::array<std::uint32_t, digit_values>& starts = counts[digit];
        if (starts[digit_of(entries.front(), digit)] == entries.size()) {
            continue;
        }
        std::uint32_t before = 0;
        for (std::uint32_t& start : starts) {
            const std::uint32_t count = start;
            start = before;
            before += count;
        }
        for (const Entry& entry : entries) {
            scratch[starts[digit_of(entry, digit)]++] = entry;
        }
        entries.swap(scratch);
    }
}

} // namespace orrery::spatial
