// Sorts indices by 32-bit keys: a counting sort by digits, lowest first. Stable, so equal keys stay in the
// order they came in and the result is the same however the work is cut into tasks. About 1 ns for each item
// and digit.
#pragma once

#include <orrery/core/scheduler.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::spatial::detail {

struct keyed_index {
    std::uint32_t key = 0;
    std::uint32_t index = 0;
};

class radix_sorter {
public:
    // Sorts items by the lowest key_bits of their keys; the others must be equal in all items.
    void sort(std::vector<keyed_index>& items, int key_bits, scheduler& jobs);

private:
    void sort_by_digit(std::span<const keyed_index> from, std::span<keyed_index> to, int shift, int digit_bits,
                       scheduler& jobs);

    std::vector<keyed_index> other_;
    std::vector<std::uint32_t> places_; // by task, then digit: how many there are, then where they go
};

} // namespace orrery::spatial::detail
